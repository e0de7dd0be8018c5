"""The contact form: checked, stored, answered with a reference number, and mailed where a server is configured."""

import logging
import secrets
from collections.abc import Mapping
from datetime import timedelta

from sqlalchemy import delete, update
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col, select

from starbond_site import content
from starbond_site.content.models import LANGUAGES, Language
from starbond_site.documents import database, records
from starbond_site.documents.archive import Archive
from starbond_site.letters.fields import FORM, Outcome, Problem, Reading
from starbond_site.letters.post import Post
from starbond_site.letters.records import ContactMessage
from starbond_site.limits import Limit, minutes

MESSAGES = 20
"""Per address and time; a mobile provider gives one address to many people."""
MESSAGE_SECONDS = 3600
SAME = timedelta(minutes=30)
"""The same words from the same sender within this time are one message: the button was pressed twice."""
KEPT = timedelta(days=730)
"""What the form promises: after 24 months a message is deleted (content, ``contact.retention``)."""
WAITING = timedelta(days=7)
"""Older messages are not mailed any more when a mail server comes back: somebody has exported them by then."""
ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without characters that are mistaken for each other on the telephone."""
_log = logging.getLogger(__name__)


class Contact:
    """The desk that takes messages."""

    def __init__(self, archive: Archive, post: Post, limit: Limit | None = None) -> None:
        """Store in the archive's database and mail by ``post``."""
        self._archive = archive
        self._post = post
        self._limit = limit or Limit(MESSAGES, MESSAGE_SECONDS)

    def send(self, fields: Mapping[str, object], address: str, language: Language = "en") -> Outcome:
        """Take a message; blocks.

        Args:
            fields: ``name``, ``email``, ``phone``, ``message``, ``consent``, and ``website``, which stays empty.
            address: network address of the visitor, for the limit; it is not stored.
            language: of the page.

        Returns:
            The reference number, or what to correct.

        """
        form = Reading(fields)
        if form.is_from_program:
            return Outcome(_reference())
        name, email, phone, message = form.name(), form.email(), form.phone(), form.message()
        form.consent()
        if form.problems:
            return Outcome(problems=form.problems)
        if seconds := self._limit.take(address):
            return Outcome(problems={FORM: Problem("rate_limited", {"minutes": minutes(seconds)})})
        now = records.now()
        letter = ContactMessage(
            reference=_reference(),
            received_at=now,
            name=name,
            email=email,
            phone=phone,
            message=message,
            language=language if language in LANGUAGES else "en",
            consent_at=now,
        )
        try:
            reference = self._store(letter)
        except SQLAlchemyError:
            _log.exception("A message could not be stored")
            return Outcome(problems={FORM: Problem("not_stored")})
        if self._is_mailed:
            self._post.later(self.mail_waiting)
        return Outcome(reference)

    def mail_waiting(self) -> None:
        """Mail every message that still waits, as after a time without a mail server; blocks.

        Raises:
            OSError, smtplib.SMTPException: the server does not take one; it and the following ones wait on.

        """
        if not self._is_mailed:
            return
        with database.reading(self._archive.engine) as session:
            waiting = select(ContactMessage.id).where(
                col(ContactMessage.mailed_at).is_(None),
                col(ContactMessage.received_at) > records.now() - WAITING,
            )
            numbers = list(session.exec(waiting.order_by(col(ContactMessage.id))))
        for number in numbers:
            self._mail(number or 0)

    @property
    def _is_mailed(self) -> bool:
        return self._post.is_configured and bool(self._post.company)

    def _store(self, letter: ContactMessage) -> str:
        """Store a message and return its reference number; one sent twice keeps its first."""
        with database.writing(self._archive.engine) as session:
            same = select(ContactMessage.reference).where(
                col(ContactMessage.email) == letter.email,
                col(ContactMessage.message) == letter.message,
                col(ContactMessage.received_at) > letter.received_at - SAME,
            )
            if known := session.exec(same).first():
                return known
            old = delete(ContactMessage).where(col(ContactMessage.received_at) < letter.received_at - KEPT)
            session.connection().execute(old)
            session.add(letter)
            return letter.reference

    def _mail(self, number: int) -> None:
        """Mail one message; marked first, so that no other worker mails it too, and unmarked where that fails."""
        if not self._mark(number):
            return
        try:
            with database.reading(self._archive.engine) as session:
                letter = session.get_one(ContactMessage, number)
            words = content.read("en").interface.mail
            values = {"reference": letter.reference, "name": letter.name}
            body = words.contact_body.format(
                email=letter.email,
                phone=letter.phone,
                message=letter.message,
                date=f"{letter.received_at.astimezone(records.ZONE):%d-%m-%Y %H:%M}",
                **values,
            )
            mail = self._post.letter(self._post.company, words.contact_subject.format(**values), body)
            mail["Reply-To"] = letter.email
            self._post.send(mail)
        except BaseException:
            self._set_mailed(number, mailed=False)
            raise

    def _mark(self, number: int) -> bool:
        return self._set_mailed(number, mailed=True)

    def _set_mailed(self, number: int, *, mailed: bool) -> bool:
        """Write when a message was mailed; return whether that changed anything."""
        column = col(ContactMessage.mailed_at)
        change = update(ContactMessage).where(
            col(ContactMessage.id) == number, column.is_(None) if mailed else column.is_not(None)
        )
        with database.writing(self._archive.engine) as session:
            return bool(
                session.connection().execute(change.values(mailed_at=records.now() if mailed else None)).rowcount
            )


def _reference() -> str:
    """Return a number that can be told on the telephone and does not say how many came before it."""
    characters = [secrets.choice(ALPHABET) for _ in range(8)]
    return "".join(characters[:4]) + "-" + "".join(characters[4:])
