"""The drawn map of the offices as SVG: from content, without a request to anybody; its colours follow the theme."""

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.company import CityMap, MapPlace

WIDTH = 320
"""Of the drawing; its texts are then as large on a phone as the small print of the page."""
LINE_HEIGHT = 17
GAP = 12
"""Between the middle of a dot and its name."""


def city_map(site: Site, drawn: CityMap) -> Element:
    """Return the figure. The drawing is one picture for screen readers; addresses and links stand beside it."""
    names = ", ".join(f"{_title(site, place)} ({place.name})" for place in drawn.places if place.office)
    waters = [
        [
            h.polyline(class_=f"map__{line.kind}", points=" ".join(f"{x:g},{y:g}" for x, y in line.points)),
            h.text(".map__name", x=f"{line.name_at[0]:g}", y=f"{line.name_at[1]:g}")[line.name],
        ]
        for line in drawn.lines
    ]
    label = f"{drawn.title}: {names}. {drawn.note}"
    return h.figure(".map")[
        h.svg(viewBox=f"0 0 {WIDTH} {drawn.height}", role="img", aria_label=label)[
            waters, [_place(site, place) for place in drawn.places]
        ],
        h.figcaption[h.strong[drawn.title], drawn.note],
    ]


def _place(site: Site, place: MapPlace) -> Node:
    (x, y), is_right = place.at, place.side == "right"
    at = {"x": f"{x + GAP if is_right else x - GAP:g}", "text-anchor": None if is_right else "end"}
    style, radius = (".map__place", "3.5") if place.office is None else (".map__office", "7")
    return [
        h.circle(style, cx=f"{x:g}", cy=f"{y:g}", r=radius),
        h.text(at, class_=place.office and "map__title", y=f"{y + 5:g}")[place.name],
        place.office and h.text(".map__name", at, y=f"{y + 5 + LINE_HEIGHT:g}")[_title(site, place)],
    ]


def _title(site: Site, place: MapPlace) -> str:
    """Return the title of the office of a place; an unknown one raises ``KeyError``."""
    titles = {office.id: office.title for office in site.company.offices}
    return titles[place.office or ""]
