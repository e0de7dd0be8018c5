"""The log of changes of what is public: every publication, replacement, withdrawal, restoration and correction.

A change is written in the transaction of the deed. Its number is the version ``changes``, whose row stays locked until
that transaction ends: numbers have no gaps, and a lower number is never committed after a higher one. Readers can
therefore resume after the last number that they saw.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlmodel import Session, col, func, select

from starbond_site import local_time
from starbond_site.documents import versions
from starbond_site.documents.records import Change

Kind = Literal["published", "replaced", "withdrawn", "restored", "renamed", "moved", "paired", "unpaired"]
VERSION = "changes"
"""Name of the version that numbers changes."""


def record(session: Session, kind: Kind, document_id: int) -> int:
    """Write a change within a transaction, and return its number."""
    number = versions.raise_version(session, VERSION)
    session.add(Change(number=number, kind=kind, document_id=document_id, at=local_time.now()))
    session.flush()
    return number


@dataclass(frozen=True, slots=True)
class Logged:
    """A change as the public sees it."""

    number: int
    kind: str
    document_id: int
    at: datetime

    def as_record(self, public_url: str) -> dict[str, Any]:
        """Return the change as ``GET /api/changes`` and webhooks give it.

        Args:
            public_url: of the site, without a trailing slash.
        """
        return {
            "number": self.number,
            "kind": self.kind,
            "document": self.document_id,
            "url": f"{public_url}/documents/{self.document_id}.json",
            "at": self.at.isoformat(timespec="seconds").replace("+00:00", "Z"),
        }


def newest(session: Session) -> int:
    """Return the number of the newest change; 0 where there is none."""
    return versions.version_of(session, VERSION)


def last_of(session: Session, document_id: int) -> int:
    """Return the number of the newest change of a document; 0 where none was logged."""
    newest_of = select(func.max(Change.number)).where(Change.document_id == document_id)
    return session.exec(newest_of).one() or 0


def after(session: Session, number: int, limit: int) -> list[Logged]:
    """Return the changes with higher numbers, oldest first."""
    later = select(Change).where(col(Change.number) > number).order_by(col(Change.number)).limit(limit)
    return [Logged(row.number, row.kind, row.document_id, row.at) for row in session.exec(later)]


def as_page(changes: Sequence[Logged], asked: int, public_url: str) -> dict[str, Any]:
    """Return changes as JSON, with ``next``: the number after which the following ones come.

    Args:
        changes: oldest first.
        asked: the number that they come after.
        public_url: of the site, without a trailing slash.
    """
    following = changes[-1].number if changes else asked
    return {"changes": [change.as_record(public_url) for change in changes], "next": following}
