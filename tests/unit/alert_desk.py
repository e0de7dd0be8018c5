"""Mail alerts of one archive with a real mail server: subscribing, publishing, sending, and what was sent."""

import itertools
import re
from collections.abc import Sequence
from datetime import timedelta
from email.message import EmailMessage
from urllib.parse import parse_qs, urlsplit

import pytest
from sqlmodel import select

from starbond_site.content.addresses import Language
from starbond_site.documents import changes, database
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import Document
from starbond_site.documents.versions import raise_version, version_of
from starbond_site.features.alerts.mails import AlertMails, AlertRequests
from starbond_site.features.alerts.queueing import WINDOW
from starbond_site.features.alerts.records import AlertChoice, AlertSubscriber
from starbond_site.features.alerts.service import AlertService, field_name
from starbond_site.mail import Mailer
from starbond_site.mail.delivery import MailDelivery
from starbond_site.shared import local_time
from tests.unit.mail_server import MailServer, make_due

VISITOR = "203.0.113.9"
_NUMBERS = itertools.count(1)


def alert_delivery(archive: Archive, mailer: Mailer, window: timedelta = WINDOW) -> MailDelivery:
    service = AlertService(archive, mailer)
    sources = {"alert-request": AlertRequests(service), "alert": AlertMails(service, window)}
    return MailDelivery(archive.engine, mailer, sources)


def add_subscribers(archive: Archive, number: int, categories: Sequence[str] = ("AllNotice",)) -> list[str]:
    now = local_time.now()
    with database.writing(archive.engine) as session:
        newest = version_of(session, changes.VERSION)
        made = [
            AlertSubscriber(
                email=f"reader-{next(_NUMBERS)}@example.com",
                language="en",
                requested_at=now,
                consent_at=now,
                confirmed_at=now,
                queued_change=newest,
            )
            for _ in range(number)
        ]
        session.add_all(made)
        session.flush()
        session.add_all(
            AlertChoice(subscriber_id=one.id, category=name, since_change=0) for one in made for name in categories
        )
    return [one.email for one in made]


def file_document(archive: Archive, category: str, name: str, **of_document: object) -> int:
    """Record a document and its change in one transaction, as publishing does; there is no file."""
    number = next(_NUMBERS)
    with database.writing(archive.engine) as session:
        raise_version(session, category)
        values = {"search": name, "media_type": "application/pdf", "size": 1, "published_at": local_time.now()}
        unique = {"sha256": f"{number:064}", "key": f"{category}/{number}"}
        document = Document.model_validate(values | unique | of_document | {"category": category, "file_name": name})
        session.add(document)
        session.flush()
        changes.record(session, "published", document.id)
        return document.id


def text(mail: EmailMessage) -> str:
    return mail.get_content().replace("\r\n", "\n")


def link(mail: EmailMessage, action: str) -> str:
    return re.findall(rf"https?://\S+/alerts/{action}\S+", mail.get_content())[0]


def token(address: str) -> str:
    return parse_qs(urlsplit(address).query)["token"][0]


class Desk:
    """Alerts of one archive."""

    def __init__(self, archive: Archive, mailer: Mailer, server: MailServer) -> None:
        self.archive, self.server = archive, server
        self.service = AlertService(archive, mailer)
        self._delivery = alert_delivery(archive, mailer)

    def fields(self, email: str, *categories: str) -> dict[str, object]:
        return {"email": email, "consent": "on", **{field_name(category): "on" for category in categories}}

    def subscribe(self, email: str, *categories: str, language: Language = "en") -> EmailMessage:
        assert self.service.subscribe(self.fields(email, *categories), VISITOR, language).accepted
        (mail,) = self.send()
        return mail

    def subscribe_and_confirm(self, email: str, *categories: str, language: Language = "en") -> None:
        mail = self.subscribe(email, *categories, language=language)
        assert self.service.confirm(token(link(mail, "confirm")))

    def publish(self, category: str, name: str, **of_document: object) -> int:
        return file_document(self.archive, category, name, **of_document)

    def send(self) -> list[EmailMessage]:
        before = len(self.server.mails)
        self._delivery.deliver()
        return self.server.mails[before:]

    def end_window(self) -> None:
        """Let the window after the last mail end."""
        with database.writing(self.archive.engine) as session:
            for subscriber in session.exec(select(AlertSubscriber)):
                if subscriber.queued_at:
                    subscriber.queued_at -= WINDOW
        make_due(self.archive)


@pytest.fixture
def desk(archive: Archive, mailer: Mailer, mail_server: MailServer) -> Desk:
    return Desk(archive, mailer, mail_server)
