"""Entering, removing and reading dividends."""

from datetime import date, timedelta
from decimal import Decimal

from sqlmodel import Session, col, select

from starbond_site import content, features
from starbond_site.documents import audit, versions
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.refusals import Refusal
from starbond_site.features.dividends.records import Dividend
from starbond_site.shared import local_time
from starbond_site.shared.categories import DIVIDENDS

EARLIEST = date(1970, 1, 1)
NUMBERS = {"cash": Decimal(1000), "stock": Decimal(1000), "unclaimed": Decimal(10**15 - 1)}
"""Greatest number by field."""
DAYS = ("record_date", "meeting", "paid_on")
LATEST = timedelta(days=3653)
"""After the end of a year: a later day is mistyped."""


def enter(archive: Archive, dividend: Dividend, actor: Actor, *, seen: int | None = None) -> None:
    """Enter the dividend of a year, in place of what stands there.

    Args:
        seen: version of all dividends that the form was opened with; None where it does not say.

    Raises:
        Refusal: a percentage or a date cannot be right; nothing was entered.
    """
    _check(dividend)
    with versions.changing(archive, DIVIDENDS, seen) as session:
        session.merge(dividend)
        detail = ", ".join(f"{name} {value}" for name, value in dividend.model_dump(exclude_none=True).items())
        audit.add(session, actor, "set dividend", f"dividends/{dividend.year_end}", audit.DONE, detail)


def remove(archive: Archive, year_end: date, actor: Actor, *, seen: int | None = None) -> None:
    """Remove the dividend of a year.

    Raises:
        Refusal: there is none.
    """
    with versions.changing(archive, DIVIDENDS, seen) as session:
        if (row := session.get(Dividend, year_end)) is None:
            raise Refusal("dividend_missing", day=year_end)
        session.delete(row)
        audit.add(session, actor, "remove dividend", f"dividends/{year_end}", audit.DONE)


def read(session: Session) -> tuple[Dividend, ...]:
    """Return the dividends of all years, the newest first."""
    return tuple(session.exec(select(Dividend).order_by(col(Dividend.year_end).desc())))


def read_shown(session: Session) -> tuple[Dividend | str, ...]:
    """Return the dividends, and the names of other features that have a part of the page to show."""
    others = (feature.name for feature in features.FEATURES if feature.hooks.has_dividends(session))
    return (*read(session), *others)


def _check(dividend: Dividend) -> None:
    if content.read().dividends.face_value is None:
        raise Refusal("dividends_missing")
    for name, most in NUMBERS.items():
        if not 0 <= (value := getattr(dividend, name) or 0) <= most:
            raise Refusal("dividend_number", field=name, value=value, limit=most)
    if not EARLIEST <= dividend.year_end <= local_time.today():
        raise Refusal("figure_period", field="year_end", day=dividend.year_end, first=EARLIEST)
    for name in DAYS:
        if (day := getattr(dividend, name)) and not dividend.year_end < day <= dividend.year_end + LATEST:
            raise Refusal("dividend_day", field=name, day=day, end=dividend.year_end)
