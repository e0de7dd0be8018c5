"""The log of changes of what is public: every publication, replacement, withdrawal, restoration and correction.

A change is written in the transaction that makes it, and so is its entry in the public log (`entries`). Its number is
the version ``changes``, whose row stays locked until that transaction ends: numbers have no gaps, and a lower number is
never committed after a higher one. Readers can therefore resume after the last number that they saw.
"""

from collections.abc import Sequence
from typing import Any, Literal

from sqlmodel import Session, col, func, select

from starbond_site.documents import entries, versions
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import Change
from starbond_site.shared import local_time

ChangeKind = Literal["published", "replaced", "withdrawn", "restored", "renamed", "moved", "paired", "unpaired"]
VERSION = "changes"
"""Name of the version that numbers changes."""


def record(session: Session, kind: ChangeKind, document_id: int) -> int:
    """Write a change within a transaction, and return its number."""
    number = versions.raise_version(session, VERSION)
    session.add(Change(number=number, kind=kind, document_id=document_id, at=local_time.now()))
    session.flush()
    # With what an older release left that runs beside this one; a longer past is entered by `checkpoints.sign_due`.
    entries.add_changes(session, number)
    return number


def enter(session: Session, kind: str, document_id: int | None = None, **said: str | int) -> None:
    """Write an entry of the public log, within a transaction, of what is no change of what is public."""
    versions.lock(session, VERSION)
    entries.add(session, {"kind": kind, **said}, document_id)


def as_record(change: Change, public_url: str) -> dict[str, Any]:
    """Return a change as ``GET /api/changes`` and webhooks give it."""
    return {
        "number": change.number,
        "kind": change.kind,
        "document": change.document_id,
        "url": f"{public_url}/documents/{change.document_id}.json",
        "at": local_time.in_utc(change.at),
    }


def newest(session: Session) -> int:
    return versions.version_of(session, VERSION)


def last_of(session: Session, document_id: int) -> int:
    """Return the number of the newest change of a document; 0 where none was logged."""
    newest_of = select(func.max(Change.number)).where(Change.document_id == document_id)
    return session.exec(newest_of).one() or 0


def after(session: Session, number: int, limit: int) -> Sequence[Change]:
    """Return the changes with higher numbers, oldest first."""
    return session.exec(
        select(Change).where(col(Change.number) > number).order_by(col(Change.number)).limit(limit)
    ).all()


def read(archive: Archive, number: int, limit: int) -> tuple[int, Sequence[Change]]:
    """Return the number of the newest change, and the changes with higher numbers, as of one moment; blocks."""
    return archive.read(lambda session: (newest(session), after(session, number, limit)))


def as_page(changes: Sequence[Change], asked: int, public_url: str) -> dict[str, Any]:
    """Return changes as JSON, with ``next``: the number after which the following ones come."""
    following = changes[-1].number if changes else asked
    return {"changes": [as_record(change, public_url) for change in changes], "next": following}
