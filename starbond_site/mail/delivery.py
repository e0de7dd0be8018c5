"""Sends the outbox, in one thread of each worker.

A mail that the server refuses is passed over, and tried again after growing pauses. A server that does not answer is
no refusal: all mail waits until it answers. Nor is one that refuses many mails alike: that says something of the
server, not of the mailboxes (`_Answers`). What was sent but could not be removed from the outbox, because the
database did not answer, is removed before anything else is sent.
"""

import math
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from email.message import EmailMessage
from time import monotonic
from typing import Protocol

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session

from starbond_site.documents import database
from starbond_site.documents.jobs import JobThread
from starbond_site.mail import outbox
from starbond_site.mail.outbox import OutgoingMail
from starbond_site.mail.smtp import Mailer, MailRefused, MailServerError, Send
from starbond_site.shared import local_time, logs, metrics

POLL_SECONDS = 10
"""How often a worker looks for mails that are due; one that was queued in its own process is sent at once."""
MAX_REFUSALS = 18
"""Attempts before a refused mail is given up, six days and five hours after the first."""
PAUSES = (15.0, 300.0)
"""The first and the longest pause of all mail, in seconds, while the server or the database does not answer."""
ALIKE, SHARE, ALIKE_SECONDS = 10, 0.05, 3600.0
"""So many mails, and more than this share of all that were tried in this time, refused with one answer: the server is
at fault, not the mailboxes."""
_log = logs.get_logger(__name__)


class Source(Protocol):
    """A service that writes the mails of one kind."""

    def compose(self, record_id: int) -> EmailMessage | None:
        """Return the mail; None where it is not wanted any more. Blocks."""
        ...

    def record_sent(self, session: Session, record_id: int) -> None:
        """Record that the mail was sent, in the transaction that removes it from the outbox."""

    def record_refused(self, session: Session, record_id: int, /) -> bool:
        """Record that there is no such mailbox; return whether the mail is given up: whoever asks again gets one."""
        return True

    def queue(self) -> None:
        """Queue mails that follow from something else: before mails are sent, and meanwhile. Blocks."""

    def housekeeping(self) -> None:
        """Do what is due every hour, such as to delete what a form promised to delete; blocks."""


class _Answers:
    """The last answer to each mail that was tried within `ALIKE_SECONDS`."""

    def __init__(self) -> None:
        self._of = OrderedDict[int, tuple[float, str]]()

    def add(self, mail: OutgoingMail, refusal: str = "") -> None:
        """Keep the answer to a mail: how it was refused for good; empty where it was taken, or is to be sent later."""
        now = monotonic()
        self._of[mail.id] = now, refusal
        self._of.move_to_end(mail.id)
        while now - next(iter(self._of.values()))[0] > ALIKE_SECONDS:
            self._of.popitem(last=False)

    def alike(self, refusal: str) -> int:
        """Return how many mails got this refusal, if those are too many for as many mailboxes; otherwise 0."""
        number = sum(answer == refusal for _, answer in self._of.values())
        return number if number >= ALIKE and number > SHARE * len(self._of) else 0


