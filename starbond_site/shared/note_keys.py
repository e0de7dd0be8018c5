"""Public keys of signed notes, as programs for notes read them (https://c2sp.org/signed-note, "Verifier keys")."""

import base64
import hashlib
import re
from typing import NamedTuple

LOG, WITNESS = b"\x01", b"\x04"
"""Kinds of Ed25519 signatures: of a log, and of a witness, which has the time (https://c2sp.org/tlog-cosignature)."""
BYTES = 32
"""Of a key."""


class NoteKey(NamedTuple):
    """A key and the name of whoever signs with it; its text is ``NAME+ID+KEY``."""

    name: str
    public: bytes
    kind: bytes = LOG

    @property
    def id(self) -> bytes:
        return hashlib.sha256(self.name.encode() + b"\n" + self.kind + self.public).digest()[:4]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{base64.b64encode(self.kind + self.public).decode()}"


def is_name(text: str) -> bool:
    """Return whether a key may have a name: one without blanks, ``+`` and the scheme of an address."""
    return bool(re.fullmatch(r"(?!.*://)[^\s+]+", text))


def read(text: str, kind: bytes) -> NoteKey:
    """Return a key by its text.

    Raises:
        ValueError: it is none of this kind, mistyped, or of a name that is none.
    """
    name, _, rest = text.partition("+")
    data = base64.b64decode(rest.partition("+")[2])
    key = NoteKey(name, data[1:], data[:1])
    if not is_name(name) or key.kind != kind or len(key.public) != BYTES or str(key) != text:
        raise ValueError(f"{text} is no such key")
    return key
