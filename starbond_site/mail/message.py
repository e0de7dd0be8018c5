"""Composes plain-text mails whose headers contain what was meant, and no more, on every supported Python.

Two properties of Python's ``email`` package make this necessary. It decodes encoded words (RFC 2047) in a header that
is set from text, so that a visitor called ``=?utf-8?q?x=0d=0aBcc:_y?=`` would write a header of his own. And it folds a
long word without spaces by encoding it, after which mail programs do not recognise the URL in ``List-Unsubscribe``.
Imports nothing of the site, so that a test can run it with other versions of Python.
"""

import re
import unicodedata
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import localtime

ENCODED_WORD = "=?"
"""Begins an encoded word (RFC 2047, section 2)."""
_BANGLA, _LATIN_WORD = re.compile("[\u0980-\u09ff]"), re.compile("[A-Za-z]{4}")
_ADDRESS = re.compile(r"\S+[@/]\S+")
NEVER_FOLDED = frozenset({"list-id", "list-unsubscribe", "list-unsubscribe-post", "message-id"})
"""Headers of ASCII without spaces, far below the 998 characters of a line (RFC 5322, section 2.1.1)."""


class Mail(EmailMessage):
    """A mail with its bounce address."""

    envelope_sender = ""
    """Bounce address (RFC 5321, section 3.6.3); empty for that of ``From``."""


class _Policy(EmailPolicy):
    """Writes some headers on one line, and bodies that every server transports (RFC 2045, section 6.2)."""

    def fold(self, name: str, value: str) -> str:
        if name.lower() in NEVER_FOLDED:
            return f"{name}: {value}{self.linesep}"
        return super().fold(name, value)

    def fold_binary(self, name: str, value: str) -> bytes:
        if name.lower() in NEVER_FOLDED:
            return self.fold(name, value).encode("ascii")
        return super().fold_binary(name, value)


POLICY = _Policy(cte_type="7bit")


def header_text(text: str) -> str:
    """Return a text for a header: on one line, without control characters, with no encoded word in it."""
    visible = (" " if unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") else sign for sign in text)
    return " ".join("".join(visible).split()).replace(ENCODED_WORD, "= ?")


def compose(sender: str, recipient: str, subject: str, body: str, *, reply_to: str = "") -> Mail:
    """Return a plain-text mail with its date; `outbox` has the ``Message-ID``, the same in every attempt.

    Args:
        sender: address of ``From``, with or without a name.
        recipient: address of ``To``.
        subject: any text; see `header_text`.
        body: any text.
        reply_to: address of ``Reply-To``; left out where it is not ASCII, which few servers transport (RFC 6532).

    Raises:
        ValueError: an address contains an encoded word or a control character.
    """
    mail = Mail(policy=POLICY)
    mail["From"] = sender
    mail["To"] = _address(recipient)
    if reply_to and reply_to.isascii():
        mail["Reply-To"] = _address(reply_to)
    mail["Subject"] = header_text(subject)
    mail["Date"] = localtime()
    # Keeps automatic replies away (RFC 3834).
    mail["Auto-Submitted"] = "auto-generated"
    # Removes earlier headers of the content.
    mail.set_content(body.encode("utf-8", "replace").decode())
    if _BANGLA.search(body):
        # RFC 3282; names of documents may be in another language than the mail.
        mail["Content-Language"] = "bn, en" if _LATIN_WORD.search(_ADDRESS.sub("", body)) else "bn"
    return mail


def _address(address: str) -> str:
    if address != header_text(address):
        raise ValueError("an address may contain neither an encoded word nor a control character")
    return address
