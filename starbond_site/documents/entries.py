"""The entries of the public log (docs/log.md): one for every change, written in its transaction, and their tree.

Beside entries, the database keeps the hash of every whole subtree of 256, 65,536, ... entries, so that a proof reads a
few hundred rows, however long the log is. `checkpoints` writes these when it signs.
"""

import base64
import json
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import takewhile
from operator import attrgetter
from typing import Any

from sqlmodel import Session, col, func, select

from starbond_site.documents import merkle
from starbond_site.documents.records import (
    Change,
    Document,
    LogCheckpoint,
    LogConfirmation,
    LogEntry,
    LogNode,
    LogWitness,
    SigningKey,
)
from starbond_site.shared import local_time

TILE = 256
"""Hashes of a whole tile, and entries of a whole bundle (https://c2sp.org/tlog-tiles)."""
BATCH = 200
"""Entries that are read, or entered later, at once; publications wait a fraction of a second for so many."""
SETTLED = timedelta(days=2)
"""From the first confirmed checkpoint, in which others may change a receipt; an authority stamps once a day."""
PROOF = "c2sp.org/tlog-proof@v1"
"""First line of a proof with its checkpoint (https://c2sp.org/tlog-proof)."""


def size(session: Session) -> int:
    newest = session.exec(select(func.max(LogEntry.number))).one()
    return 0 if newest is None else newest + 1


