"""The table of figures: what each says, and when it has to be explained."""

from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal

from dateutil.relativedelta import relativedelta
from sqlalchemy import Column, Index
from sqlmodel import Field

from starbond_site import content
from starbond_site.content.reporting import FigureKind
from starbond_site.content.table_files import cleaned
from starbond_site.documents.records import ExactDecimal, NumberedRecord
from starbond_site.documents.refusals import Refusal
from starbond_site.shared import local_time
from starbond_site.shared.categories import Period, Unit

MILLION = Decimal(1_000_000)
MONTHS = {Period.YEAR: 12, Period.QUARTER: 3, Period.HALF_YEAR: 6, Period.NINE_MONTHS: 9}
A_YEAR_BEFORE = range(350, 381)
"""Days between the ends of two periods that are compared; a year has 365 or 366."""


class Figure(NumberedRecord, table=True):
    """One figure of a statement."""

    __table_args__ = (
        Index("figure_once", "document_id", "period", "period_end", "name", unique=True),
        {"sqlite_autoincrement": True},
    )

    document_id: int = Field(foreign_key="document.id")
    period: str = Field(max_length=20)
    """One of `categories.Period`."""
    period_end: date
    name: str = Field(max_length=20)
    """One of `categories.FigureName`."""
    value: Decimal = Field(sa_column=Column(ExactDecimal(40), nullable=False))
    """As in the statement."""
    unit: str = Field(max_length=20)
    """One of `categories.Unit`."""
    restated: bool = False
    """Whether it differs from what an earlier statement says of the same period."""
    reason: str = Field(default="", max_length=500)
    """Why it left its range (`content/figures.toml`)."""
    reason_bn: str = Field(default="", max_length=500)
    entered_at: datetime = Field(default_factory=local_time.now)

    @property
    def key(self) -> tuple[str, str, date]:
        """Figures with the same key share one public value."""
        return self.name, self.period, self.period_end

    @property
    def place(self) -> tuple[int, str, str, date]:
        """No two figures have the same."""
        return self.document_id, *self.key

    @property
    def statement(self) -> str:
        return f"/documents/{self.document_id}"

    @property
    def kind(self) -> FigureKind | None:
        """None where the content has it no more."""
        return next((kind for kind in content.read().figures.kinds if kind.id == self.name), None)

    @property
    def concept(self) -> str:
        return self.kind.concept if self.kind else ""

    @property
    def period_start(self) -> date | None:
        """None for what is of the last day alone."""
        if self.kind and self.kind.at_end:
            return None
        return self.period_end + relativedelta(months=1 - MONTHS[Period(self.period)], day=1)

    @property
    def measure(self) -> str:
        """The unit as XBRL writes it (XBRL 2.1, section 4.8)."""
        per_share = self.kind and not self.kind.in_millions
        return f"iso4217:{Unit.ONE}{'/xbrli:shares' if per_share else ''}"

    @property
    def decimals(self) -> int:
        """How exact the amount in `measure` is: -4 for whole ten thousands (XBRL 2.1, section 4.6.5)."""
        return -int(self.value.as_tuple().exponent) - (6 if self.unit == Unit.MILLION else 0)

    @property
    def subject(self) -> str:
        """Names it in the audit."""
        return f"figures/{self.document_id}/{self.name} of the {self.period} to {self.period_end}"

    def says(self, other: "Figure") -> bool:
        """Return whether it says what a line of a table does, of which Excel drops blanks and zeros."""
        own = self.value_in(other.unit), cleaned(self.reason), cleaned(self.reason_bn), self.restated
        return own == (other.value, other.reason, other.reason_bn, other.restated)

    def is_rounded(self, other: "Figure") -> bool:
        """Return whether a line of a table has its value as Excel saves it, without an 11th digit."""
        value = self.value_in(other.unit)
        return other.value != value and other.value == Decimal(f"{value:.10g}")

    def value_in(self, unit: str) -> Decimal:
        if unit == self.unit:
            return self.value
        return self.value / MILLION if unit == Unit.MILLION else self.value * MILLION

    def is_a_year_before(self, later: "Figure") -> bool:
        """Return whether another one is the same figure of the same kind of period, a year after."""
        is_same = (self.name, self.period) == (later.name, later.period)
        return is_same and (later.period_end - self.period_end).days in A_YEAR_BEFORE

    def before(self, figures: Iterable["Figure"]) -> "Figure | None":
        """Return the same figure of the same kind of period one year before; None where it is not known."""
        return next((figure for figure in figures if figure.is_a_year_before(self)), None)

    def deviation(self, kind: FigureKind, earlier: "Figure | None") -> Refusal | None:
        """Return in which way it leaves its range without a reason; None where it stays inside."""
        said = {
            "field": "reason",
            "name": kind.short,
            "value": f"{self.value} {self.unit}",
            "source": kind.source,
            "is_unchecked": not kind.checked,
        }
        own = kind.units[0]
        if not kind.minimum <= self.value_in(own) <= kind.maximum:
            return Refusal("figure_out_of_range", minimum=kind.minimum, maximum=f"{kind.maximum} {own}", **said)
        if earlier is None:
            return None
        then = earlier.value_in(self.unit)
        change = change_percent(self.value, then)
        said["then"] = f"{then:f} {self.unit}"
        if change is None:
            return Refusal("figure_from_zero", **said) if self.value else None
        if abs(change) > kind.change_percent:
            return Refusal("figure_changed", change=f"{change:+.1f}", most=kind.change_percent, **said)
        return None


def change_percent(value: Decimal, earlier: Decimal) -> Decimal | None:
    """Return the change in percent of the earlier amount, negative for less; None from zero."""
    return (value - earlier) / abs(earlier) * 100 if earlier else None
