"""Entering, removing and reading dividends."""

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from sqlmodel import Session, col, select

from starbond_site import content, local_time
from starbond_site.categories import DIVIDENDS
from starbond_site.dividends.records import Dividend
from starbond_site.documents import audit, database, versions
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.refusals import Refusal

EARLIEST = date(1970, 1, 1)
MOST_PERCENT, MOST_UNCLAIMED = Decimal(1000), Decimal(10**15 - 1)
LATEST = timedelta(days=3653)
"""After the end of a year: a later day is mistyped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """The dividend of one financial year."""

    year_end: date
    cash: Decimal
    """In per cent of the face value."""
    stock: Decimal
    """In per cent of the shares."""
    record_date: date
    meeting: date | None = None
    paid_on: date | None = None
    unclaimed: Decimal | None = None
    """Amount in the currency of the company."""

    @property
    def per_share(self) -> Decimal:
        """Cash for one share, in the currency of the company."""
        return self.cash / 100 * (content.read().dividends.face_value or Decimal(0))

    @property
    def fund_day(self) -> date | None:
        """The day from which what is unclaimed belongs to the fund."""
        return content.read().dividends.fund_day(self.meeting or self.record_date)


def enter(archive: Archive, declared: Declared, actor: Actor) -> None:
    """Enter the dividend of a year, in place of what stands there.

    Raises:
        Refusal: a percentage or a date cannot be right; nothing was entered.

    """
    _check(declared)
    with database.writing(archive.engine) as session:
        versions.raise_version(session, DIVIDENDS)
        before = session.get(Dividend, declared.year_end)
        row = before or Dividend(year_end=declared.year_end, cash="", stock="", record_date=declared.record_date)
        row.sqlmodel_update(_stored(declared))
        session.add(row)
        detail = ", ".join(f"{name} {value}" for name, value in _stored(declared).items() if value not in ("", None))
        audit.add(session, actor, "set dividend", f"dividends/{declared.year_end}", audit.DONE, detail)
    archive.announce(DIVIDENDS)


def remove(archive: Archive, year_end: date, actor: Actor) -> None:
    """Remove the dividend of a year.

    Raises:
        Refusal: there is none.

    """
    with database.writing(archive.engine) as session:
        versions.raise_version(session, DIVIDENDS)
        if (row := session.get(Dividend, year_end)) is None:
            raise Refusal("dividend_missing", day=year_end)
        session.delete(row)
        audit.add(session, actor, "remove dividend", f"dividends/{year_end}", audit.DONE)
    archive.announce(DIVIDENDS)


def read(archive: Archive) -> tuple[Declared, ...]:
    """Return the dividends of all years, the newest first; blocks."""
    with database.reading(archive.engine) as session:
        return stored(session)


def stored(session: Session) -> tuple[Declared, ...]:
    """Return the same within a transaction."""
    return tuple(_declared(row) for row in session.exec(select(Dividend).order_by(col(Dividend.year_end).desc())))


def _check(declared: Declared) -> None:
    if content.read().dividends.face_value is None:
        raise Refusal("dividends_missing")
    for name, most in (("cash", MOST_PERCENT), ("stock", MOST_PERCENT), ("unclaimed", MOST_UNCLAIMED)):
        if not 0 <= (value := getattr(declared, name) or 0) <= most:
            raise Refusal("dividend_number", name=name, value=value, limit=most)
    if not EARLIEST <= declared.year_end <= local_time.today():
        raise Refusal("figure_period", day=declared.year_end, first=EARLIEST)
    for day in (declared.record_date, declared.meeting, declared.paid_on):
        if day and not declared.year_end < day <= declared.year_end + LATEST:
            raise Refusal("dividend_day", day=day, end=declared.year_end)


def _stored(declared: Declared) -> dict[str, Any]:
    amount = "" if declared.unclaimed is None else f"{declared.unclaimed:f}"
    return {
        "cash": f"{declared.cash:f}",
        "stock": f"{declared.stock:f}",
        "record_date": declared.record_date,
        "meeting": declared.meeting,
        "paid_on": declared.paid_on,
        "unclaimed": amount,
    }


def _declared(row: Dividend) -> Declared:
    numbers = {"cash": Decimal(row.cash), "stock": Decimal(row.stock)}
    amount = Decimal(row.unclaimed) if row.unclaimed else None
    return Declared(**{**row.model_dump(), **numbers, "unclaimed": amount})
