"""A worker that is killed while it sends a mail: nothing is lost, and nothing is sent twice."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from starbond_site.contact.service import ContactService
from starbond_site.documents.archive import Archive
from starbond_site.mail import Mailer, waiting
from tests.unit.documents.publishing import archive_in
from tests.unit.mail_server import SENDER, STALL, MailServer, deliver, mail_server, make_due  # noqa: F401  fixture

WORKER = """
from starbond_site import contact, mail
from starbond_site.documents import archive
from starbond_site.mail.delivery import Delivery
Delivery(archive.default().engine, mail.default(), {"contact": contact.default()}).deliver()
"""
QUESTIONS = ["Which glue do you advise for teak?", "And which one do you advise for cork?"]


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    """Give an empty archive."""
    with archive_in(tmp_path / "data") as made:
        yield made


def test_worker_killed_in_the_middle_of_a_mail(archive: Archive, mail_server: MailServer) -> None:  # noqa: F811  fixture
    """The mail of the dead worker waits for the end of its claim; the others are sent at once."""
    mailer = Mailer(mail_server.url, SENDER, "office@example.com")
    contact = ContactService(archive, mailer)
    fields = {"name": "Rahima", "email": "a@example.com", "phone": "+880 1711-000000", "consent": "on"}
    for question in QUESTIONS:
        assert contact.send(fields | {"message": question}, "203.0.113.9").accepted
    mail_server.answers = [STALL]
    environment = os.environ | {
        "STARBOND_DATA_DIR": str(archive.settings.data_dir),
        "STARBOND_SMTP_URL": mail_server.url,
        "STARBOND_MAIL_FROM": SENDER,
        "STARBOND_MAIL_TO": "office@example.com",
    }
    worker = subprocess.Popen([sys.executable, "-c", WORKER], env=environment, cwd=Path(__file__).parents[2])
    try:
        assert mail_server.stalled.wait(60)
    finally:
        worker.send_signal(signal.SIGKILL)
        worker.wait()

    deliver(archive, mailer)
    assert [QUESTIONS[1] in mail.get_content() for mail in mail_server.mails] == [True]
    assert waiting(archive.engine).count == 1
    make_due(archive)
    deliver(archive, mailer)
    make_due(archive)
    deliver(archive, mailer)
    assert [QUESTIONS[0] in mail.get_content() for mail in mail_server.mails] == [False, True]
    assert waiting(archive.engine).count == 0
