"""Validates, stores and mails contact messages; the visitor gets a reference number."""

import logging
import secrets
from collections.abc import Mapping
from datetime import timedelta

from sqlalchemy import delete, update
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col, select

from starbond_site import content, forms, local_time
from starbond_site.contact.records import ContactMessage
from starbond_site.content.models import Language
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.forms import FORM, ContactForm, InvalidForm, Outcome, Problem
from starbond_site.limits import Limit, minutes
from starbond_site.mail import Mailer

MESSAGES = 20
"""Per address and time; a mobile provider gives one address to many people."""
MESSAGE_SECONDS = 3600
DUPLICATE = timedelta(minutes=30)
"""The same text from the same sender within this time is one message: the button was pressed twice."""
RETENTION = timedelta(days=730)
"""Messages are deleted after 24 months, as the form promises (content, ``contact.retention``)."""
MAILED_WITHIN = timedelta(days=7)
"""Older messages are not mailed when a mail server is back: they have been exported by then."""
ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Of reference numbers: no characters that sound or look alike on the telephone."""
_log = logging.getLogger(__name__)


class ContactService:
    """Stores contact messages and mails them to the company."""

    def __init__(self, archive: Archive, mailer: Mailer, limit: Limit | None = None) -> None:
        """Use the database of an archive.

        Args:
            archive: whose database holds the messages.
            mailer: sends them to its recipient.
            limit: of messages per network address.
        """
        self._archive = archive
        self._mailer = mailer
        self._limit = limit or Limit(MESSAGES, MESSAGE_SECONDS)

    def send(self, fields: Mapping[str, object], address: str, language: Language = "en") -> Outcome:
        """Take a message; blocks.

        Args:
            fields: those of `forms.ContactForm`, and `forms.HONEYPOT`, which stays empty.
            address: network address of the visitor, for the limit; it is not stored.
            language: of the page.

        Returns:
            The reference number, or what to correct.

        """
        if forms.is_from_program(fields):
            return Outcome(_reference())
        try:
            form = forms.validate(ContactForm, fields)
        except InvalidForm as invalid:
            return Outcome(problems=invalid.problems)
        if seconds := self._limit.take(address):
            return Outcome(problems={FORM: Problem("rate_limited", {"minutes": minutes(seconds)})})
        now = local_time.now()
        message = ContactMessage(
            reference=_reference(),
            received_at=now,
            name=form.name,
            email=form.email,
            phone=form.phone,
            message=form.message,
            language=language,
            consent_at=now,
        )
        try:
            reference = self._store(message)
        except SQLAlchemyError:
            _log.exception("A message could not be stored")
            return Outcome(problems={FORM: Problem("not_stored")})
        if self._is_mailed:
            self._mailer.submit(self.mail_waiting)
        return Outcome(reference)

    def mail_waiting(self) -> None:
        """Mail every message that was not mailed yet, as after a failure of the mail server; blocks.

        Raises:
            OSError: the mail server does not answer; the messages stay to be mailed.
            smtplib.SMTPException: it does not take one; that one and the following stay to be mailed.

        """
        if not self._is_mailed:
            return
        with database.reading(self._archive.engine) as session:
            waiting = select(ContactMessage.id).where(
                col(ContactMessage.mailed_at).is_(None),
                col(ContactMessage.received_at) > local_time.now() - MAILED_WITHIN,
            )
            numbers = list(session.exec(waiting.order_by(col(ContactMessage.id))))
        for number in numbers:
            self._mail(number or 0)

    @property
    def _is_mailed(self) -> bool:
        return self._mailer.is_configured and bool(self._mailer.recipient)

    def _store(self, message: ContactMessage) -> str:
        """Store a message and return its reference number; a duplicate gets the number of the first."""
        with database.writing(self._archive.engine) as session:
            same = select(ContactMessage.reference).where(
                col(ContactMessage.email) == message.email,
                col(ContactMessage.message) == message.message,
                col(ContactMessage.received_at) > message.received_at - DUPLICATE,
            )
            if known := session.exec(same).first():
                return known
            old = delete(ContactMessage).where(col(ContactMessage.received_at) < message.received_at - RETENTION)
            session.connection().execute(old)
            session.add(message)
            return message.reference

    def _mail(self, number: int) -> None:
        """Mail one message; marked first, so that no other worker mails it too, and unmarked where that fails."""
        if not self._set_mailed(number, mailed=True):
            return
        try:
            with database.reading(self._archive.engine) as session:
                message = session.get_one(ContactMessage, number)
            words = content.read("en").interface.mail
            values = {"reference": message.reference, "name": message.name}
            body = words.contact_body.format(
                email=message.email,
                phone=message.phone,
                message=message.message,
                date=f"{local_time.in_dhaka(message.received_at):%d-%m-%Y %H:%M}",
                **values,
            )
            mail = self._mailer.compose(self._mailer.recipient, words.contact_subject.format(**values), body)
            mail["Reply-To"] = message.email
            self._mailer.send(mail)
        except BaseException:
            self._set_mailed(number, mailed=False)
            raise

    def _set_mailed(self, number: int, *, mailed: bool) -> bool:
        """Set or clear the time of mailing; return whether that changed anything."""
        column = col(ContactMessage.mailed_at)
        change = update(ContactMessage).where(
            col(ContactMessage.id) == number, column.is_(None) if mailed else column.is_not(None)
        )
        with database.writing(self._archive.engine) as session:
            return bool(
                session.connection().execute(change.values(mailed_at=local_time.now() if mailed else None)).rowcount
            )


def _reference() -> str:
    """Return a random reference number, which does not reveal how many messages came before."""
    characters = [secrets.choice(ALPHABET) for _ in range(8)]
    return "".join(characters[:4]) + "-" + "".join(characters[4:])
