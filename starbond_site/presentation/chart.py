"""A bar chart as SVG, drawn by the server: readable without scripts, named and described for screen readers.

The scale always includes zero, and the length of every bar is its amount times one factor: bars can be compared.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from html import escape

SLOT, BAR, HEIGHT = 72, 44, 240
"""Width of a column and of its bar, and height of a chart, in pixels; five columns fit on a phone."""
TOP, BOTTOM, LABEL = 24, 28, 20
"""Space for a number above a bar, for the names of the columns, and for a number below a bar."""
FONT, LETTER = 14.0, 0.62
"""Size of numbers in pixels, and the widest digit as a part of it."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a chart."""

    name: str
    value: Decimal | None
    """None where it is not known: no bar."""
    shown: str
    """The value as it is written; for an unknown one what stands in its place."""


@dataclass(frozen=True, slots=True)
class Bar:
    """Where a bar stands, in pixels."""

    x: float
    y: float
    height: float


def baseline(values: Sequence[Decimal | None]) -> tuple[float, float]:
    """Return where zero lies, and the pixels of one unit."""
    known = [value for value in values if value is not None]
    high, low = max([Decimal(0), *known]), min([Decimal(0), *known])
    room = HEIGHT - TOP - BOTTOM - (LABEL if low < 0 else 0)
    scale = room / float(high - low) if high > low else 0.0
    return TOP + float(high) * scale if scale else TOP + room, scale


def bars(values: Sequence[Decimal | None]) -> list[Bar | None]:
    """Return the bar of every value: above the base line, or below it for a negative one."""
    zero, scale = baseline(values)
    found: list[Bar | None] = []
    for place, value in enumerate(values):
        if value is None:
            found.append(None)
            continue
        height = abs(float(value)) * scale
        found.append(Bar(place * SLOT + (SLOT - BAR) / 2, zero if value < 0 else zero - height, height))
    return found


def bar_chart(identifier: str, title: str, description: str, columns: Sequence[Column]) -> str:
    """Return a chart."""
    values = [column.value for column in columns]
    zero, _ = baseline(values)
    width = SLOT * len(columns)
    drawn = "".join(
        _column(column, bar, place, zero) for place, (column, bar) in enumerate(zip(columns, bars(values), strict=True))
    )
    return (
        f'<svg class="chart" role="img" viewBox="0 0 {width} {HEIGHT}" width="{width}" height="{HEIGHT}"'
        f' aria-labelledby="{identifier}-title" aria-describedby="{identifier}-description">'
        f'<title id="{identifier}-title">{escape(title)}</title>'
        f'<desc id="{identifier}-description">{escape(description)}</desc>{drawn}'
        f'<path class="chart__zero" d="M0 {zero:g}H{width}"></path></svg>'
    )


def _column(column: Column, bar: Bar | None, place: int, zero: float) -> str:
    middle = place * SLOT + SLOT / 2
    name = f'<text class="chart__name" x="{middle:g}" y="{HEIGHT - 8}">{escape(column.name)}</text>'
    if bar is None:
        return f'<text class="chart__none" x="{middle:g}" y="{zero - 8:g}">{escape(column.shown)}</text>{name}'
    is_below = column.value is not None and column.value < 0
    y = bar.y + bar.height + FONT + 2 if is_below else bar.y - 7
    size = min(FONT, (SLOT - 4) / (LETTER * len(column.shown)))
    below = " chart__bar--below" if is_below else ""
    return (
        f'<rect class="chart__bar{below}" x="{bar.x:g}" y="{bar.y:.2f}" width="{BAR}" height="{bar.height:.2f}"></rect>'
        f'<text class="chart__value" x="{middle:g}" y="{y:.2f}" font-size="{size:.1f}">{escape(column.shown)}</text>'
        + name
    )
