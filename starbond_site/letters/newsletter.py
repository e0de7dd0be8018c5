"""The newsletter: signing up, confirming by a mailed link, and leaving by another that never ends.

A second sign-up looks exactly like the first, so that nobody learns who reads the newsletter.
"""

import hashlib
import logging
import secrets
from collections.abc import Mapping
from datetime import timedelta
from typing import Literal

from sqlalchemy import delete
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlmodel import Session, col, select

from starbond_site import content
from starbond_site.content.models import LANGUAGES, Language
from starbond_site.documents import database, records
from starbond_site.documents.archive import Archive
from starbond_site.letters.fields import FORM, Outcome, Problem, Reading
from starbond_site.letters.post import Post
from starbond_site.letters.records import NewsletterToken, Subscriber
from starbond_site.limits import Limit, minutes

SIGN_UPS = 30
"""Per address and time; a mobile provider gives one address to many people."""
SIGN_UP_SECONDS = 3600
MAILS = 3
MAIL_SECONDS = 24 * 3600
"""Confirmations mailed to one address and day, so that nobody's mailbox can be filled from here."""
CONFIRMATION = timedelta(days=7)
"""How long the link of a confirmation works."""
Purpose = Literal["confirm", "unsubscribe"]
PATHS: Mapping[Purpose, str] = {"confirm": "/newsletter/confirm", "unsubscribe": "/newsletter/unsubscribe"}
_log = logging.getLogger(__name__)


class Newsletter:
    """The desk that keeps the addresses."""

    def __init__(self, archive: Archive, post: Post, limit: Limit | None = None) -> None:
        """Store in the archive's database and mail by ``post``."""
        self._archive = archive
        self._post = post
        self._limit = limit or Limit(SIGN_UPS, SIGN_UP_SECONDS)
        self._mails = Limit(MAILS, MAIL_SECONDS)

    def subscribe(self, fields: Mapping[str, object], address: str, language: Language = "en") -> Outcome:
        """Take an address; blocks.

        Args:
            fields: ``email``, ``consent``, and ``website``, which stays empty.
            address: network address of the visitor, for the limit; it is not stored.
            language: of the page, and of the mails.

        Returns:
            Accepted, whether the address was new or not; or what to correct.

        """
        form = Reading(fields)
        if form.is_from_program:
            return Outcome()
        email = form.email().lower()
        form.consent()
        if form.problems:
            return Outcome(problems=form.problems)
        if seconds := self._limit.take(address):
            return Outcome(problems={FORM: Problem("rate_limited", {"minutes": minutes(seconds)})})
        language = language if language in LANGUAGES else "en"
        try:
            self._store(email, language)
        except SQLAlchemyError:
            _log.exception("An address could not be stored")
            return Outcome(problems={FORM: Problem("not_stored")})
        if self._post.is_configured:
            # Also for a known address, in the thread: the answer takes as long as for a new one.
            self._post.later(lambda: self._ask(email))
        return Outcome()

    def confirm(self, token: str) -> bool:
        """Confirm an address by the token of its link; blocks. Returns whether the link is right and not too old."""
        with database.writing(self._archive.engine) as session:
            subscriber = self._of(session, token, "confirm")
            if subscriber is None:
                return False
            subscriber.confirmed_at = subscriber.confirmed_at or records.now()
            session.add(subscriber)
            return True

    def unsubscribe(self, token: str) -> bool:
        """Delete an address by the token of its link; blocks. Returns whether there was something to delete."""
        with database.writing(self._archive.engine) as session:
            subscriber = self._of(session, token, "unsubscribe")
            if subscriber is None:
                return False
            session.connection().execute(
                delete(NewsletterToken).where(col(NewsletterToken.subscriber_id) == subscriber.id)
            )
            session.delete(subscriber)
            return True

    def link(self, subscriber: int, purpose: Purpose) -> str:
        """Return a fresh link for a subscriber's id, as for every mail and every line of an export; blocks."""
        token = secrets.token_urlsafe(32)
        with database.writing(self._archive.engine) as session:
            session.add(
                NewsletterToken(hash=_hash(token), subscriber_id=subscriber, purpose=purpose, created_at=records.now())
            )
            mailed = session.get(Subscriber, subscriber)
        language = f"&language={mailed.language}" if mailed and mailed.language != "en" else ""
        return f"{self._archive.settings.public_url}{PATHS[purpose]}?token={token}{language}"

    def _store(self, email: str, language: Language) -> None:
        """Store an address once."""
        now = records.now()
        try:
            with database.writing(self._archive.engine) as session:
                if session.exec(select(Subscriber).where(col(Subscriber.email) == email)).first() is None:
                    session.add(Subscriber(email=email, language=language, subscribed_at=now, consent_at=now))
        except IntegrityError:
            _log.info("Two sign-ups of one address at one moment")

    def _ask(self, email: str) -> None:
        """Mail the link that confirms an address, unless it is confirmed or was asked often enough."""
        with database.reading(self._archive.engine) as session:
            subscriber = session.exec(select(Subscriber).where(col(Subscriber.email) == email)).first()
        if subscriber is None or subscriber.confirmed_at or self._mails.take(email):
            return
        site = content.read("bn" if subscriber.language == "bn" else "en")
        number = subscriber.id or 0
        confirm, unsubscribe = self.link(number, "confirm"), self.link(number, "unsubscribe")
        words, company = site.interface.mail, site.company.name
        body = words.newsletter_body.format(company=company, confirm_link=confirm, unsubscribe_link=unsubscribe)
        mail = self._post.letter(email, words.newsletter_subject.format(company=company), body)
        mail["List-Unsubscribe"] = f"<{unsubscribe}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        self._post.send(mail)

    @staticmethod
    def _of(session: Session, token: str, purpose: Purpose) -> Subscriber | None:
        """Return whose link a token is."""
        known = session.get(NewsletterToken, _hash(token))
        if known is None or known.purpose != purpose:
            return None
        if purpose == "confirm" and known.created_at < records.now() - CONFIRMATION:
            return None
        return session.get(Subscriber, known.subscriber_id)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
