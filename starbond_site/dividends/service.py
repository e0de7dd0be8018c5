"""Entering, removing and reading dividends."""

from dataclasses import asdict, dataclass
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
NUMBERS, DAYS = ("cash", "stock", "unclaimed"), ("record_date", "meeting", "paid_on")


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


def enter(archive: Archive, declared: Declared, actor: Actor, *, seen: int | None = None) -> None:
    """Enter the dividend of a year, in place of what stands there.

    Args:
        seen: version of all dividends that the person knew; None where nobody looked.

    Raises:
        Refusal: a percentage or a date cannot be right; nothing was entered.
    """
    _check(declared)
    with database.writing(archive.engine) as session:
        versions.raise_version(session, DIVIDENDS, seen)
        columns = columns_of(declared)
        session.merge(Dividend(**columns))
        detail = ", ".join(f"{name} {value}" for name, value in columns.items() if value)
        audit.add(session, actor, "set dividend", f"dividends/{declared.year_end}", audit.DONE, detail)
    archive.announce(DIVIDENDS)


def remove(archive: Archive, year_end: date, actor: Actor, *, seen: int | None = None) -> None:
    """Remove the dividend of a year.

    Raises:
        Refusal: there is none.
    """
    with database.writing(archive.engine) as session:
        versions.raise_version(session, DIVIDENDS, seen)
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
            raise Refusal("dividend_number", name=name, field=name, value=value, limit=most)
    if not EARLIEST <= declared.year_end <= local_time.today():
        raise Refusal("figure_period", field="year_end", day=declared.year_end, first=EARLIEST)
    for name in DAYS:
        if (day := getattr(declared, name)) and not declared.year_end < day <= declared.year_end + LATEST:
            raise Refusal("dividend_day", field=name, day=day, end=declared.year_end)


def columns_of(declared: Declared) -> dict[str, Any]:
    fields = asdict(declared)
    return fields | {name: "" if fields[name] is None else f"{fields[name]:f}" for name in NUMBERS}


def _declared(row: Dividend) -> Declared:
    fields = row.model_dump()
    fields |= {name: Decimal(fields[name]) if fields[name] else None for name in NUMBERS}
    return Declared(**fields)
