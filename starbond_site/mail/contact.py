"""Contact messages: validated, stored, answered with a reference number, and mailed to the company."""

import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta
from email.message import EmailMessage

from sqlalchemy import Text, delete, update
from sqlmodel import Field, Session, col, select

from starbond_site import content
from starbond_site.content.addresses import DEFAULT, Language
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import NumberedRecord
from starbond_site.mail import Mailer, outbox, submissions
from starbond_site.mail.delivery import Source
from starbond_site.mail.submissions import ContactForm, FormOutcome
from starbond_site.shared import local_time
from starbond_site.shared.limits import Limit

MESSAGES = 20
"""Per address and time; a mobile provider gives one address to many people."""
MESSAGE_SECONDS = 3600
DUPLICATE = timedelta(minutes=30)
"""The same text from the same sender within this time is one message: the button was pressed twice."""
RETENTION = timedelta(days=730)
"""Messages are deleted 24 months after they arrived, as the form promises (content, ``contact.retention``)."""
MAILED_WITHIN = timedelta(days=6)
"""Older messages are not queued when a mail server is set for the first time: they have been exported by then.

Shorter than the time after which a refused mail is given up (`mail.delivery.MAX_REFUSALS`), which is not queued again.
"""
ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Of reference numbers: no characters that sound or look alike on the telephone."""


class ContactMessage(NumberedRecord, table=True):
    """One message of the contact form."""

    reference: str = Field(max_length=20, unique=True)
    """The number that the visitor was given."""
    received_at: datetime = Field(index=True)
    name: str = Field(max_length=200)
    email: str = Field(max_length=320)
    phone: str = Field(max_length=60)
    message: str = Field(sa_type=Text)
    language: str = Field(max_length=5)
    consent_at: datetime
    mailed_at: datetime | None = None
    """When it was handed to the mail server; None while it waits, or where none is configured."""


class ContactService(Source):
    """Stores contact messages, and composes the mails that bring them to the company."""

    def __init__(self, archive: Archive, mailer: Mailer, limit: Limit | None = None) -> None:
        self._archive = archive
        self._mailer = mailer
        self._limit = limit or Limit(MESSAGES, MESSAGE_SECONDS, name="contact messages")

    def send(self, fields: Mapping[str, object], address: str, language: Language = DEFAULT) -> FormOutcome:
        """Take a message; blocks.

        Args:
            fields: those of `submissions.ContactForm`, and `submissions.HONEYPOT`, which stays empty.

        Returns:
            The reference number, or what to correct.
        """
        if submissions.is_from_program(fields):
            return FormOutcome(_reference())
        outcome = submissions.receive(
            ContactForm, fields, self._limit, address, lambda form: self._store(form, language)
        )
        self._mailer.queued.set()
        return outcome

    def compose(self, record_id: int) -> EmailMessage | None:
        """Return the mail of a message; None where the message is deleted or mailed already. Blocks."""
        message = self._archive.read(lambda session: session.get(ContactMessage, record_id))
        if message is None or message.mailed_at or not self._is_mailed:
            return None
        words, values = content.read().interface.mail, message.model_dump()
        body = words.contact_body.format(date=local_time.written(message.received_at), **values)
        subject = words.contact_subject.format(**values)
        return self._mailer.compose(self._mailer.recipient, subject, body, reply_to=message.email)

    def record_refused(self, _session: Session, _record_id: int) -> bool:
        """Go on trying: it is the company's own mailbox."""
        return False

    def record_sent(self, session: Session, record_id: int) -> None:
        """Record when a message was mailed, in the transaction that removes its mail from the outbox."""
        sent = update(ContactMessage).where(col(ContactMessage.id) == record_id).values(mailed_at=local_time.now())
        session.connection().execute(sent)

    def housekeeping(self) -> None:
        """Delete messages that the form promised to keep no longer, and queue those of before a mail server was set."""
        with database.writing(self._archive.engine) as session:
            old = col(ContactMessage.received_at) < local_time.now() - RETENTION
            session.connection().execute(delete(ContactMessage).where(old))
            if not self._is_mailed:
                return
            recent = col(ContactMessage.received_at) > local_time.now() - MAILED_WITHIN
            unmailed = select(ContactMessage.id).where(col(ContactMessage.mailed_at).is_(None), recent)
            for number in session.exec(unmailed.order_by(col(ContactMessage.id))):
                outbox.add(session, "contact", number, self._mailer.new_message_id())

    @property
    def _is_mailed(self) -> bool:
        return self._mailer.is_configured and bool(self._mailer.recipient)

    def _store(self, form: ContactForm, language: Language) -> str:
        """Store a message and return its reference number; a duplicate gets the number of the first."""
        now, typed = local_time.now(), form.model_dump(exclude={"consent"})
        message = ContactMessage(reference=_reference(), received_at=now, language=language, consent_at=now, **typed)
        with database.writing(self._archive.engine) as session:
            same = select(ContactMessage.reference).where(
                col(ContactMessage.email) == message.email,
                col(ContactMessage.message) == message.message,
                col(ContactMessage.received_at) > message.received_at - DUPLICATE,
            )
            if known := session.exec(same).first():
                return known
            session.add(message)
            if self._is_mailed:
                session.flush()
                outbox.add(session, "contact", message.id, self._mailer.new_message_id())
            return message.reference


def _reference() -> str:
    """Return a random reference number, which does not reveal how many messages came before."""
    characters = [secrets.choice(ALPHABET) for _ in range(8)]
    return "".join(characters[:4]) + "-" + "".join(characters[4:])
