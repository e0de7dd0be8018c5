"""A salted SHA-256 that can be shown before the file (docs/sealed.md).

The commitment is the SHA-256 of the 64 characters of the salt, as they are written, followed by the bytes of the file::

    (printf %s SALT; cat FILE) | sha256sum

The salt has 256 random bits, so that nobody can try files, names or figures against a commitment.
"""

import hashlib
import secrets
from pathlib import Path

from starbond_site.documents.storage import CHUNK


def fresh_salt() -> str:
    """Return 256 random bits as 64 hexadecimal digits."""
    return secrets.token_hex(32)


def of_file(salt: str, path: Path) -> str:
    """Return the commitment to a file in hexadecimal."""
    digest = hashlib.sha256(salt.encode("ascii"))
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()
