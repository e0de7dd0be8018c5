"""The drawn map of the offices: a plain scheme, not to scale; optional."""

from typing import Annotated, Literal

from pydantic import Field

from starbond_site.content.models import Content, Identifier, Text

Point = tuple[Annotated[float, Field(ge=0, le=320)], Annotated[float, Field(ge=0, le=320)]]
"""Across and down, in units of the drawing: about one pixel on a phone."""


class MapLine(Content):
    """A river or a road."""

    kind: Literal["water", "road"]
    name: Text
    points: Annotated[tuple[Point, ...], Field(min_length=2)]
    name_at: Point


class MapPlace(Content):
    """A dot with its name; that of an office is larger and has the office's title below."""

    name: Text
    at: Point
    office: Identifier | None = None
    side: Literal["left", "right"] = "right"
    """Of the dot, where the name stands."""


class CityMap(Content):
    """The map; ``note`` says that it is a scheme."""

    title: Text
    note: Text
    height: Annotated[int, Field(gt=0, le=320)]
    lines: tuple[MapLine, ...] = ()
    places: Annotated[tuple[MapPlace, ...], Field(min_length=1)]
