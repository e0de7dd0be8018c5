"""Signs the head of the public log, beside publications, and compares the log with the records (docs/log.md).

A checkpoint, and the whole subtrees that it covers, are one transaction: a process that is killed before leaves entries
that the next step signs. What was given out last also stands in a file of the data folder, which no backup restores: a
database that went back is noticed by it, and nothing is signed until somebody says so in the log (`accept`).
"""

import json
import os
import threading
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from sqlmodel import Session, col, func, select

from starbond_site.documents import audit, changes, database, entries, merkle, signing, versions
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.jobs import JobThread
from starbond_site.documents.merkle import Checkpoint
from starbond_site.documents.records import Change, Document, LogCheckpoint, LogEntry, LogNode
from starbond_site.shared import local_time

POLL_SECONDS = 10
"""Between two looks for new entries, so that one checkpoint signs many."""
LONGEST = timedelta(days=1)
"""After which a log without new entries is signed again: it has not stopped."""
PAUSE_SECONDS = 0.1
"""Between two batches of what is from before the log."""
SAME = timedelta(minutes=1)
"""Longest time between a record and the change of its transaction."""
VERSION = "log"
"""Name of the version whose row keeps other processes from signing."""


def job(archive: Archive) -> JobThread:
    return JobThread("log", partial(sign_due, archive), every=POLL_SECONDS)


def origin(archive: Archive) -> str:
    """Return the name of the log: its address without the scheme."""
    return f"{archive.settings.public_url.partition('://')[2].rstrip('/')}/log"


def newest(session: Session) -> LogCheckpoint | None:
    return session.exec(select(LogCheckpoint).order_by(col(LogCheckpoint.number).desc()).limit(1)).first()


def given_out(session: Session) -> str | None:
    """Return the newest checkpoint with what witnesses said of it; None until there is one."""
    last = newest(session)
    return last and entries.cosigned(last, entries.confirmations(session, last))


def public_keys(archive: Archive) -> list[bytes]:
    return [key.public_bytes for key in signing.listed(archive)]


def sign_due(archive: Archive) -> bool:
    """Enter what is from before the log; sign its head where it has grown, is a day old, or has a new key or origin.

    Returns:
        Whether a checkpoint was written by this call.
    """
    while archive.read(_is_behind):
        with database.writing(archive.engine) as session:
            versions.lock(session, changes.VERSION)
            count = entries.add_changes(session)
        if count == entries.BATCH:
            # Publications come between.
            time.sleep(PAUSE_SECONDS)
    if went_back(archive):
        return False
    key = signing.current(archive)
    with database.reading(archive.engine) as session:
        last, size = newest(session), entries.size(session)
        present = last and (last.size, last.key_id, last.note.partition("\n")[0])
        if last and present == (size, key.id, origin(archive)) and local_time.now() - last.at < LONGEST:
            if _file_text(archive) != last.note:
                # Another machine signed it, or began this log.
                _keep(archive, last.note)
            return False
        tree = entries.Tree(session)
        tree.complete(size)
        head = Checkpoint(origin(archive), size, tree.hash_of(0, size))
    note = merkle.signed(head, key.public_bytes, key.sign)
    number = last.number + 1 if last else 1
    with database.writing(archive.engine) as session:
        versions.lock(session, VERSION)
        if (now := newest(session)) and now.number >= number:
            return False
        session.add_all(LogNode(level=at[0], number=at[1], hash=each.hex()) for at, each in tree.made.items())
        session.add(LogCheckpoint(number=number, size=size, key_id=key.id, at=local_time.now(), note=note))
    _keep(archive, note)
    return True


def _is_behind(session: Session) -> bool:
    newest_change = session.exec(select(func.max(Change.number))).one() or 0
    return newest_change > (session.exec(select(func.max(LogEntry.change))).one() or 0)


def _file(archive: Archive) -> Path:
    return archive.settings.data_dir / "log.checkpoint"


