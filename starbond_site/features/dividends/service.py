"""Entering, removing and reading dividends."""

from datetime import date, datetime, timedelta
from decimal import Decimal

from sqlalchemy import Column
from sqlmodel import Field, Session, col, select

from starbond_site import content, features
from starbond_site.documents import audit, versions
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.records import ExactDecimal, Record
from starbond_site.documents.refusals import Refusal
from starbond_site.features.hooks import MeetingDay
from starbond_site.shared import local_time
from starbond_site.shared.categories import DIVIDENDS

EARLIEST = date(1970, 1, 1)
NUMBERS = {"cash": Decimal(1000), "stock": Decimal(1000), "unclaimed": Decimal(10**15 - 1)}
"""Greatest number by field."""
DAYS = ("declared_on", "record_date", "meeting", "paid_on")
YEAR, LATEST = timedelta(days=366), timedelta(days=3653)
"""The longest year, and how long after its end no day is mistyped."""
FINAL = "final"
KINDS = (FINAL, *(f"interim-{number}" for number in range(1, 5)), "special")
"""What a dividend can be: of each year one of a kind, the interim ones with their number."""


class Dividend(Record, table=True):
    """One dividend of a financial year."""

    year_end: date = Field(primary_key=True)
    kind: str = Field(default=FINAL, max_length=20, primary_key=True)
    """One of `KINDS`."""
    cash: Decimal = Field(default=Decimal(0), sa_column=Column(ExactDecimal(20), nullable=False))
    """In per cent of the face value."""
    stock: Decimal = Field(default=Decimal(0), sa_column=Column(ExactDecimal(20), nullable=False))
    """In per cent of the shares."""
    declared_on: date | None = None
    record_date: date
    meeting: date | None = None
    paid_on: date | None = None
    unclaimed: Decimal | None = Field(default=None, sa_column=Column(ExactDecimal(20), nullable=False))
    """Amount in the currency of the company; None where it is not known."""
    sequence: int = 0
    """Number of changes, for calendar programs."""
    changed_at: datetime = local_time.FIRST

    def year(self, site: content.Site) -> str:
        return site.period("year", self.year_end)

    def name(self, site: content.Site) -> str:
        return kind_name(site, self.kind)

    @property
    def id(self) -> str:
        """Names it in the audit and in addresses."""
        return f"{self.year_end}-{self.kind}"

    @property
    def per_share(self) -> Decimal:
        """Cash for one share, in the currency of the company."""
        return per_share(self.cash)

    @property
    def fund_day(self) -> date | None:
        """The day from which what is unclaimed belongs to the fund; None where nothing is."""
        return content.read().dividends.fund_day(self.meeting or self.record_date) if self.unclaimed else None


def kind_name(site: content.Site, kind: str) -> str:
    """Return such as "Interim dividend 1"."""
    word, _, number = kind.partition("-")
    return site.interface.dividends.kinds[word].format(number=site.digits(number))


def per_share(cash: Decimal) -> Decimal:
    """Return what a per cent of the face value is for one share, in the currency of the company."""
    return cash / 100 * (content.read().dividends.face_value or Decimal(0))


def enter(archive: Archive, dividend: Dividend, actor: Actor, *, seen: int | None = None) -> None:
    """Enter a dividend, in place of the one of its year and kind.

    Args:
        seen: version of all dividends that the form was opened with; None where it does not say.

    Raises:
        Refusal: a percentage or a date cannot be right; nothing was entered.
    """
    _check(dividend)
    with versions.changing(archive, DIVIDENDS, seen=seen) as session:
        before = session.get(Dividend, (dividend.year_end, dividend.kind))
        changed = {"sequence": before.sequence + 1 if before else 0, "changed_at": local_time.now()}
        entered = dividend.model_dump(exclude=set(changed))
        session.merge(Dividend(**entered, **changed))
        detail = ", ".join(f"{name} {value}" for name, value in entered.items() if value is not None)
        audit.add(session, actor, "set dividend", f"dividends/{dividend.id}", audit.DONE, detail)


def remove(archive: Archive, key: tuple[date, str], actor: Actor, *, seen: int | None = None) -> None:
    """Remove the dividend of a year and kind.

    Raises:
        Refusal: there is none.
    """
    with versions.changing(archive, DIVIDENDS, seen=seen) as session:
        if (row := session.get(Dividend, key)) is None:
            raise Refusal("dividend_missing", day=key[0])
        session.delete(row)
        audit.add(session, actor, "remove dividend", f"dividends/{row.id}", audit.DONE)


def read(session: Session) -> tuple[Dividend, ...]:
    """Return the dividends of all years, the newest first."""
    return tuple(
        session.exec(select(Dividend).order_by(col(Dividend.year_end).desc(), col(Dividend.record_date).desc()))
    )


def read_shown(session: Session) -> tuple[Dividend | str, ...]:
    """Return the dividends, and the names of other features that have a part of the page to show."""
    others = (feature.name for feature in features.FEATURES if feature.hooks.has_dividends(session))
    return (*read(session), *others)


def naming(session: Session, day: date) -> list[MeetingDay]:
    """Return the dividends whose meeting is on a day."""

    def named(row: Dividend) -> MeetingDay:
        def move(to: date, actor: Actor) -> None:
            row.meeting, row.sequence, row.changed_at = to, row.sequence + 1, local_time.now()
            audit.add(session, actor, "set dividend", f"dividends/{row.id}", audit.DONE, f"meeting {to}, was {day}")

        return MeetingDay(f"dividend-{row.id}", DIVIDENDS, lambda site: f"{row.name(site)}, {row.year(site)}", move)

    return [named(row) for row in session.exec(select(Dividend).where(col(Dividend.meeting) == day))]


def _check(dividend: Dividend) -> None:
    if content.read().dividends.face_value is None:
        raise Refusal("dividends_missing")
    for name, most in NUMBERS.items():
        if not 0 <= (value := getattr(dividend, name) or 0) <= most:
            raise Refusal("dividend_number", field=name, value=value, limit=most)
    # Only a final dividend waits for the end of its year.
    earlier = timedelta() if dividend.kind == FINAL else YEAR
    end, last = dividend.year_end, local_time.today() + earlier
    if not EARLIEST <= end <= last:
        raise Refusal("calendar_range", field="year_end", first=EARLIEST, last=last)
    for name in DAYS:
        if (day := getattr(dividend, name)) and not end - earlier < day <= end + LATEST:
            raise Refusal("calendar_range", field=name, first=end - earlier + timedelta(days=1), last=end + LATEST)
