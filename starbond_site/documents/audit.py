"""The audit log: who did what, when, with which outcome. Entries are added and never changed."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session

from starbond_site import local_time, logs, metrics
from starbond_site.documents import attempts, database, records
from starbond_site.documents.archive import Archive
from starbond_site.documents.attempts import Claim
from starbond_site.documents.refusals import Refusal

DONE = "done"
UNRECORDED = ("database_unavailable", "outcome_unknown")
"""Refusals that the database could not record."""
_log = logs.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts, and under which policy."""

    address: str
    """Network address, or ``command line``."""
    right: str
    """A value of `settings.UploadPolicy`, or ``administrator``."""
    person: str = ""
    """Name of the person who signed in; empty where nobody is named."""
    person_id: int | None = None
    """Of that person; None where nobody is named, 0 for the command line."""
    enrolled_at: datetime | None = None
    """When the person used the link with which they got their passkeys."""
    enrolled_by: int | None = None
    """Id of the person who made that link."""

    @property
    def name(self) -> str:
        return self.person or (self.address if self.person_id == 0 else "")


COMMAND_LINE = Actor("command line", "administrator", person_id=0)
SCHEDULE = Actor("schedule", "schedule")
"""What happens at a moment that was set before, by nobody's hand."""


def add(session: Session, actor: Actor, action: str, subject: str, outcome: str, detail: str = "") -> None:
    """Add an entry within a transaction, so that action and entry are committed together."""
    line = records.Audit(
        at=local_time.now(),
        address=_printable(actor.address)[:64],
        right=actor.right[:20],
        person=_printable(actor.person)[:200],
        action=action[:40],
        subject=_printable(subject)[:300],
        outcome=outcome[:40],
        detail=_printable(detail)[:500],
    )
    session.add(line)


def record(
    archive: Archive,
    actor: Actor,
    action: str,
    subject: str,
    outcome: str,
    detail: str = "",
    *,
    claim: Claim | None = None,
    values: Mapping[str, Any] | None = None,
) -> None:
    """Add an entry in a transaction of its own; when the database fails, it goes to the log of the server."""
    metrics.REFUSALS.labels(outcome).inc()
    if outcome in UNRECORDED:
        # The person is told now, not after another wait for the database.
        _log.error("not_audited", action=action, subject=subject, outcome=outcome)
        return
    try:
        with database.writing(archive.engine) as session:
            add(session, actor, action, subject, outcome, detail)
            if claim:
                attempts.refuse(session, claim, outcome, values or {})
    except SQLAlchemyError:
        _log.exception("not_audited", action=action, subject=subject, outcome=outcome)


@contextmanager
def recording_refusals(
    archive: Archive, actor: Actor, action: str, subject: str, claim: Claim | None = None
) -> Iterator[None]:
    try:
        yield
    except Refusal as refusal:
        record(archive, actor, action, subject, refusal.code, refusal.detail, claim=claim, values=refusal.values)
        raise


def _printable(words: str) -> str:
    """Return text without characters that a database or terminal may reject: names are untrusted."""
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in words)
