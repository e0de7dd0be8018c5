"""What the mails of these tests are about, and what queues them."""

from collections.abc import Callable
from email.message import EmailMessage

import pytest
from sqlmodel import Session

from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.mail import Mailer, outbox
from starbond_site.mail.delivery import Delivery


class Accounts:
    """Mails about numbers: number 3 goes to ``3@example.com``."""

    def __init__(self, mailer: Mailer) -> None:
        self.mailer = mailer
        self.recorded: list[int] = []
        self.unwanted: set[int] = set()
        self.broken: set[int] = set()

    def compose(self, about: int) -> EmailMessage | None:
        """Return a mail; see the sets."""
        if about in self.unwanted:
            return None
        if about in self.broken:
            message = "a mistake of ours"
            raise KeyError(message)
        return self.mailer.compose(f"{about}@example.com", "Subject", "Body")

    def record_refused(self, _session: Session, _about: int) -> bool:
        return False

    def record_sent(self, session: Session, about: int) -> None:
        self.recorded.append(about)


@pytest.fixture
def accounts(mailer: Mailer) -> Accounts:
    return Accounts(mailer)


@pytest.fixture
def deliverer(archive: Archive, mailer: Mailer, accounts: Accounts) -> Delivery:
    return Delivery(archive.engine, mailer, {"contact": accounts})


@pytest.fixture
def queue(archive: Archive) -> Callable[..., None]:
    def add(*about: int) -> None:
        with database.writing(archive.engine) as session:
            for number in about:
                outbox.add(session, "contact", number, f"<{number}@example.com>")

    return add
