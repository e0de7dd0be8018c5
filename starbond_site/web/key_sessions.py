"""Sessions of those who entered the upload key, in a cookie that scripts cannot read and other sites cannot send.

The upload page sends the key once to ``POST /api/upload-key`` (`web.upload_key`). The cookie is signed with a secret
that is derived from the key, so that nothing is stored, every worker and instance accepts it, and a new key ends all
sessions.
"""

import hashlib
import secrets
from collections.abc import Callable
from functools import cache

from itsdangerous import BadSignature, TimestampSigner

SESSION_SECONDS = 24 * 3600
"""The server ends sessions itself: browsers that restore their tabs keep session cookies."""
_SALT = b"starbond upload session 1"


class KeySessions(TimestampSigner):
    """Makes and recognises sessions of one key, signed with HMAC-SHA-256; tests set the clock."""

    def __init__(self, key: bytes, clock: Callable[[], float]) -> None:
        super().__init__(_derived(key), salt="upload session", key_derivation="hmac", digest_method=hashlib.sha256)
        self._clock = clock

    def get_timestamp(self) -> int:
        return int(self._clock())

    def make(self) -> str:
        return self.sign(secrets.token_urlsafe(12)).decode()

    def is_valid(self, value: str) -> bool:
        """Return whether `make` made a cookie's value with the present key, at most `SESSION_SECONDS` ago.

        Or as long ahead: only a clock of this site can have signed that, which was set back, or that of another worker.
        """
        try:
            _, signed_at = self.unsign(value, return_timestamp=True)
        except BadSignature:
            return False
        return abs(self.get_timestamp() - signed_at.timestamp()) <= SESSION_SECONDS


@cache
def _derived(key: bytes) -> bytes:
    """Return the secret that sessions are signed with.

    By scrypt (RFC 7914), slow on purpose: a stolen cookie must not help to guess a short key.
    """
    return hashlib.scrypt(key, salt=_SALT, n=2**14, r=8, p=1)
