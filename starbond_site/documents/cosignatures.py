"""Cosignatures: a witness saw at some time that a log has only grown (https://c2sp.org/tlog-cosignature, Ed25519)."""

import base64
from collections.abc import Callable
from datetime import UTC, datetime

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from starbond_site.documents.merkle import SIGNED_BY, Checkpoint
from starbond_site.shared.note_keys import NoteKey


def line(checkpoint: Checkpoint, key: NoteKey, seconds: int, sign: Callable[[bytes], bytes]) -> str:
    """Return what a witness adds to a note, at a time in seconds since 1970."""
    signature = key.id + seconds.to_bytes(8) + sign(_message(checkpoint, seconds))
    return f"{SIGNED_BY}{key.name} {base64.b64encode(signature).decode()}\n"


def found(checkpoint: Checkpoint, lines: str, key: NoteKey) -> tuple[str, datetime] | None:
    """Return the line of a witness, and the time in it; None where none of these untrusted lines is by its key."""
    for each in lines.split("\n"):
        before, mark, encoded = each.partition(f"{SIGNED_BY}{key.name} ")
        try:
            signature = base64.b64decode(encoded, validate=True)
            seconds = int.from_bytes(signature[4:12])
            if mark and not before and signature[:4] == key.id:
                Ed25519PublicKey.from_public_bytes(key.public).verify(signature[12:], _message(checkpoint, seconds))
                return f"{each}\n", datetime.fromtimestamp(seconds, UTC)
        except (InvalidSignature, ValueError, OverflowError, OSError):
            continue
    return None


def _message(checkpoint: Checkpoint, seconds: int) -> bytes:
    return f"cosignature/v1\ntime {seconds}\n{checkpoint.text}".encode()
