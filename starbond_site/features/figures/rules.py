"""What a figure must be, and when it has to be explained."""

from collections.abc import Iterable
from decimal import Decimal

from starbond_site.content.reporting import FigureKind
from starbond_site.documents.refusals import Refusal
from starbond_site.features.figures.records import Figure

A_YEAR_BEFORE = range(350, 381)
"""Days between the ends of two periods that are compared; a year has 365 or 366."""


def is_a_year_before(earlier: Figure, later: Figure) -> bool:
    """Return whether they are the same figure of the same kind of period, the one a year before the other."""
    is_same = (earlier.name, earlier.period) == (later.name, later.period)
    return is_same and (later.period_end - earlier.period_end).days in A_YEAR_BEFORE


def before(figures: Iterable[Figure], given: Figure) -> Figure | None:
    """Return the same figure of the same kind of period one year before; None where it is not known."""
    return next((figure for figure in figures if is_a_year_before(figure, given)), None)


def change_percent(value: Decimal, earlier: Decimal) -> Decimal | None:
    """Return the change in percent of the earlier amount, negative for less; None from zero."""
    return (value - earlier) / abs(earlier) * 100 if earlier else None


def deviation(kind: FigureKind, figure: Figure, earlier: Figure | None) -> Refusal | None:
    """Return in which way a figure without a reason leaves its range; None where it stays inside."""
    said = {
        "field": "reason",
        "name": kind.short,
        "value": f"{figure.value} {figure.unit}",
        "source": kind.source,
        "is_unchecked": not kind.checked,
    }
    own = kind.units[0]
    if not kind.minimum <= figure.value_in(own) <= kind.maximum:
        return Refusal("figure_out_of_range", minimum=kind.minimum, maximum=f"{kind.maximum} {own}", **said)
    if earlier is None:
        return None
    then = earlier.value_in(figure.unit)
    change = change_percent(figure.value, then)
    said["then"] = f"{then:f} {figure.unit}"
    if change is None:
        return Refusal("figure_from_zero", **said) if figure.value else None
    if abs(change) > kind.change_percent:
        return Refusal("figure_changed", change=f"{change:+.1f}", most=kind.change_percent, **said)
    return None
