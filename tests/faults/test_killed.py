"""Processes killed at every stage of publishing and mailing: what was reported is kept, and nothing is sent again.

``STAGE_KILLS=1000 python -m pytest -s FILE`` kills at every moment that there is.
"""

import hashlib
import os
from collections import Counter
from datetime import timedelta
from pathlib import Path

from starbond_site.contact.service import ContactService
from starbond_site.documents import reading
from starbond_site.documents.archive import Archive
from starbond_site.documents.consistency import check
from starbond_site.mail import Mailer, waiting
from tests.faults import killing
from tests.unit.alert_desk import add_subscribers, alert_delivery, file_document, text
from tests.unit.documents.publishing import archive_in, rows
from tests.unit.mail_server import SENDER, STALL, MailServer, deliver, mail_server, make_due  # noqa: F401  fixture

KILLS = int(os.environ.get("STAGE_KILLS", "12"))
READERS = 4
QUESTIONS = ["Which glue do you advise for teak?", "And which one do you advise for cork?"]


def _assert_published(archive: Archive, done: dict[int, str]) -> None:
    """Assert that every receipt and every record has its bytes."""
    records = {int(str(number)): str(digest) for number, digest in rows(archive, "SELECT id, sha256 FROM document")}
    assert done.items() <= records.items()
    for number, digest in records.items():
        found = reading.find(archive, number)
        assert found
        content = b"".join(archive.storage.read(found.key))
        assert (len(content), hashlib.sha256(content).hexdigest()) == (found.size, digest)


def test_killed_while_publishing(tmp_path: Path):
    """No record without its object, every receipt kept byte for byte, and a clean check after the repair."""
    leftovers = 0
    with archive_in(tmp_path) as archive:
        last, reported = killing.run(killing.publish, archive, "whole")
        done = dict(reported)
        for moment in killing.spread(last, KILLS):
            _, reported = killing.run(killing.publish, archive, f"killed at {moment}", moment)
            done |= dict(reported)
            _assert_published(archive, done)
            found = check(archive)
            assert found.is_sound
            assert check(archive, repair=True).leftover == found.leftover
            leftovers += len(found.leftover)
            assert check(archive, read_bytes=True).leftover == []
        ((version,),) = rows(archive, "SELECT version FROM listversion WHERE name = 'AllNotice'")
        assert version == reading.page(archive, "AllNotice").total
        assert rows(archive, "SELECT count(*) FROM audit WHERE outcome = 'done'") == [(version,)]
    # Some kills hit a file that was stored, and some a receipt that was given.
    assert leftovers
    assert len(done) > 2
    print(f"\n{KILLS} of {last} moments: {leftovers} left over, {len(done)} receipts")


def test_killed_while_queueing_and_sending_alerts(tmp_path: Path, mail_server: MailServer):  # noqa: F811  fixture
    """Every mail is handed over, and none twice once it is recorded as sent."""
    with archive_in(tmp_path) as archive:
        readers = add_subscribers(archive, READERS)
        names = ["Notice 0.pdf"]
        file_document(archive, "AllNotice", names[0])
        last, _ = killing.run(killing.send_alerts, archive, mail_server.url)
        recorded: dict[str, int] = {}
        killed_with_mail = kills = 0
        for moment in killing.spread(last, KILLS):
            names.append(f"Notice {moment}.pdf")
            file_document(archive, "AllNotice", names[-1])
            kills += killing.run(killing.send_alerts, archive, mail_server.url, moment)[0] == 0
            waits = {str(message_id) for (message_id,) in rows(archive, "SELECT message_id FROM outgoing_mail")}
            killed_with_mail += bool(waits)
            arrived = Counter(mail["Message-ID"] for mail in mail_server.mails)
            # A mail that was recorded as sent is never handed over again, whatever is killed later.
            assert recorded.items() <= arrived.items()
            recorded = {message_id: number for message_id, number in arrived.items() if message_id not in waits}
            # Claims of the dead worker end here, not ten minutes later.
            make_due(archive)
        alert_delivery(archive, Mailer(mail_server.url, SENDER), timedelta()).deliver()
        assert waiting(archive.engine).count == 0
        assert rows(archive, "SELECT count(*) FROM alert_mail") == [(0,)]
    told: dict[str, list[str]] = {reader: [] for reader in readers}
    different = {mail["Message-ID"]: mail for mail in mail_server.mails}
    for mail in different.values():
        told[mail["To"]] += [name for name in names if name in text(mail)]
    # Each reader was told of each filing in exactly one mail.
    assert {reader: sorted(found) for reader, found in told.items()} == dict.fromkeys(readers, sorted(names))
    twice = len(mail_server.mails) - len(different)
    assert twice <= kills, "only a mail whose answer was not recorded comes twice: one for each kill at most"
    assert killed_with_mail, "no kill came while mail was waiting"
    print(f"\n{kills} kills, {killed_with_mail} with mail waiting; {len(different)} mails, {twice} handed over twice")


def test_killed_in_the_middle_of_a_mail(tmp_path: Path, mail_server: MailServer):  # noqa: F811  fixture
    """The mail of the dead worker waits for the end of its claim; the others are sent at once."""
    with archive_in(tmp_path) as archive:
        mailer = Mailer(mail_server.url, SENDER, killing.OFFICE)
        contact = ContactService(archive, mailer)
        fields = {"name": "Rahima", "email": "a@example.com", "phone": "+880 1711-000000", "consent": "on"}
        for question in QUESTIONS:
            assert contact.send(fields | {"message": question}, "203.0.113.9").accepted
        mail_server.answers = [STALL]
        with killing.started(killing.send_messages, archive, mail_server.url):
            assert mail_server.stalled.wait(60)
        deliver(archive, mailer)
        assert [QUESTIONS[1] in mail.get_content() for mail in mail_server.mails] == [True]
        assert waiting(archive.engine).count == 1
        for _ in range(2):
            make_due(archive)
            deliver(archive, mailer)
        assert [QUESTIONS[0] in mail.get_content() for mail in mail_server.mails] == [False, True]
        assert waiting(archive.engine).count == 0
