"""Newsletter subscriptions: stored, confirmed by a mailed link, and ended by another link, which never expires.

A second subscription is answered exactly like the first, so that nobody learns who reads the newsletter.
"""

import hashlib
import secrets
from collections.abc import Mapping
from datetime import timedelta
from email.message import EmailMessage
from typing import Literal

from sqlalchemy import delete
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session, col, select

from starbond_site import content, forms, local_time, logs
from starbond_site.content.languages import DEFAULT, Language, as_language
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.forms import FORM, InvalidForm, NewsletterForm, Outcome, Problem
from starbond_site.limits import Limit, minutes
from starbond_site.mail import Mailer, outbox
from starbond_site.newsletter.records import NewsletterToken, Subscriber

SUBSCRIPTIONS = 30
"""Per network address and time; a mobile provider gives one address to many people."""
SUBSCRIPTION_SECONDS = 3600
MAILS = 3
MAIL_SECONDS = 24 * 3600
"""Confirmations mailed to one recipient and day, so that nobody can fill a mailbox from here."""
CONFIRMATION = timedelta(days=7)
"""How long the link of a confirmation works."""
Purpose = Literal["confirm", "unsubscribe"]
PATHS: Mapping[Purpose, str] = {"confirm": "/newsletter/confirm", "unsubscribe": "/newsletter/unsubscribe"}
_log = logs.get_logger(__name__)


class NewsletterService:
    """Stores the subscribers, and composes the mails with their links."""

    def __init__(self, archive: Archive, mailer: Mailer, limit: Limit | None = None) -> None:
        self._archive = archive
        self._mailer = mailer
        self._limit = limit or Limit(SUBSCRIPTIONS, SUBSCRIPTION_SECONDS, name="newsletter subscriptions")
        self._mails = Limit(MAILS, MAIL_SECONDS, name="newsletter mails")

    def subscribe(self, fields: Mapping[str, object], address: str, language: Language = DEFAULT) -> Outcome:
        """Take an email address; blocks.

        Returns:
            Accepted, whether the email address was new or not; or what to correct.

        """
        if forms.is_from_program(fields):
            return Outcome()
        try:
            form = forms.validate(NewsletterForm, fields)
        except InvalidForm as invalid:
            return Outcome(problems=invalid.problems)
        if seconds := self._limit.take(address):
            return Outcome(problems={FORM: Problem("rate_limited", {"minutes": minutes(seconds)})})
        email = form.email.lower()
        try:
            self._store(email, language)
        except SQLAlchemyError:
            _log.exception("subscription_not_stored")
            return Outcome(problems={FORM: Problem("not_stored")})
        self._mailer.queued.set()
        return Outcome()

    def confirm(self, token: str) -> bool:
        """Confirm a subscription by the token of its link; blocks.

        Returns:
            Whether the token is known and not too old.

        """
        with database.writing(self._archive.engine) as session:
            subscriber = self._subscriber_of(session, token, "confirm")
            if subscriber is None:
                return False
            subscriber.confirmed_at = subscriber.confirmed_at or local_time.now()
            session.add(subscriber)
            return True

    def unsubscribe(self, token: str) -> bool:
        """Delete a subscriber by the token of its link; blocks. Returns whether there was one to delete."""
        with database.writing(self._archive.engine) as session:
            subscriber = self._subscriber_of(session, token, "unsubscribe")
            if subscriber is None:
                return False
            session.connection().execute(
                delete(NewsletterToken).where(col(NewsletterToken.subscriber_id) == subscriber.id)
            )
            session.delete(subscriber)
            return True

    def link(self, subscriber: int, purpose: Purpose) -> str:
        """Return a new link for a mail; blocks."""
        with database.writing(self._archive.engine) as session:
            recipient = session.get(Subscriber, subscriber)
            return self._link(session, subscriber, purpose, recipient.language if recipient else DEFAULT)

    def unsubscribe_links(self) -> dict[int, str]:
        """Return a new link to unsubscribe for every subscriber, by id; blocks.

        Whoever mails the newsletter puts it into each mail: the forms promise one in every mail.
        """
        with database.writing(self._archive.engine) as session:
            known = session.exec(select(Subscriber.id, Subscriber.language)).all()
            return {
                number: self._link(session, number, "unsubscribe", language) for number, language in known if number
            }

    def compose(self, about: int) -> EmailMessage | None:
        """Return the mail that asks a subscriber to confirm; None where the address is confirmed or deleted. Blocks."""
        with database.reading(self._archive.engine) as session:
            subscriber = session.get(Subscriber, about)
        if subscriber is None or subscriber.confirmed_at:
            return None
        site = content.read(as_language(subscriber.language))
        confirm, unsubscribe = self.link(about, "confirm"), self.link(about, "unsubscribe")
        words, company = site.interface.mail, site.company.name
        body = words.newsletter_body.format(company=company, confirm_link=confirm, unsubscribe_link=unsubscribe)
        mail = self._mailer.compose(subscriber.email, words.newsletter_subject.format(company=company), body)
        # RFC 2369 and RFC 8058: mail programs offer to unsubscribe with one click.
        mail["List-Id"] = self._mailer.list_id("newsletter", self._archive.settings.public_url)
        mail["List-Unsubscribe"] = f"<{unsubscribe}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return mail

    def record_sent(self, session: Session, about: int) -> None:
        """Record nothing: the links of the mail are stored already."""

    def record_refused(self, _session: Session, _about: int) -> bool:
        """Give up: nobody has confirmed the address, and who subscribes again is asked again."""
        return True

    def delete_old(self) -> None:
        """Delete the hashes of links that confirm nothing any more; those that unsubscribe never expire. Blocks."""
        with database.writing(self._archive.engine) as session:
            old = col(NewsletterToken.created_at) < local_time.now() - CONFIRMATION
            session.connection().execute(delete(NewsletterToken).where(col(NewsletterToken.purpose) == "confirm", old))

    def _store(self, email: str, language: Language) -> None:
        """Store an email address once, and queue the mail that asks to confirm it.

        For a known address the same is written, and `compose` drops the mail for a confirmed one: the answer takes as
        long as for a new address.
        """
        now = local_time.now()
        is_mailed = self._mailer.is_configured and not self._mails.take(email)
        with database.writing(self._archive.engine) as session:
            row = {"email": email, "language": language, "subscribed_at": now, "consent_at": now}
            stored = database.insert(session, Subscriber).values(row)
            stored = stored.on_conflict_do_update(index_elements=["email"], set_={"email": email})
            number = session.connection().scalar(stored.returning(col(Subscriber.id))) or 0
            if is_mailed:
                outbox.add(session, "confirmation", number, self._mailer.new_message_id())

    def _link(self, session: Session, subscriber: int, purpose: Purpose, language: str) -> str:
        """Return a new link, and store the hash of its token."""
        token = secrets.token_urlsafe(32)
        created = local_time.now()
        session.add(NewsletterToken(hash=_hash(token), subscriber_id=subscriber, purpose=purpose, created_at=created))
        suffix = f"&language={language}" if language != DEFAULT else ""
        return f"{self._archive.settings.public_url}{PATHS[purpose]}?token={token}{suffix}"

    @staticmethod
    def _subscriber_of(session: Session, token: str, purpose: Purpose) -> Subscriber | None:
        """Return the subscriber whom a token was mailed to."""
        known = session.get(NewsletterToken, _hash(token))
        if known is None or known.purpose != purpose:
            return None
        if purpose == "confirm" and known.created_at < local_time.now() - CONFIRMATION:
            return None
        return session.get(Subscriber, known.subscriber_id)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