def _keep(archive: Archive, note: str) -> None:
    """Write what was given out, in one step."""
    file = _file(archive)
    part = file.with_suffix(f".{os.getpid()}-{threading.get_ident()}.part")
    part.write_text(note, "utf-8")
    part.replace(file)


def _file_text(archive: Archive) -> str:
    file = _file(archive)
    return file.read_text("utf-8", "replace") if file.exists() else ""


def went_back(archive: Archive) -> str:
    """Return a sentence where the log does not hold what this machine gave out before; empty where it does."""
    given = merkle.opened(_file_text(archive))
    if given is None:
        return ""
    size = archive.read(entries.size)
    if given.size > size:
        return f"The public log has {size} entries, and a checkpoint over {given.size} was given out before."
    if archive.read(lambda session: entries.Tree(session).hash_of(0, given.size)) != given.root:
        return f"The first {given.size} entries of the public log are others than those that were signed before."
    return ""


def accept(archive: Archive, actor: Actor) -> bool:
    """Go on after the log went back, which one entry says for ever, for all machines; return whether it had."""
    lost = merkle.opened(_file_text(archive))
    if lost is None or not went_back(archive):
        return False
    said = f'"kind":"went back","root":"{lost.root.hex()}","size":{lost.size}}}'
    known = select(LogEntry.number).where(col(LogEntry.change).is_(None), col(LogEntry.leaf).endswith(said)).limit(1)
    with database.writing(archive.engine) as session:
        versions.lock(session, changes.VERSION)
        if session.exec(known).first() is None:
            changes.enter(session, "went back", size=lost.size, root=lost.root.hex())
        audit.add(session, actor, "log went back", "log", audit.DONE, f"lost: {lost.size} {lost.root.hex()}")
    _file(archive).unlink()
    sign_due(archive)
    return True


def compare(archive: Archive, kept: str, keys: list[bytes]) -> tuple[Checkpoint | None, str]:
    """Compare a checkpoint that somebody kept with this log; return it, and ``held`` or what is wrong with it.

    That is ``unreadable``, ``foreign`` (of another log, or signed by none of the keys), ``newer`` (than this log), or
    ``other`` (this log has another past).
    """
    given = merkle.opened(kept, keys)
    if given is None:
        return None, "unreadable"
    # The signature is by a name and a key: a site that moved signed under its earlier address, too.
    if given.signer is None:
        return given, "foreign"
    with database.reading(archive.engine) as session:
        if given.size > entries.size(session):
            return given, "newer"
        is_held = entries.Tree(session).hash_of(0, given.size) == given.root
    return given, "held" if is_held else "other"


def mistakes(archive: Archive) -> Iterator[str]:
    """Give a sentence for everything in which entries, records, checkpoints and whole subtrees differ; reads all."""
    keys = {key.id: key.public_bytes for key in signing.listed(archive)}
    with database.reading(archive.engine) as session:
        yield from _of_changes(session)
        yield from _of_documents(session)
        yield from _of_tree(session, keys)
    if sentence := went_back(archive):
        yield sentence


def _of_changes(session: Session) -> Iterator[str]:
    logged = select(LogEntry.change).where(LogEntry.change == Change.number).exists()
    for change in session.exec(select(Change).where(~logged).order_by(col(Change.number))):
        yield f"Left out: change {change.number} (document {change.document_id}, {change.kind}) has no entry."
    named = select(LogEntry.number).where(LogEntry.document_id == Document.id).exists()
    for number in session.exec(select(Document.id).where(~named)):
        yield f"Left out: document {number} has no entry."
    own = select(LogEntry, Change).outerjoin(Change, col(LogEntry.change) == Change.number)
    own = own.where(col(LogEntry.change).is_not(None)).order_by(col(LogEntry.number))
    for entry, change in session.exec(own.execution_options(yield_per=1000)):
        said = _said(entry)
        found = change and (change.number, change.kind, change.document_id, local_time.in_utc(change.at))
        if found != tuple(said.get(name) for name in ("change", "kind", "number", "at")):
            yield f"Altered: entry {entry.number} has another kind, document or time than change {entry.change}."


