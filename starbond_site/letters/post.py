"""Mail: handed to the configured server in a thread, after everything is stored. Without a server nothing is mailed."""

import logging
import smtplib
import ssl
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

from starbond_site.settings import Settings

SECONDS = 20
"""How long the mail server may take for one step."""
_log = logging.getLogger(__name__)


class Post:
    """The way to one mail server."""

    def __init__(self, url: str, sender: str, company: str = "") -> None:
        """Take ``smtp://user:password@host:port`` or ``smtps://...``, the sender, and who receives contact messages."""
        self.sender = sender
        self.company = company
        self._parts = urlsplit(url)
        # One at a time: mail servers count connections, and letters are few.
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="post")

    @classmethod
    def of_settings(cls, settings: Settings) -> "Post":
        """Return the way that the settings describe."""
        url = settings.smtp_url.get_secret_value() if settings.smtp_url else ""
        return cls(url, settings.mail_from, settings.mail_to)

    @property
    def is_configured(self) -> bool:
        """Whether there is a mail server."""
        return bool(self._parts.hostname)

    def later(self, work: Callable[[], None]) -> "Future[None]":
        """Run ``work``, which sends, in the thread of the post; what it raises is logged and harms nobody."""

        def run() -> None:
            try:
                work()
            except (OSError, smtplib.SMTPException):
                _log.exception("A mail could not be sent; what it was about is stored")
            except Exception:
                _log.exception("A mail could not be written; what it was about is stored")

        return self._thread.submit(run)

    def letter(self, recipient: str, subject: str, body: str) -> EmailMessage:
        """Return a plain-text mail."""
        mail = EmailMessage()
        mail["From"] = self.sender
        mail["To"] = recipient
        mail["Subject"] = subject
        # An answer by a robot would come back to a form that nobody waits at.
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content(body)
        return mail

    def send(self, mail: EmailMessage) -> None:
        """Hand a mail over; blocks.

        Raises:
            OSError, smtplib.SMTPException: the server does not answer or does not take it.

        """
        host = self._parts.hostname or ""
        if self._parts.scheme == "smtps":
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                host, self._parts.port or 465, timeout=SECONDS, context=ssl.create_default_context()
            )
        else:
            server = smtplib.SMTP(host, self._parts.port or 587, timeout=SECONDS)
        with server:
            server.ehlo()
            if self._parts.scheme != "smtps" and server.has_extn("starttls"):
                server.starttls(context=ssl.create_default_context())
            if self._parts.username:
                server.login(unquote(self._parts.username), unquote(self._parts.password or ""))
            server.send_message(mail)
