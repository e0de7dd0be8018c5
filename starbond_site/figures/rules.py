"""What a figure must be, and when it has to be explained."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from starbond_site.categories import FigureName, Period, Unit
from starbond_site.content.figures import FigureKind
from starbond_site.documents.refusals import Refusal

MILLION = Decimal(1_000_000)
A_YEAR_BEFORE = range(350, 381)
"""Days between the ends of two periods that are compared; a year has 365 or 366."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """A figure of a public document."""

    document_id: int
    period: str
    period_end: date
    name: str
    value: Decimal
    unit: str
    restated: bool
    reason: str
    reason_bn: str

    @property
    def key(self) -> tuple[str, str, date]:
        """Figures with the same key share one public value."""
        return self.name, self.period, self.period_end

    def value_in(self, unit: str) -> Decimal:
        return converted(self.value, self.unit, unit)


def unit_of(kind: FigureKind, wanted: Unit | None) -> Unit:
    """Return the unit of a figure: the wanted one, or its own where none is wanted or it is always given per share."""
    return wanted if wanted and wanted in kind.units else kind.units[0]


def check_unit(kinds: Iterable[FigureKind], wanted: Unit | None) -> None:
    """Check that a wanted unit is one of at least one of the figures.

    Raises:
        Refusal: figure_unit: all of them would be taken for amounts per share.
    """
    given = tuple(kinds)
    if wanted and not any(wanted in kind.units for kind in given):
        raise Refusal("figure_unit", names=", ".join(kind.id for kind in given), own=Unit.ONE, unit=wanted)


def converted(value: Decimal, unit: str, target: str) -> Decimal:
    if unit == target:
        return value
    return value / MILLION if target == Unit.MILLION else value * MILLION


def before(figures: Iterable[Entered], name: str, period: str, period_end: date) -> Entered | None:
    """Return the same figure of the same kind of period one year before; None where it is not known."""
    for figure in figures:
        is_same = (figure.name, figure.period) == (name, period)
        if is_same and (period_end - figure.period_end).days in A_YEAR_BEFORE:
            return figure
    return None


def a_year_apart(figures: Iterable[Entered], given: Entered) -> tuple[Entered | None, Entered | None]:
    """Return the same figure one year before and one year after; None where it is not known."""
    same = [figure for figure in figures if (figure.name, figure.period) == (given.name, given.period)]
    later = (figure for figure in same if before([given], figure.name, figure.period, figure.period_end))
    return before(same, given.name, given.period, given.period_end), next(later, None)


def change_percent(value: Decimal, earlier: Decimal) -> Decimal | None:
    """Return the change in percent of the earlier amount, negative for less; None from zero."""
    return (value - earlier) / abs(earlier) * 100 if earlier else None


def deviation(kind: FigureKind, value: Decimal, unit: str, earlier: Entered | None) -> Refusal | None:
    """Return in which way a figure without a reason leaves its range; None where it stays inside."""
    said = {
        "field": "reason",
        "name": kind.short,
        "value": f"{value} {unit}",
        "source": kind.source,
        "is_unchecked": not kind.checked,
    }
    own = kind.units[0]
    if not kind.minimum <= converted(value, unit, own) <= kind.maximum:
        return Refusal("figure_out_of_range", minimum=kind.minimum, maximum=f"{kind.maximum} {own}", **said)
    if earlier is None:
        return None
    change = change_percent(value, earlier.value_in(unit))
    said["then"] = f"{earlier.value_in(unit):f} {unit}"
    if change is None:
        return Refusal("figure_from_zero", **said) if value else None
    if abs(change) > kind.change_percent:
        return Refusal("figure_changed", change=f"{change:+.1f}", most=kind.change_percent, **said)
    return None


def describe(name: FigureName | str, period: Period | str, period_end: date) -> str:
    return f"{name} of the {period} to {period_end}"
