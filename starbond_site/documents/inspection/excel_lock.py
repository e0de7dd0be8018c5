"""Passwords of Excel workbooks until 2003 ([MS-XLS] 2.2.10, [MS-OFFCRYPTO] 2.3.5 to 2.3.7).

Excel locks a workbook whose structure is protected with a password that it knows itself, and asks nobody for it.
"""

import hashlib
import struct
from collections.abc import Callable
from functools import partial

from cryptography.hazmat.decrepit.ciphers.algorithms import ARC4
from cryptography.hazmat.primitives.ciphers import Cipher, CipherContext

_STANDARD = "VelvetSweatshop".encode("utf-16-le")
_STRONG = 54
"""Bytes of the lock since Excel 97; that of Excel 95 has no type ([MS-XLS] 2.4.117)."""
_BLOCK = 1024
"""Bytes that are locked with one key."""
_SIZES = (5, 7, 8, 10, 16, 20)
"""Bytes of a key, as far as `ARC4` takes so many."""
Unlock = Callable[[int, int], int]
"""Takes the place of a byte in the stream of the workbook and the byte, and returns it as it was."""


def unlock(lock: bytes) -> Unlock | None:
    """Return a function that decrypts a workbook with the standard password; None where it has another password.

    Args:
        lock: content of the record FILEPASS.
    """
    if len(lock) < _STRONG or struct.unpack_from("<H", lock)[0] == 0:
        return None
    if struct.unpack_from("<HH", lock, 2) == (1, 1):
        # RC4 ([MS-OFFCRYPTO] 2.3.6.2).
        salt, locked, size, digest = lock[6:22], lock[22:54], 16, partial(hashlib.md5, usedforsecurity=False)
        secret = digest((digest(_STANDARD).digest()[:5] + salt) * 16).digest()[:5]
    else:
        # RC4 with CryptoAPI ([MS-OFFCRYPTO] 2.3.5.2); between both stands the size of the hash.
        (header,) = struct.unpack_from("<I", lock, 10)
        (bits,) = struct.unpack_from("<I", lock, 14 + 16)
        at = 14 + header + 4
        salt, locked = lock[at : at + 16], lock[at + 16 : at + 32] + lock[at + 36 : at + 56]
        size, digest = min(bits // 8 or 5, 20), partial(hashlib.sha1, usedforsecurity=False)
        secret = digest(salt + _STANDARD).digest()
    if size not in _SIZES:
        return None

    def decryptor(block: int) -> CipherContext:
        key = digest(secret + struct.pack("<I", block)).digest()[:size]
        return Cipher(ARC4(key.ljust(16, b"\0") if size == 5 else key), mode=None).decryptor()

    verifier = decryptor(0).update(locked)
    if digest(verifier[:16]).digest() != verifier[16:]:
        return None
    return lambda place, byte: decryptor(place // _BLOCK).update(bytes(place % _BLOCK) + bytes([byte]))[-1]
