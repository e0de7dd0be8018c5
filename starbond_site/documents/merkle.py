"""The Merkle tree of a transparency log (RFC 6962, section 2.1), and the notes that sign its head (C2SP).

Pure functions. A tree is whatever returns the hash of a range of its leaves; proofs are lists of such hashes.
Checkpoints are signed notes (https://c2sp.org/signed-note, https://c2sp.org/tlog-checkpoint). A witness cosigns one: it
saw at some time that the log has only grown.
"""

import base64
import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from starbond_site.shared.note_keys import NoteKey

EMPTY = hashlib.sha256(b"").digest()
"""Root of a tree without leaves."""
SIGNED_BY = "— "
"""Begins the line of a signature below a note."""
HashOf = Callable[[int, int], bytes]
"""Returns the hash of the subtree over the leaves from the first number up to, and without, the second one."""

Subtree = tuple[int, bytes]
"""Its width and its hash."""


def leaf_hash(data: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def split(width: int) -> int:
    """Return the leaves of the left half: the largest power of two that is smaller than a width of two or more."""
    return 1 << (width - 1).bit_length() - 1


def inclusion(index: int, size: int, hash_of: HashOf) -> list[bytes]:
    """Return the proof that a tree of some size has its leaf of an index (``PATH``)."""
    return _path(index, size, hash_of, lambda begin, end: end - begin <= 1)[1]


def consistency(old: int, new: int, hash_of: HashOf) -> list[bytes]:
    """Return the proof that a tree has only grown, from one size from 1 on to another (``PROOF``)."""
    begin, path = _path(old - 1, new, hash_of, lambda _begin, end: end == old)
    return [*([hash_of(begin, old)] if begin else []), *path]


def _path(index: int, size: int, hash_of: HashOf, is_found: Callable[[int, int], bool]) -> tuple[int, list[bytes]]:
    """Go down to a subtree with a leaf; return where it begins, and the hashes beside the way, from its end."""
    path: list[bytes] = []
    begin, end = 0, size
    while not is_found(begin, end):
        middle = begin + split(end - begin)
        if index < middle:
            path.append(hash_of(middle, end))
            end = middle
        else:
            path.append(hash_of(begin, middle))
            begin = middle
    return begin, path[::-1]


def root_of_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes | None:
    """Return the root that a proof leads to (RFC 9162, section 2.1.3.2); None for one of the wrong length."""
    if not 0 <= index < size:
        return None
    node, last, found = index, size - 1, leaf
    for sibling in proof:
        if last == 0:
            return None
        if node & 1 or node == last:
            found = node_hash(sibling, found)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            found = node_hash(found, sibling)
        node, last = node >> 1, last >> 1
    return found if last == 0 else None


def is_consistent(old: int, old_root: bytes, new: int, new_root: bytes, proof: Sequence[bytes]) -> bool:
    """Return whether a proof shows that the second tree holds the first (RFC 9162, section 2.1.4.2)."""
    if not 0 < old < new:
        return 0 < old == new and old_root == new_root and not proof
    path = [*([] if old & (old - 1) else [old_root]), *proof]
    if not path:
        return False
    node, last = old - 1, new - 1
    while node & 1:
        node, last = node >> 1, last >> 1
    first = second = path[0]
    for sibling in path[1:]:
        if last == 0:
            return False
        if node & 1 or node == last:
            first, second = node_hash(sibling, first), node_hash(sibling, second)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            second = node_hash(second, sibling)
        node, last = node >> 1, last >> 1
    return last == 0 and first == old_root and second == new_root


def grown(leaves: Iterable[bytes]) -> Iterator[tuple[list[Subtree], list[Subtree]]]:
    """Add hashes of leaves one by one; give the largest whole subtrees from left to right, and those that it has made.

    The first list is the same one each time; `folded` makes the root of it.
    """
    stack: list[Subtree] = []
    for leaf in leaves:
        made = [(1, leaf)]
        while stack and stack[-1][0] == made[-1][0]:
            width, left = stack.pop()
            made.append((2 * width, node_hash(left, made[-1][1])))
        stack.append(made[-1])
        yield stack, made


def folded(stack: Sequence[Subtree]) -> bytes:
    """Return the root over whole subtrees."""
    if not stack:
        return EMPTY
    found = stack[-1][1]
    for _, left in stack[-2::-1]:
        found = node_hash(left, found)
    return found


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The head of a log: how many entries it has, and the root over them."""

    origin: str
    size: int
    root: bytes
    more: tuple[str, ...] = ()
    """Further lines; this log has none."""
    signer: bytes | None = field(default=None, compare=False)
    """Of a note that was opened: the public key that signed it, of those that count."""

    @property
    def text(self) -> str:
        lines = (self.origin, str(self.size), base64.b64encode(self.root).decode(), *self.more)
        return "".join(f"{line}\n" for line in lines)


def signed(checkpoint: Checkpoint, public: bytes, sign: Callable[[bytes], bytes]) -> str:
    """Return a note whose signer has the name of the log."""
    signature = NoteKey(checkpoint.origin, public).id + sign(checkpoint.text.encode())
    return f"{checkpoint.text}\n{SIGNED_BY}{checkpoint.origin} {base64.b64encode(signature).decode()}\n"


def opened(note: str, keys: Iterable[bytes] = ()) -> Checkpoint | None:
    """Return the checkpoint of a note, with its signer; None for no checkpoint.

    Args:
        note: untrusted; line ends of other systems, and blanks around it, are none of its text.
        keys: public keys that count, of a signer that has the name of the log.
    """
    text, _, signatures = note.strip().replace("\r\n", "\n").partition("\n\n")
    try:
        origin, size, root, *more = text.split("\n")
        checkpoint = Checkpoint(origin, int(size), base64.b64decode(root, validate=True), tuple(more))
        given = [base64.b64decode(line.rpartition(" ")[2]) for line in signatures.split("\n")]
    except ValueError:
        return None
    if checkpoint.text != f"{text}\n" or checkpoint.size < 0:
        return None
    for public in keys:
        for signature in given:
            try:
                if signature[:4] == NoteKey(origin, public).id:
                    Ed25519PublicKey.from_public_bytes(public).verify(signature[4:], checkpoint.text.encode())
                    return replace(checkpoint, signer=public)
            except InvalidSignature:
                continue
    return checkpoint


def cosignature(checkpoint: Checkpoint, key: NoteKey, seconds: int, sign: Callable[[bytes], bytes]) -> str:
    """Return what a witness adds to a note, at a time in seconds since 1970 (https://c2sp.org/tlog-cosignature)."""
    signature = key.id + seconds.to_bytes(8) + sign(_cosigned(checkpoint, seconds))
    return f"{SIGNED_BY}{key.name} {base64.b64encode(signature).decode()}\n"


def cosignature_of(checkpoint: Checkpoint, lines: str, key: NoteKey) -> tuple[str, datetime] | None:
    """Return the line of a witness, and the time in it; None where none of these untrusted lines is by its key."""
    for each in lines.split("\n"):
        before, mark, encoded = each.partition(f"{SIGNED_BY}{key.name} ")
        try:
            signature = base64.b64decode(encoded, validate=True)
            seconds = int.from_bytes(signature[4:12])
            if mark and not before and signature[:4] == key.id:
                Ed25519PublicKey.from_public_bytes(key.public).verify(signature[12:], _cosigned(checkpoint, seconds))
                return f"{each}\n", datetime.fromtimestamp(seconds, UTC)
        except (InvalidSignature, ValueError, OverflowError, OSError):
            continue
    return None


def _cosigned(checkpoint: Checkpoint, seconds: int) -> bytes:
    return f"cosignature/v1\ntime {seconds}\n{checkpoint.text}".encode()
