"""Sends mail through one SMTP server (RFC 5321), in a thread, after what it is about was stored.

Without a configured server nothing is sent.
"""

import logging
import smtplib
import ssl
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from email.message import EmailMessage
from functools import cache
from urllib.parse import unquote, urlsplit

from starbond_site.settings import Settings
from starbond_site.settings import settings as read_settings

TIMEOUT_SECONDS = 20
"""How long the server may take for one step of the dialogue."""
_log = logging.getLogger(__name__)


class Mailer:
    """Sends mail through one SMTP server."""

    def __init__(self, url: str, sender: str, recipient: str = "") -> None:
        """Remember the server; nothing is connected yet.

        Args:
            url: ``smtp://user:password@host:port`` or ``smtps://...``; empty where there is no server.
            sender: address in ``From``.
            recipient: who receives contact messages.
        """
        self.sender = sender
        self.recipient = recipient
        self._parts = urlsplit(url)
        # One thread: mail servers limit connections, and mails are few.
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mail")

    @classmethod
    def from_settings(cls, settings: Settings) -> "Mailer":
        """Return the mailer that the settings describe."""
        url = settings.smtp_url.get_secret_value() if settings.smtp_url else ""
        return cls(url, settings.mail_from, settings.mail_to)

    @property
    def is_configured(self) -> bool:
        """Whether there is a mail server."""
        return bool(self._parts.hostname)

    def submit(self, work: Callable[[], None]) -> "Future[None]":
        """Run ``work``, which composes and sends, in the thread of the mailer; what it raises is logged."""

        def run() -> None:
            try:
                work()
            except (OSError, smtplib.SMTPException):
                _log.exception("A mail could not be sent; what it was about is stored")
            except Exception:
                _log.exception("A mail could not be composed; what it was about is stored")

        return self._thread.submit(run)

    def compose(self, recipient: str, subject: str, body: str) -> EmailMessage:
        """Return a plain-text mail."""
        mail = EmailMessage()
        mail["From"] = self.sender
        mail["To"] = recipient
        mail["Subject"] = subject
        # Keeps automatic replies away (RFC 3834).
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content(body)
        return mail

    def send(self, mail: EmailMessage) -> None:
        """Send a mail; blocks.

        Raises:
            OSError: the server does not answer.
            smtplib.SMTPException: the server does not take the mail.

        """
        host = self._parts.hostname or ""
        if self._parts.scheme == "smtps":
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                host, self._parts.port or 465, timeout=TIMEOUT_SECONDS, context=ssl.create_default_context()
            )
        else:
            server = smtplib.SMTP(host, self._parts.port or 587, timeout=TIMEOUT_SECONDS)
        with server:
            server.ehlo()
            if self._parts.scheme != "smtps" and server.has_extn("starttls"):
                server.starttls(context=ssl.create_default_context())
            if self._parts.username:
                server.login(unquote(self._parts.username), unquote(self._parts.password or ""))
            server.send_message(mail)


@cache
def default() -> Mailer:
    """Return the mailer of this process."""
    return Mailer.from_settings(read_settings())
