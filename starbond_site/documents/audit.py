"""The audit log: who did what, when, with which outcome. Entries are added and never changed."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, or_
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from starbond_site.documents import attempts, database
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.records import Audit
from starbond_site.documents.refusals import Refusal
from starbond_site.shared import local_time, logs, metrics

DONE = "done"
UNRECORDED = ("database_unavailable", "outcome_unknown")
"""Refusals that the database could not record."""
ROWS = 50
"""On one page of what a selection finds."""
MAX_VALUES = 200
"""Of what can be selected."""
_log = logs.get_logger(__name__)


def add(session: Session, actor: Actor, action: str, subject: str, outcome: str, detail: str = "") -> None:
    """Add an entry within a transaction, so that action and entry are committed together."""
    line = Audit(
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
    attempt: str = "",
    values: Mapping[str, Any] | None = None,
) -> None:
    """Add an entry in a transaction of its own; when the database fails, it goes to the log of the server.

    Raises:
        Refusal: outcome_unknown: the attempt is published, so that nothing was refused (`attempts.refuse`).
    """
    metrics.REFUSALS.labels(outcome).inc()
    if outcome in UNRECORDED:
        # The person is told now, not after another wait for the database.
        _log.error("not_audited", action=action, subject=subject, outcome=outcome)
        return
    try:
        with database.writing(archive.engine) as session:
            add(session, actor, action, subject, outcome, detail)
            if attempt:
                attempts.refuse(session, attempt, outcome, values or {})
    except SQLAlchemyError:
        _log.exception("not_audited", action=action, subject=subject, outcome=outcome)


@contextmanager
def recording_refusals(archive: Archive, actor: Actor, action: str, subject: str, attempt: str = "") -> Iterator[None]:
    try:
        yield
    except Refusal as refusal:
        record(archive, actor, action, subject, refusal.code, refusal.detail, attempt=attempt, values=refusal.values)
        raise


def _printable(words: str) -> str:
    """Return text without characters that a database or terminal may reject: names are untrusted."""
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in words)


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Which entries; what is empty or None does not select."""

    person: str = ""
    action: str = ""
    outcome: str = ""
    first: date | None = None
    """First day, in the company's time."""
    last: date | None = None
    """Last day, in the company's time."""
    text: str = ""
    """Part of subject, detail or address, whatever the case of ASCII letters."""

    @property
    def conditions(self) -> list[ColumnElement[bool]]:
        exact = ((Audit.person, self.person), (Audit.action, self.action), (Audit.outcome, self.outcome))
        wanted = [col(column) == value for column, value in exact if value]
        if self.first:
            wanted.append(col(Audit.at) >= local_time.start_of(self.first))
        if self.last:
            wanted.append(col(Audit.at) < local_time.end_of(self.last))
        if self.text:
            searched = (Audit.subject, Audit.detail, Audit.address)
            wanted.append(or_(*(col(column).icontains(self.text, autoescape=True) for column in searched)))
        return wanted


@dataclass(frozen=True, slots=True)
class AuditPage:
    """Some of the entries that a selection finds, and what could be selected."""

    lines: Sequence[Audit]
    number: int
    """Of this page, from 1."""
    pages: int
    total: int
    people: tuple[str, ...]
    actions: tuple[str, ...]
    outcomes: tuple[str, ...]


def page(archive: Archive, wanted: AuditFilter, number: int = 1) -> AuditPage:
    """Return a page of the entries; beyond the last page the last one."""
    with database.reading(archive.engine) as session:
        return AuditPage(
            *database.page_of(session, _newest(wanted), number, ROWS),
            people=_values(session, Audit.person),
            actions=_values(session, Audit.action),
            outcomes=_values(session, Audit.outcome),
        )


def every(archive: Archive, wanted: AuditFilter, limit: int) -> Iterator[Audit]:
    """Yield what a selection finds, up to a number of entries; read it in one thread."""
    with database.reading(archive.engine) as session:
        yield from session.exec(_newest(wanted).limit(limit).execution_options(yield_per=500))


def _newest(wanted: AuditFilter) -> SelectOfScalar[Audit]:
    return select(Audit).where(*wanted.conditions).order_by(col(Audit.id).desc())


def _values(session: Session, column: str) -> tuple[str, ...]:
    found = session.exec(select(col(column)).where(col(column) != "").distinct().order_by(col(column)))
    return tuple(found.fetchmany(MAX_VALUES))