class MailDelivery:
    """Sends the outbox of one database through one server."""

    def __init__(self, engine: Engine, mailer: Mailer, sources: Mapping[str, Source]) -> None:
        """Connect nothing yet.

        Args:
            mailer: connects to the server; where none is configured, nothing is sent.
            sources: compose the mails, by kind.
        """
        self._queued_at = -math.inf
        self._engine = engine
        self._mailer = mailer
        self._sources = sources
        self._sent: list[OutgoingMail] = []
        """Sent, and not removed from the outbox yet."""
        self._refused: list[tuple[OutgoingMail, MailRefused]] = []
        """Refused for good, by the word of a server that may be at fault: settled when the others have been tried."""
        self._answers = _Answers()
        self.stopped = threading.Event()
        """Set to end after the mail that is being sent."""

    def deliver(self) -> None:
        """Send every mail that is due; blocks.

        Raises:
            MailServerError: the server does not answer, or refuses many mails alike; what was not sent waits.
        """
        with metrics.MAIL_ATTEMPTS.labels("server_failed").count_exceptions():
            self._remove_sent()
            self._queue_more(pause=0)
            while self._mailer.is_configured and not self.stopped.is_set() and outbox.QUEUE.is_due(self._engine):
                with self._mailer.connect() as send:
                    while not self.stopped.is_set() and (claimed := outbox.QUEUE.claim(self._engine)):
                        if not self._send(send, claimed):
                            break
                        self._queue_more(pause=POLL_SECONDS)
                self._settle_refused()

    def _queue_more(self, *, pause: float) -> None:
        """Queue what follows from something else, unless that was done less than ``pause`` seconds ago."""
        if not self._mailer.is_configured or monotonic() - self._queued_at < pause:
            return
        self._queued_at = monotonic()
        for source in self._sources.values():
            try:
                source.queue()
            except SQLAlchemyError:
                raise
            except Exception:
                # Other mail does not wait for it.
                _log.exception("mail_not_queued")

    def _send(self, send: Send, claimed: OutgoingMail) -> bool:
        """Send one mail; return whether the connection can be used for another."""
        mail = self._compose(claimed)
        if mail is None or local_time.now() >= claimed.due_at:
            # Not wanted, impossible, or this process was stopped for longer than its claim lasted.
            return True
        try:
            send(mail)
        except MailServerError as error:
            # It may be this mail that ends the connection: the others do not wait for it.
            self._retry_later(claimed, error)
            return False
        except MailRefused as refusal:
            self._answers.add(claimed, str(refusal) if refusal.is_final else "")
            self._refused.append((claimed, refusal))
            self._check_server(refusal)
            if not refusal.is_permanent:
                self._settle(*self._refused.pop())
                return True
            if local_time.now() > self._refused[0][0].due_at - outbox.CLAIM / 2:
                self._settle_refused()
        except Exception as error:
            _log.exception("mail_not_sent", **_named(claimed))
            self._retry_later(claimed, error)
            return False
        else:
            metrics.MAIL_ATTEMPTS.labels("sent").inc()
            self._answers.add(claimed)
            self._mailer.problem = ""
            self._sent.append(claimed)
            self._remove_sent()
        return True

    def _check_server(self, refusal: MailRefused) -> None:
        """Let all mail wait, and count nothing against a mailbox, where too many are refused alike.

        Raises:
            MailServerError: they are.
        """
        if number := self._answers.alike(str(refusal)):
            for claimed, its_own in self._refused:
                self._retry_later(claimed, its_own)
            self._refused.clear()
            self._mailer.problem = f"The mail server refuses many mails alike: {number} within an hour, {refusal}."
            raise MailServerError(self._mailer.problem)

    def _settle_refused(self) -> None:
        while self._refused:
            self._settle(*self._refused[0])
            self._refused.pop(0)

    def _settle(self, claimed: OutgoingMail, refusal: MailRefused) -> None:
        if claimed.claims >= MAX_REFUSALS or (refusal.is_permanent and self._is_unwanted(claimed)):
            self._give_up(claimed, refusal)
        else:
            self._retry_later(claimed, refusal)

    def _compose(self, claimed: OutgoingMail) -> EmailMessage | None:
        """Return a claimed mail; None where it is not wanted, or cannot be composed."""
        try:
            mail = self._sources[claimed.kind].compose(claimed.record_id)
            if mail is not None:
                mail["Message-ID"] = claimed.message_id
        except SQLAlchemyError:
            raise
        except Exception as error:
            _log.exception("mail_not_composed", **_named(claimed))
            self._retry_later(claimed, error)
            return None
        if mail is None:
            with database.writing(self._engine) as session:
                outbox.remove(session, claimed)
        return mail

    def _remove_sent(self) -> None:
        while self._sent:
            claimed = self._sent[0]
            with database.writing(self._engine) as session:
                self._sources[claimed.kind].record_sent(session, claimed.record_id)
                outbox.remove(session, claimed)
            self._sent.pop(0)

    def _retry_later(self, claimed: OutgoingMail, error: Exception) -> None:
        metrics.MAIL_ATTEMPTS.labels("retried").inc()
        pause = outbox.retry_later(self._engine, claimed)
        cause = error if isinstance(error, MailServerError | MailRefused) else type(error).__name__
        _log.warning(
            "mail_retried_later", **_named(claimed), cause=str(cause), attempt=claimed.claims, pause=str(pause)
        )

    def _is_unwanted(self, claimed: OutgoingMail) -> bool:
        with database.writing(self._engine) as session:
            return self._sources[claimed.kind].record_refused(session, claimed.record_id)

    def _give_up(self, claimed: OutgoingMail, refusal: MailRefused) -> None:
        metrics.MAIL_ATTEMPTS.labels("given_up").inc()
        with database.writing(self._engine) as session:
            outbox.remove(session, claimed)
        _log.error("mail_given_up", **_named(claimed), cause=str(refusal), attempts=claimed.claims)


def mail_thread(delivery: MailDelivery, mailer: Mailer, listeners: list[Callable[[str], None]]) -> JobThread:
    """Return the thread that sends what is queued; it ends after the mail that is being sent."""
    return JobThread(
        "mail",
        delivery.deliver,
        every=POLL_SECONDS,
        retry=PAUSES,
        notified=mailer.queued,
        listeners=listeners,
        ending=delivery.stopped.set,
    )


def _named(claimed: OutgoingMail) -> dict[str, str | int]:
    """Return how the log names a mail: without personal data."""
    return {"kind": claimed.kind, "about": claimed.record_id}
