"""Composes the mails of alerts when they are sent, from what is public then."""

from collections.abc import Sequence
from datetime import timedelta
from email.message import EmailMessage

from sqlalchemy import delete
from sqlalchemy import select as sql_select
from sqlmodel import Session, col, select

from starbond_site import content
from starbond_site.content import Site
from starbond_site.content.addresses import as_language
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import Change, Document
from starbond_site.documents.secret_tokens import hashed
from starbond_site.features.alerts import queueing
from starbond_site.features.alerts.links import CODE_CHARACTERS
from starbond_site.features.alerts.queueing import WINDOW, Query
from starbond_site.features.alerts.records import AlertChoice, AlertMail, AlertSubscriber
from starbond_site.features.alerts.service import AlertService, choices, count_refusal, reset_refusals
from starbond_site.mail import Mailer
from starbond_site.mail.delivery import Source

MAX_LISTED = 50
"""Filings that one mail names; it counts the others."""


class AlertMails(Source):
    """Composes the alerts."""

    def __init__(self, service: AlertService, window: timedelta = WINDOW) -> None:
        self._service = service
        self._window = window

    def queue(self) -> None:
        queueing.queue(self._service.archive, self._service.mailer, self._window)

    def compose(self, record_id: int) -> EmailMessage | None:
        """Return a mail; None where its reader has unsubscribed, or nothing is left to tell. Blocks."""
        with database.reading(self._service.archive.engine) as session:
            mail = session.get(AlertMail, record_id)
            subscriber = session.get(AlertSubscriber, mail.subscriber_id) if mail else None
            documents = _documents(session, mail) if mail else ()
        if subscriber is None or subscriber.suspended_at or not documents:
            return None
        site = content.read(as_language(subscriber.language))
        subject = _subject(site, documents)
        return _with_links(self._service, site, subscriber, subject, self._body(site, documents))

    def record_sent(self, session: Session, record_id: int) -> None:
        """Delete what the mail was about, and count it for the changes that it told."""
        if mail := session.get(AlertMail, record_id):
            told = session.scalars(_told(sql_select(col(Change.number)), mail).limit(MAX_LISTED)).all()
            queueing.add_sent(session, told)
            session.connection().execute(reset_refusals(mail.subscriber_id))
        session.connection().execute(delete(AlertMail).where(col(AlertMail.id) == record_id))

    def record_refused(self, session: Session, record_id: int) -> bool:
        mail = session.get(AlertMail, record_id)
        return mail is None or count_refusal(session, mail.subscriber_id, mail.last_change)

    def _body(self, site: Site, documents: Sequence[Document]) -> str:
        words = site.interface.alert_mails
        public = self._service.archive.settings.public_url
        items = [
            words.item.format(
                title=document.shown_name,
                list=site.title_of(document.category),
                time=site.date_and_time(document.published_at, with_zone=True),
                link=public + site.address(f"/documents/{document.id}"),
            )
            for document in documents[:MAX_LISTED]
        ]
        if (more := len(documents) - MAX_LISTED) > 0:
            items.append(words.more.format(count=site.digits(more)))
        return words.opening.format(company=site.company.name) + "\n\n" + "\n\n".join(items)


class AlertRequests(Source):
    """Composes the answers to requests for alerts."""

    def __init__(self, service: AlertService) -> None:
        self._service = service

    def compose(self, record_id: int) -> EmailMessage | None:
        """Return the mail that asks to confirm, or says that all is confirmed already; None for a deleted address."""
        with database.reading(self._service.archive.engine) as session:
            subscriber = session.get(AlertSubscriber, record_id)
            chosen = session.exec(select(AlertChoice).where(AlertChoice.subscriber_id == record_id)).all()
        if subscriber is None:
            return None
        site = content.read(as_language(subscriber.language))
        words, company = site.interface.alert_mails, site.company.name
        asked = {choice.category for choice in chosen if choice.since_change is None}
        wanted = asked or {choice.category for choice in chosen}
        lists = "\n".join(f"- {title}" for topic, title in choices(site).items() if topic in wanted)
        if subscriber.is_served and not asked:
            subject, body = words.known_subject, words.known_body.format(company=company, lists=lists)
        else:
            link = self._service.links.confirming(subscriber, wanted)
            subject, body = words.confirm_subject, words.confirm_body.format(company=company, lists=lists, link=link)
        return _with_links(self._service, site, subscriber, subject.format(company=company), body)

    def housekeeping(self) -> None:
        self._service.delete_old()


def sources(archive: Archive, mailer: Mailer) -> dict[str, Source]:
    service = AlertService(archive, mailer)
    return {
        "alert-request": AlertRequests(service),
        "alert": AlertMails(service),
    }


def _documents(session: Session, mail: AlertMail) -> Sequence[Document]:
    """Return the documents of a mail, newest first."""
    # A document that was moved has two changes.
    return tuple({document.id: document for document in session.scalars(_told(sql_select(Document), mail))}.values())


def _told(wanted: Query, mail: AlertMail) -> Query:
    return queueing.told(wanted).where(col(AlertMail.id) == mail.id).order_by(col(Change.number).desc())


def _subject(site: Site, documents: Sequence[Document]) -> str:
    words, company = site.interface.alert_mails, site.company.name
    if len(documents) == 1:
        (document,) = documents
        listed = site.title_of(document.category)
        return words.subject_one.format(company=company, list=listed, title=document.shown_name)
    return words.subject.format(count=site.digits(len(documents)), company=company)


def _with_links(
    service: AlertService, site: Site, subscriber: AlertSubscriber, subject: str, body: str
) -> EmailMessage:
    """Return a mail that ends with the links to preferences and to unsubscribe."""
    links, token = service.links, service.links.lasting(subscriber)
    preferences, unsubscribe = (links.address(to, subscriber, token) for to in ("preferences", "unsubscribe"))
    end = site.interface.alert_mails.ending.format(preferences_link=preferences, unsubscribe_link=unsubscribe)
    code = hashed(token)[:CODE_CHARACTERS]
    mail = service.mailer.compose(subscriber.email, subject, f"{body}\n\n{end}\n", code=code)
    return service.mailer.of_list(mail, "alerts", service.archive.settings.public_url, unsubscribe)
