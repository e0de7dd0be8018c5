"""What the mails of these tests are about, and what queues them."""

from collections.abc import Callable
from email.message import EmailMessage

import pytest
from sqlmodel import Session

from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.mail import Mailer, outbox
from starbond_site.mail.delivery import Delivery, Source


class Accounts(Source):
    """Mails about numbers: number 3 goes to ``3@example.com``."""

    def __init__(self, mailer: Mailer) -> None:
        self.mailer = mailer
        self.recorded: list[int] = []
        self.unwanted: set[int] = set()
        self.broken: set[int] = set()

    def compose(self, record_id: int) -> EmailMessage | None:
        if record_id in self.unwanted:
            return None
        if record_id in self.broken:
            message = "a mistake of ours"
            raise KeyError(message)
        return self.mailer.compose(f"{record_id}@example.com", "Subject", "Body")

    def record_refused(self, _session: Session, _record_id: int) -> bool:
        return False

    def record_sent(self, session: Session, record_id: int) -> None:
        self.recorded.append(record_id)


@pytest.fixture
def accounts(mailer: Mailer) -> Accounts:
    return Accounts(mailer)


@pytest.fixture
def deliverer(archive: Archive, mailer: Mailer, accounts: Accounts) -> Delivery:
    return Delivery(archive.engine, mailer, {"contact": accounts})


@pytest.fixture
def queue(archive: Archive) -> Callable[..., None]:
    def add(*record_ids: int) -> None:
        with database.writing(archive.engine) as session:
            for number in record_ids:
                outbox.add(session, "contact", number, f"<{number}@example.com>")

    return add
