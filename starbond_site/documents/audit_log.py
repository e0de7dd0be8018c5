"""Reads the audit: pages of what a selection finds, the newest first."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import ColumnElement, or_
from sqlmodel import Session, col, func, select

from starbond_site import local_time
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import Audit

ROWS = 50
MOST_VALUES = 200
"""Of what can be selected."""


@dataclass(frozen=True, slots=True)
class Wanted:
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
class Page:
    """Some of the entries that a selection finds, and what could be selected."""

    lines: Sequence[Audit]
    number: int
    """Of this page, from 1."""
    pages: int
    total: int
    people: tuple[str, ...]
    actions: tuple[str, ...]
    outcomes: tuple[str, ...]


def page(archive: Archive, wanted: Wanted, number: int = 1) -> Page:
    """Return a page of the entries; beyond the last page the last one."""
    with database.reading(archive.engine) as session:
        total = session.exec(select(func.count()).select_from(Audit).where(*wanted.conditions)).one()
        pages = max(1, math.ceil(total / ROWS))
        number = min(max(1, number), pages)
        found = _newest(wanted).offset((number - 1) * ROWS).limit(ROWS)
        return Page(
            session.exec(found).all(),
            number,
            pages,
            total,
            people=_values(session, Audit.person),
            actions=_values(session, Audit.action),
            outcomes=_values(session, Audit.outcome),
        )


def every(archive: Archive, wanted: Wanted, limit: int) -> Iterator[Audit]:
    """Yield what a selection finds, up to a number of entries; read it in one thread."""
    with database.reading(archive.engine) as session:
        yield from session.exec(_newest(wanted).limit(limit).execution_options(yield_per=500))


def _newest(wanted: Wanted):  # noqa: ANN202  SQLModel's own type
    return select(Audit).where(*wanted.conditions).order_by(col(Audit.id).desc())


def _values(session: Session, column: str) -> tuple[str, ...]:
    found = session.exec(select(col(column)).where(col(column) != "").distinct().order_by(col(column)))
    return tuple(found.fetchmany(MOST_VALUES))
