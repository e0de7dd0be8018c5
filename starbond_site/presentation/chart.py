"""A bar chart as SVG, drawn by the server: readable without scripts, named and described for screen readers.

The scale always includes zero, and the length of every bar is its amount times one factor: bars can be compared.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site

SLOT, BAR, HEIGHT = 72, 44, 240
"""Width of a column and of its bar, and height of a chart, in pixels; five columns fit on a phone."""
TOP, BOTTOM, LABEL = 24, 28, 20
"""Space for a number above a bar, for the names of the columns, and for a number below a bar."""
FONT, LETTER = 14.0, 0.62
"""Size of numbers in pixels, and the widest digit as a part of it."""


@dataclass(frozen=True, slots=True)
class ChartColumn:
    """A column of a chart."""

    name: str
    value: Decimal | None
    """None where it is not known: no bar."""
    shown: str
    """The value as it is written; for an unknown one what stands in its place."""


def baseline(values: Sequence[Decimal | None]) -> tuple[float, float]:
    """Return where zero lies, and the pixels of one unit."""
    known = [value for value in values if value is not None]
    high, low = max([Decimal(0), *known]), min([Decimal(0), *known])
    room = HEIGHT - TOP - BOTTOM - (LABEL if low < 0 else 0)
    scale = room / float(high - low) if high > low else 0.0
    return TOP + float(high) * scale if scale else TOP + room, scale


def bar_chart(site: Site, identifier: str, title: str, columns: Sequence[ChartColumn]) -> Element:
    words = site.interface.figures
    values = [f"{each.name}: {words.not_entered if each.value is None else each.shown}" for each in columns]
    zero, scale = baseline([column.value for column in columns])
    width = SLOT * len(columns)
    named = {"aria-labelledby": f"{identifier}-title", "aria-describedby": f"{identifier}-description"}
    return h.svg(".chart", named, role="img", viewBox=f"0 0 {width} {HEIGHT}", width=width, height=HEIGHT)[
        h.title(id=f"{identifier}-title")[title],
        h.desc(id=f"{identifier}-description")[words.chart_description.format(values="; ".join(values))],
        [_column(column, place, zero, scale) for place, column in enumerate(columns)],
        h.path(".chart__zero", d=f"M0 {zero:g}H{width}"),
    ]


def _column(column: ChartColumn, place: int, zero: float, scale: float) -> Node:
    """Return a bar above the base line, or below it for a negative value, with what it says."""
    middle, value = f"{place * SLOT + SLOT / 2:g}", column.value
    name = h.text(".chart__name", x=middle, y=HEIGHT - 8)[column.name]
    if value is None:
        return [h.text(".chart__none", x=middle, y=f"{zero - 8:g}")[column.shown], name]
    height = abs(float(value)) * scale
    is_below, top = value < 0, zero if value < 0 else zero - height
    y = top + height + FONT + 2 if is_below else top - 7
    size = min(FONT, (SLOT - 4) / (LETTER * len(column.shown)))
    style = ["chart__bar", is_below and "chart__bar--below"]
    x = f"{place * SLOT + (SLOT - BAR) / 2:g}"
    return [
        h.rect(class_=style, x=x, y=f"{top:.2f}", width=BAR, height=f"{height:.2f}"),
        h.text(".chart__value", x=middle, y=f"{y:.2f}", font_size=f"{size:.1f}")[column.shown],
        name,
    ]
