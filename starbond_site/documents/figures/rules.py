"""What a figure must be, and when it has to be explained."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from starbond_site.categories import FigureName, Period, Unit
from starbond_site.content.figures import FigureKind

NUMBER = re.compile(r"[+-]?[0-9]{1,15}(\.[0-9]{1,4})?")
"""Up to 15 digits before and 4 after the point; no separators, which stand for other things in other places."""
MILLION = Decimal(1_000_000)
A_YEAR_BEFORE = range(350, 381)
"""Days between the ends of two periods that are compared; a year has 365 or 366."""


class FiguresRefused(Exception):  # noqa: N818  an expected answer, not a failure of the program
    """Figures cannot be entered or removed; the message is a sentence for the administrator."""


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
        """What there is one public value of."""
        return self.name, self.period, self.period_end

    def value_in(self, unit: str) -> Decimal:
        """Return the value in a unit."""
        return converted(self.value, self.unit, unit)


def number(text: str, name: str) -> Decimal:
    """Return the number that an administrator typed for a figure.

    Raises:
        FiguresRefused: it is no plain decimal number.

    """
    plain = text.strip().replace("\N{MINUS SIGN}", "-")
    if not NUMBER.fullmatch(plain):
        message = (
            f"{name}: {text!r} is no number. Write it like 1234.50 or -0.75: no separators, at most 4 digits "
            "after the point."
        )
        raise FiguresRefused(message)
    return Decimal(plain)


def unit_of(kind: FigureKind, wanted: Unit | None) -> Unit:
    """Return the unit of a figure: the wanted one, or its own where none is wanted or it is always given per share."""
    return wanted if wanted and wanted in kind.units else kind.units[0]


def check_unit(kinds: Iterable[FigureKind], wanted: Unit | None) -> None:
    """Check that a wanted unit is one of at least one of the figures.

    Raises:
        FiguresRefused: all of them would be taken for amounts per share.

    """
    given = tuple(kinds)
    if wanted and not any(wanted in kind.units for kind in given):
        names = " and ".join(kind.id for kind in given)
        message = (
            f"In content/figures.toml {names} has no in_millions = true and is entered in {Unit.ONE}, not in {wanted}: "
            f"add it there, or leave the unit out."
        )
        raise FiguresRefused(message)


def converted(value: Decimal, unit: str, target: str) -> Decimal:
    """Return a value in another unit, exactly."""
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


def change_percent(value: Decimal, earlier: Decimal) -> Decimal | None:
    """Return the change in percent of the earlier amount, negative for less; None from zero."""
    return (value - earlier) / abs(earlier) * 100 if earlier else None


def deviation(kind: FigureKind, value: Decimal, unit: str, earlier: Entered | None) -> str:
    """Return in which way a figure leaves its range, as a clause; empty where it stays inside."""
    shown = f"{kind.short} of {value} {unit}"
    comparable = converted(value, unit, kind.units[0])
    if not kind.minimum <= comparable <= kind.maximum:
        return f"{shown} is outside the range of {kind.minimum} to {kind.maximum} {kind.units[0]}"
    if earlier is None:
        return ""
    change = change_percent(value, earlier.value_in(unit))
    then = f"{earlier.value_in(unit):f} {unit} one year before"
    if change is None:
        return f"{shown} was {then}" if value else ""
    if abs(change) > kind.change_percent:
        return f"{shown} is a change of {change:+.1f} % from {then}, and the limit is {kind.change_percent} %"
    return ""


def describe(name: FigureName | str, period: Period | str, period_end: date) -> str:
    """Return a figure and its period for messages and the audit."""
    return f"{name} of the {period} to {period_end}"
