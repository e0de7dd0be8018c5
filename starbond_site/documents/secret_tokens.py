"""Random values that links and cookies carry, and the hashes of them that the database holds."""

import hashlib
import secrets


def new_token() -> str:
    """Return 256 random bits in base64url."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """Return the SHA-256 of a token; it has so many random bits that it needs no salt."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
