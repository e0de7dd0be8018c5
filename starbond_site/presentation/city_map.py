"""The drawn map of the offices as SVG: from content, without a request to anybody; its colours follow the theme."""

from html import escape

from starbond_site.content import Site
from starbond_site.content.city_map import CityMap, MapPlace

WIDTH = 320
"""Of the drawing; its texts are then as large on a phone as the small print of the page."""
LINE_HEIGHT = 17
GAP = 12
"""Between the middle of a dot and its name."""


def city_map(site: Site, drawn: CityMap) -> str:
    """Return the figure as HTML. The drawing is one picture for screen readers; addresses and links stand beside it."""
    names = ", ".join(_named(site, place) for place in drawn.places if place.office)
    waters = "".join(
        f'<polyline class="map__{line.kind}" points="{" ".join(f"{x:g},{y:g}" for x, y in line.points)}"/>'
        f'<text class="map__name" x="{line.name_at[0]:g}" y="{line.name_at[1]:g}">{escape(line.name)}</text>'
        for line in drawn.lines
    )
    places = "".join(_place(site, place) for place in drawn.places)
    label = escape(f"{drawn.title}: {names}. {drawn.note}")
    return (
        f'<figure class="map"><svg viewBox="0 0 {WIDTH} {drawn.height}" role="img" aria-label="{label}">'
        f"{waters}{places}</svg>"
        f"<figcaption><strong>{escape(drawn.title)}</strong>{escape(drawn.note)}</figcaption></figure>"
    )


def _place(site: Site, place: MapPlace) -> str:
    x, y = place.at
    across = x + GAP if place.side == "right" else x - GAP
    anchor = "" if place.side == "right" else ' text-anchor="end"'
    name = f'<text x="{across:g}" y="{y + 5:g}"{anchor}>{escape(place.name)}</text>'
    if place.office is None:
        return f'<circle class="map__place" cx="{x:g}" cy="{y:g}" r="3.5"/>{name}'
    title = escape(_title(site, place))
    return (
        f'<circle class="map__office" cx="{x:g}" cy="{y:g}" r="7"/>'
        f'<text class="map__title" x="{across:g}" y="{y + 5:g}"{anchor}>{escape(place.name)}</text>'
        f'<text class="map__name" x="{across:g}" y="{y + 5 + LINE_HEIGHT:g}"{anchor}>{title}</text>'
    )


def _named(site: Site, place: MapPlace) -> str:
    return f"{_title(site, place)} ({place.name})"


def _title(site: Site, place: MapPlace) -> str:
    """Return the title of the office of a place; an unknown one raises ``KeyError``."""
    titles = {office.id: office.title for office in site.company.offices}
    return titles[place.office or ""]