def add(session: Session, said: dict[str, Any], document_id: int | None = None, change: int | None = None) -> None:
    """Write an entry, in canonical JSON (RFC 8785), within a transaction that holds the version `changes.VERSION`."""
    leaf = {"at": local_time.in_utc(local_time.now()), **said}
    if document_id:
        leaf["number"] = document_id
    if change:
        leaf["change"] = change
    text = json.dumps(leaf, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    session.add(LogEntry(number=size(session), leaf=text, document_id=document_id, change=change))
    session.flush()


def add_changes(session: Session, present: int = 0) -> int:
    """Enter the changes that have no entry yet, oldest first, `BATCH` at most; return how many there were.

    Args:
        present: number of the change that this transaction makes; those before it are marked as entered later: they
            are from before the log, or of an earlier release that ran beside this one.
    """
    last = session.exec(select(func.max(LogEntry.change))).one() or 0
    missing = session.exec(select(Change).where(Change.number > last).order_by(col(Change.number)).limit(BATCH)).all()
    for change in missing:
        before = select(func.max(Change.number))
        before = before.where(Change.document_id == change.document_id, Change.number < change.number)
        document = session.get_one(Document, change.document_id)
        said: dict[str, Any] = {
            "kind": change.kind,
            "at": local_time.in_utc(change.at),
            "list": document.category,
            "sha256": document.sha256,
            "title": title_hash(document),
            "follows": session.exec(before).one(),
        }
        if change.number != present:
            said["earlier"] = True
        add(session, said, document.id, change.number)
    return len(missing)


def title_hash(document: Document) -> str | None:
    return sha256(document.title.encode()).hexdigest() if document.title else None


def leaves(session: Session, begin: int, end: int) -> list[bytes]:
    wanted = select(LogEntry.leaf).where(LogEntry.number >= begin, LogEntry.number < end)
    return [leaf.encode() for leaf in session.exec(wanted.order_by(col(LogEntry.number)))]


def all_leaves(session: Session) -> Iterator[bytes]:
    for begin in range(0, size(session), BATCH):
        yield from leaves(session, begin, begin + BATCH)


class Tree:
    """The tree as one session sees it. `hash_of` is made of whole subtrees that are kept, as far as there are some."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._tiles: dict[tuple[int, int], list[bytes]] = {}
        self.made: dict[tuple[int, int], bytes] = {}
        """Whole subtrees that are not kept yet, by level and number."""

    def tile(self, level: int, number: int) -> list[bytes]:
        """Return the hashes of a tile, as many as there are; of subtrees, those before the first that is missing."""
        if (level, number) not in self._tiles:
            begin = number * TILE
            if level:
                kept = select(LogNode.number, LogNode.hash).where(
                    LogNode.level == level, LogNode.number >= begin, LogNode.number < begin + TILE
                )
                numbered = enumerate(self._session.exec(kept.order_by(col(LogNode.number))), begin)
                found = [bytes.fromhex(node[1]) for _, node in takewhile(lambda each: each[0] == each[1][0], numbered)]
            else:
                found = [merkle.leaf_hash(leaf) for leaf in leaves(self._session, begin, begin + TILE)]
            self._tiles[level, number] = found
        return self._tiles[level, number]

    def hash_of(self, begin: int, end: int) -> bytes:
        """Return the hash of the entries from a number up to, and without, another one."""
        width, level = end - begin, 0
        if not width:
            return merkle.EMPTY
        while TILE ** (level + 1) <= width:
            level += 1
        if width == TILE**level and begin % width == 0:
            number = begin // width
            tile = self.tile(level, number // TILE)
            if number % TILE < len(tile):
                return tile[number % TILE]
            if (level, number) in self.made:
                return self.made[level, number]
            if not level:
                # An entry was removed: the root is another one.
                return merkle.EMPTY
        middle = begin + merkle.split(width)
        return merkle.node_hash(self.hash_of(begin, middle), self.hash_of(middle, end))

    def complete(self, total: int) -> None:
        """Make the whole subtrees of a tree of some size that are not kept yet; `made` has them afterwards."""
        level = 1
        while (count := total // TILE**level) > 0:
            kept = {*self._session.exec(select(LogNode.number).where(LogNode.level == level))}
            for number in sorted({*range(count)} - kept):
                width = TILE**level
                self.made[level, number] = self.hash_of(number * width, (number + 1) * width)
                self._tiles.pop((level - 1, number), None)
            level += 1


def confirmed(session: Session, document_id: int) -> tuple[LogEntry, LogCheckpoint] | None:
    """Return the newest entry of a document and the checkpoint that confirms it; None until there is one.

    Of the checkpoints that cover it, and were signed by a key that counts, it is the first one until somebody confirms
    one; then, of that and those signed within `SETTLED` after it, the one with the most confirmations. From then on a
    receipt stays the same while nothing changes, whoever becomes a witness later.
    """
    newest = select(LogEntry).where(LogEntry.document_id == document_id).order_by(col(LogEntry.number).desc())
    entry = session.exec(newest.limit(1)).first()
    if entry is None:
        return None
    keys = select(SigningKey.id).where(col(SigningKey.is_listed))
    covering = select(LogCheckpoint).where(LogCheckpoint.size > entry.number, col(LogCheckpoint.key_id).in_(keys))
    oldest = col(LogCheckpoint.size), col(LogCheckpoint.number)
    first = session.exec(covering.join(LogConfirmation).order_by(*oldest).limit(1)).first()
    if first is None:
        checkpoint = session.exec(covering.order_by(*oldest).limit(1)).first()
        return (entry, checkpoint) if checkpoint else None
    soon = covering.where(LogCheckpoint.number >= first.number, LogCheckpoint.at <= first.at + SETTLED)
    most = soon.join(LogConfirmation).group_by(col(LogCheckpoint.number)).order_by(func.count().desc(), *oldest)
    return entry, session.exec(most.limit(1)).one()


def confirmations(session: Session, checkpoint: LogCheckpoint) -> list[tuple[LogWitness, LogConfirmation]]:
    """Return the witnesses of a checkpoint, and what they said."""
    said = select(LogWitness, LogConfirmation).join(LogConfirmation)
    return list(session.exec(said.where(LogConfirmation.checkpoint == checkpoint.number).order_by(col(LogWitness.id))))


def last_confirmation(session: Session) -> tuple[str, datetime] | None:
    """Return the name of the witness that was the last to confirm the newest checkpoint that some did, and when."""
    said = select(LogWitness, LogConfirmation).join(LogConfirmation)
    newest = col(LogConfirmation.checkpoint).desc(), col(LogConfirmation.at).desc(), col(LogWitness.id)
    last = session.exec(said.order_by(*newest).limit(1)).first()
    return (last[0].name, last[1].at) if last else None


def cosigned(checkpoint: LogCheckpoint, said: Iterable[tuple[LogWitness, LogConfirmation]]) -> str:
    """Return a checkpoint with the lines of its witnesses, by `confirmations`, below that of the log."""
    return checkpoint.note + "".join(each.said for witness, each in said if not witness.is_authority)


def proof_of(session: Session, document_id: int) -> dict[str, Any] | None:
    """Return the newest entry of a document with its proof, for its receipt; None until it is `confirmed`."""
    found = confirmed(session, document_id)
    return proof(session, *found) if found else None


def proof(session: Session, entry: LogEntry, checkpoint: LogCheckpoint) -> dict[str, Any] | None:
    """Return an entry with its proof under a checkpoint; None where somebody altered the log (`log verify`)."""
    path = merkle.inclusion(entry.number, checkpoint.size, Tree(session).hash_of)
    root = merkle.root_of_inclusion(merkle.leaf_hash(entry.leaf.encode()), entry.number, checkpoint.size, path)
    key = session.get_one(SigningKey, checkpoint.key_id)
    signed = merkle.opened(checkpoint.note, [base64.urlsafe_b64decode(f"{key.public}=")])
    if signed is None or signed.signer is None or signed.root != root:
        return None
    lines = [PROOF, f"index {entry.number}", *(base64.b64encode(each).decode() for each in path), ""]
    lines.append(cosigned(checkpoint, said := confirmations(session, checkpoint)))
    # Of several the last one, which verified under the roots of its day: those of an authority before may be gone.
    stamps = sorted((each for witness, each in said if witness.is_authority), key=attrgetter("at"))
    proven = {"entry": entry.leaf, "proof": "\n".join(lines)}
    return proven | ({"timestamp": stamps[-1].said} if stamps else {})
