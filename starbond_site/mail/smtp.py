"""The mail server of the settings: connections to it, and what its answers mean."""

import re
import smtplib
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from email.message import EmailMessage
from email.utils import formataddr, make_msgid, parseaddr
from functools import partial
from urllib.parse import unquote, urlsplit

from email_validator import EmailNotValidError, validate_email

from starbond_site import content
from starbond_site.documents.jobs import Unavailable
from starbond_site.mail import message
from starbond_site.mail.message import Mail

TIMEOUT_SECONDS = 20
"""How long the server may take for one step of the dialogue."""
CLOSING = 421
"""The server closes the connection, whatever was asked (RFC 5321, section 3.8)."""
Send = Callable[[EmailMessage], None]


class MailServerError(Unavailable):
    """The server cannot be reached, does not accept the login, or has closed the connection."""


class MailRefused(Exception):  # noqa: N818  the server's answer, not a fault of this side
    """The server answered, and does not take this mail."""

    is_permanent = False
    """Whether there is no such mailbox."""
    is_final = False
    """Whether the server will not take it later either (RFC 5321, section 4.2.1), be it for the mailbox or a policy."""


class Mailer:
    """Composes mails, and connects to the mail server."""

    def __init__(self, url: str, sender: str, recipient: str = "", bounces: str = "") -> None:
        """Remember the server; nothing is connected yet.

        Args:
            url: ``smtp://user:password@host:port`` or ``smtps://...``; empty where there is no server.
            sender: address in ``From``; one without a name gets the company's.
            recipient: who receives contact messages.
            bounces: address of the mailbox for bounces.
        """
        self.sender = sender
        if sender and "<" not in sender:
            self.sender = formataddr((message.header_text(content.read().company.name), sender))
        self._bounces = bounces
        self.recipient = recipient
        self.queued = threading.Event()
        """Set when something was queued in this process; `delivery.MailDelivery` waits for it."""
        self.problem = ""
        """Why mail waits although the server answers; a sentence for the operator, empty for nothing."""
        self._parts = urlsplit(url)

    @property
    def is_configured(self) -> bool:
        return bool(self._parts.hostname)

    def new_message_id(self) -> str:
        """Return a ``Message-ID`` in the domain of the sender (RFC 5322, section 3.6.4)."""
        domain = parseaddr(self.sender)[1].rpartition("@")[2]
        return make_msgid(domain=domain if domain.isascii() and domain else "localhost")

    def compose(self, recipient: str, subject: str, body: str, *, reply_to: str = "", code: str = "") -> Mail:
        """Return a plain-text mail from the sender of this site.

        Args:
            recipient: address of ``To``.
            subject: any text.
            body: any text.
            reply_to: address of ``Reply-To``.
            code: identifies the recipient in a bounce, as the detail of the bounce address (VERP).

        Raises:
            ValueError: an address cannot stand in a header; see `message.compose`.
        """
        mail = message.compose(self.sender, with_ascii_domain(recipient), subject, body, reply_to=reply_to)
        if self._bounces and code:
            mailbox, _, domain = self._bounces.rpartition("@")
            mail.envelope_sender = f"{mailbox}+{code}@{domain}"
        return mail

    @staticmethod
    def of_list(mail: Mail, name: str, public_url: str, unsubscribe: str) -> Mail:
        """Return a mail with the headers of a list, under the host of the site.

        Mail programs sort by ``List-Id`` (RFC 2919), and offer to unsubscribe with one click (RFC 2369 and RFC 8058).
        """
        mail["List-Id"] = f"<{name}.{urlsplit(public_url).hostname}>"
        mail["List-Unsubscribe"] = f"<{unsubscribe}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return mail

    @contextmanager
    def connect(self) -> Iterator[Send]:
        """Provide what sends one mail after the other over one connection; blocks.

        Raises:
            MailServerError: there is none.
        """
        try:
            server = self._open()
        except OSError as error:
            raise MailServerError(_cause(error)) from error
        # quit() would wait for an answer that nobody needs.
        with closing(server):
            yield partial(_send, server)

    def _open(self) -> smtplib.SMTP:
        host = self._parts.hostname or ""
        if self._parts.scheme == "smtps":
            context = ssl.create_default_context()
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                host, self._parts.port or 465, timeout=TIMEOUT_SECONDS, context=context
            )
        else:
            server = smtplib.SMTP(host, self._parts.port or 587, timeout=TIMEOUT_SECONDS)
        try:
            server.ehlo()
            if self._parts.scheme != "smtps" and server.has_extn("starttls"):
                server.starttls(context=ssl.create_default_context())
            if self._parts.username:
                server.login(unquote(self._parts.username), unquote(self._parts.password or ""))
        except BaseException:
            server.close()
            raise
        return server


def _send(server: smtplib.SMTP, mail: EmailMessage) -> None:
    """Send a mail; blocks. A mail that goes to one of several recipients counts as sent.

    Raises:
        MailServerError: the connection is lost; whether the mail arrived is not known.
        MailRefused: the server does not take the mail, and the connection can be used for the next.
    """
    try:
        server.send_message(mail, getattr(mail, "envelope_sender", None) or None)
    except OSError as error:
        is_answer = isinstance(error, smtplib.SMTPException) and not isinstance(error, smtplib.SMTPServerDisconnected)
        if not is_answer or CLOSING in _codes(error):
            raise MailServerError(_cause(error)) from error
        refusal = MailRefused(_cause(error))
        refusal.is_permanent, refusal.is_final = _is_permanent(error), all(code >= 500 for code in _codes(error))
        raise refusal from error


def is_unknown_mailbox(status: str) -> bool:
    """Return whether an enhanced status code means a mailbox that does not exist, or not any more (RFC 3463)."""
    return bool(re.match(r"5\.(1\.|2\.1\b)", status))


def _is_permanent(error: BaseException) -> bool:
    if not isinstance(error, smtplib.SMTPRecipientsRefused):
        return False
    # Servers without enhanced codes say 550, 551 or 553 (RFC 5321, section 4.2.3); with one, 550 may mean a policy.
    said = [(code, text.decode("ascii", "replace").strip()) for code, text in error.recipients.values()]
    return all(
        is_unknown_mailbox(text) if re.match(r"\d\.\d", text) else code in (550, 551, 553) for code, text in said
    )


def _codes(error: BaseException) -> list[int]:
    """Return the reply codes (RFC 5321, section 4.2) in an error."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return [code for code, _ in error.recipients.values()]
    return [error.smtp_code] if isinstance(error, smtplib.SMTPResponseException) else []


def _cause(error: BaseException) -> str:
    """Return kind and reply codes of an error, for the log: its text may name a recipient."""
    return " ".join([type(error).__name__, *map(str, _codes(error))])


def with_ascii_domain(address: str) -> str:
    """Return an address with its domain as name servers know it (RFC 5891), which every mail server transports."""
    try:
        return validate_email(address, check_deliverability=False).ascii_email or address
    except EmailNotValidError:
        # Of the settings: a name beside the address, several addresses, or a host without a dot.
        return address
