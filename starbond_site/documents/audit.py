"""The audit: who did what, when, with which outcome. It can only grow."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session

from starbond_site import local_time
from starbond_site.documents import database, records
from starbond_site.documents.archive import Archive
from starbond_site.documents.refusals import Refusal

DONE = "done"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts, and by which right."""

    address: str
    """Network address, or ``command line``."""
    right: str
    """A value of `settings.UploadPolicy`, or ``administrator``."""


COMMAND_LINE = Actor("command line", "administrator")


def add(session: Session, who: Actor, action: str, subject: str, outcome: str, detail: str = "") -> None:
    """Add a line within a transaction, so that deed and line are committed together."""
    line = records.Audit(
        at=local_time.now(),
        address=_printable(who.address)[:64],
        right=who.right[:20],
        action=action[:40],
        subject=_printable(subject)[:300],
        outcome=outcome[:40],
        detail=_printable(detail)[:500],
    )
    session.add(line)


def record(archive: Archive, who: Actor, action: str, subject: str, outcome: str, detail: str = "") -> None:
    """Add a line in a transaction of its own; where the database fails, the log keeps it."""
    try:
        with database.writing(archive.engine) as session:
            add(session, who, action, subject, outcome, detail)
    except SQLAlchemyError:
        _log.exception("Not audited: %s %s %s %s", who, action, subject, outcome)


@contextmanager
def recording_refusals(archive: Archive, who: Actor, action: str, subject: str) -> Iterator[None]:
    """Note every refusal that leaves the context."""
    try:
        yield
    except Refusal as refusal:
        record(archive, who, action, subject, refusal.code)
        raise


def _printable(words: str) -> str:
    """Return words that any database and terminal can hold: names come from strangers."""
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in words)
