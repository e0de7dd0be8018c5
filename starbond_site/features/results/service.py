"""Joins what was published of a reporting period: figures and documents, by one rule.

A period has a row from the moment figures are entered for it. Its statement is the earliest document with figures of
the period: later ones repeat them, or restate them and then stand beside it. Its price sensitive information is the
last that appeared on the day of the statement or in the week before. Its meeting or call is the date of the calendar
nearest to the statement, at most a week away.
"""

from datetime import date, timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement
from sqlalchemy import select as sql_select
from sqlmodel import Session, col

from starbond_site import features
from starbond_site.documents import public_view
from starbond_site.documents.records import OWN_DATE, Document
from starbond_site.shared import local_time
from starbond_site.shared.categories import PRICE_SENSITIVE

WEEK = timedelta(days=7)


class DatedDocument(NamedTuple):
    """A public document and its own day, in the company's time."""

    id: int
    day: date


class ReportingPeriod(NamedTuple):
    """A reporting period: its kind (`categories.Period`), its last day and its documents."""

    period: str
    end: date
    statement: DatedDocument
    price_sensitive: DatedDocument | None
    restating: DatedDocument | None = None
    """The statement that restates it."""


def read(session: Session) -> tuple[ReportingPeriod, ...]:
    """Return the periods that have figures, the newest first."""
    periods = [found for hooks in features.hooks() for found in hooks.periods(session)]
    if not periods:
        return ()
    numbers = {number for _, _, of_period, _ in periods for number in of_period}
    statements = _papers(session, col(Document.id).in_(numbers))
    told = [paper for listed in PRICE_SENSITIVE for paper in _papers(session, *public_view.current(listed))]
    found = []
    for period, end, of_period, restates in periods:
        statement = min((paper for paper in statements if paper.id in of_period), key=_order)
        near = (paper for paper in told if statement.day - WEEK <= paper.day <= statement.day)
        restating = next((paper for paper in statements if paper.id == restates and paper != statement), None)
        found.append(ReportingPeriod(period, end, statement, max(near, key=_order, default=None), restating))
    return tuple(found)


def _papers(session: Session, *where: ColumnElement[bool]) -> list[DatedDocument]:
    rows = session.execute(sql_select(col(Document.id), OWN_DATE).where(*where))
    return [DatedDocument(number, local_time.local_date(moment)) for number, moment in rows]


def _order(paper: DatedDocument) -> tuple[date, int]:
    """Return the place of a document among others; of those of one day the later entry is the later one."""
    return paper.day, paper.id
