"""Passwords of Excel workbooks until 2003 ([MS-XLS] 2.2.10, [MS-OFFCRYPTO] 2.3.5 to 2.3.7).

Excel locks a workbook whose structure is protected with a password that it knows itself, and asks nobody for it.
"""

import hashlib
import struct
from collections.abc import Callable

from cryptography.hazmat.decrepit.ciphers.algorithms import ARC4
from cryptography.hazmat.primitives.ciphers import Cipher

_STANDARD = "VelvetSweatshop"
_STRONG = 54
"""Bytes of the lock since Excel 97; that of Excel 95 has no type ([MS-XLS] 2.4.117)."""
_BLOCK = 1024
"""Bytes that are locked with one key."""
_Key = Callable[[bytes, int], bytes]
"""Takes salt and number of a block, and returns its key."""
Unlock = Callable[[int, int], int]
"""Takes the place of a byte in the stream of the workbook and the byte, and returns it as it was."""


def unlock(lock: bytes) -> Unlock | None:
    """Return a function that decrypts a workbook with the standard password; None where it has another password.

    Args:
        lock: content of the record FILEPASS.
    """
    if len(lock) < _STRONG or struct.unpack_from("<H", lock)[0] == 0:
        return None
    major, minor = struct.unpack_from("<HH", lock, 2)
    if (major, minor) == (1, 1):
        return _unlock(lock[6:22], lock[22:38], lock[38:54], _key, "md5")
    (header,) = struct.unpack_from("<I", lock, 10)
    (bits,) = struct.unpack_from("<I", lock, 14 + 16)
    size, at = min(bits // 8 or 5, 20), 14 + header + 4
    if 8 * size not in ARC4.key_sizes:
        return None
    salt, verifier, check = lock[at : at + 16], lock[at + 16 : at + 32], lock[at + 36 : at + 56]
    return _unlock(salt, verifier, check, _key_of(size), "sha1")


def _unlock(salt: bytes, verifier: bytes, check: bytes, key: _Key, digest: str) -> Unlock | None:
    """Return a function that decrypts a workbook, if it has the standard password."""
    locked = verifier + check
    plain = bytes(a ^ b for a, b in zip(locked, _stream(key(salt, 0), len(locked)), strict=True))
    if hashlib.new(digest, plain[:16], usedforsecurity=False).digest() != plain[16:]:
        return None

    def open_byte(place: int, locked: int) -> int:
        return locked ^ _stream(key(salt, place // _BLOCK), place % _BLOCK + 1)[-1]

    return open_byte


def _key(salt: bytes, block: int) -> bytes:
    """Return the key of a block for RC4 ([MS-OFFCRYPTO] 2.3.6.2)."""
    first = hashlib.md5(_STANDARD.encode("utf-16-le"), usedforsecurity=False).digest()[:5]
    middle = hashlib.md5((first + salt) * 16, usedforsecurity=False).digest()[:5]
    return hashlib.md5(middle + struct.pack("<I", block), usedforsecurity=False).digest()


def _key_of(size: int) -> _Key:
    """Return the function for keys of RC4 with CryptoAPI ([MS-OFFCRYPTO] 2.3.5.2)."""

    def key(salt: bytes, block: int) -> bytes:
        first = hashlib.sha1(salt + _STANDARD.encode("utf-16-le"), usedforsecurity=False).digest()
        made = hashlib.sha1(first + struct.pack("<I", block), usedforsecurity=False).digest()[:size]
        return made.ljust(16, b"\0") if size == 5 else made

    return key


def _stream(key: bytes, length: int) -> bytes:
    return Cipher(ARC4(key), mode=None).encryptor().update(bytes(length))
