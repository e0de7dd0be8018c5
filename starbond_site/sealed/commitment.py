"""A salted SHA-256 that can be shown before the file (docs/sealed.md).

The commitment is the SHA-256 of the 64 characters of the salt, as they are written, followed by the bytes of the file::

    (printf %s SALT; cat FILE) | sha256sum

The salt has 256 random bits, so that nobody can try files, names or figures against a commitment.
"""

import secrets
from itertools import chain
from pathlib import Path

from starbond_site.documents.storage import chunks_of, digest


def fresh_salt() -> str:
    """Return 256 random bits as 64 hexadecimal digits."""
    return secrets.token_hex(32)


def of_file(salt: str, path: Path) -> str:
    """Return the commitment to a file in hexadecimal."""
    return digest(chain([salt.encode("ascii")], chunks_of(path)))[1]