def _of_documents(session: Session) -> Iterator[str]:
    withdrawals: dict[int, tuple[int, str | None]] = {}
    pairs = select(LogEntry, Document).join(Document, col(LogEntry.document_id) == Document.id)
    for entry, document in session.exec(pairs.order_by(col(LogEntry.number)).execution_options(yield_per=1000)):
        said = _said(entry)
        if said.get("sha256") != document.sha256:
            yield f"Altered: entry {entry.number} has other bytes than the record of document {document.id} says."
        if (kind := said.get("kind")) == "published" and not _is_same(said.get("at"), document.published_at):
            yield f"Altered: entry {entry.number} has another time than the record of document {document.id}."
        if kind in {"published", "withdrawn", "restored"}:
            withdrawals[document.id] = entry.number, said.get("at") if kind == "withdrawn" else None
    for document in session.exec(select(Document).execution_options(yield_per=1000)):
        number, at = withdrawals.get(document.id, (0, None))
        if document.id in withdrawals and not _is_same(at, document.withdrawn_at):
            yield f"Altered: the record of document {document.id} has another withdrawal, or none, than entry {number}."
    last = select(func.max(LogEntry.change)).group_by(col(LogEntry.document_id))
    for entry, document in session.exec(pairs.where(col(LogEntry.change).in_(last)).execution_options(yield_per=1000)):
        said, title = _said(entry), entries.title_hash(document)
        if (said.get("list"), said.get("title")) != (document.category, title):
            yield f"Altered: entry {entry.number} has another list or title than the record of document {document.id}."


def _said(entry: LogEntry) -> dict[str, Any]:
    """Return what an entry says; nothing where somebody made it unreadable."""
    try:
        return dict(json.loads(entry.leaf))
    except (ValueError, TypeError):
        return {}


def _is_same(said: str | None, moment: datetime | None) -> bool:
    """Return whether a time of an entry is that of a record: both are of one transaction."""
    if said is None or moment is None:
        return said is moment
    try:
        return abs(datetime.fromisoformat(said) - moment) < SAME
    except (ValueError, TypeError):
        return False


def _of_tree(session: Session, keys: dict[str, bytes]) -> Iterator[str]:
    """Compare every checkpoint and every kept subtree with the entries, which are read once."""
    by_size: dict[int, list[LogCheckpoint]] = {}
    for checkpoint in session.exec(select(LogCheckpoint).order_by(col(LogCheckpoint.number))):
        by_size.setdefault(checkpoint.size, []).append(checkpoint)
    covered = max(by_size, default=0)
    nodes = {(each.level, each.number): each.hash for each in session.exec(select(LogNode))}
    hashes = (merkle.leaf_hash(leaf) for leaf in entries.all_leaves(session))
    for size, (stack, made) in enumerate(merkle.grown(hashes), 1):
        for width, found in made[8::8]:
            level, number = (width.bit_length() - 1) // 8, size // width - 1
            kept = nodes.get((level, number))
            if kept is None and size <= covered:
                yield f"Left out: the hash of entries {size - width} to {size - 1}, which a checkpoint covers."
            elif kept not in (None, found.hex()):
                yield f"Altered: the hash of entries {size - width} to {size - 1} is not that of these entries."
        for checkpoint in by_size.pop(size, ()):
            read = merkle.opened(checkpoint.note, keys.values())
            if read is None or (read.signer is None and checkpoint.key_id in keys):
                yield f"Altered: checkpoint {checkpoint.number} is not signed by its key."
            elif read.size != size or read.root != merkle.folded(stack):
                yield (
                    f"Another past: the checkpoint of {local_time.in_utc(checkpoint.at)} over {size} entries has "
                    "another root than these entries: one of them was changed, left out or put in."
                )
    for size in by_size:
        yield f"Left out: a checkpoint covers {size} entries, and there are fewer."
