"""Dealers as a table file (CSV): what a line holds, how it is read, and the sample of ``dealers.sample.csv``.

Every mistake of a file is reported at once, by line. Docs: docs/dealers.md.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, cast

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError, ValidationInfo
from pydantic_core import ErrorDetails

from starbond_site.content import telephone
from starbond_site.content.addresses import HAS_BANGLA_TEXTS, Language, is_printable, text_of_record
from starbond_site.content.interface import Code
from starbond_site.content.models import Content, Text
from starbond_site.content.sentences import refuse
from starbond_site.content.table_files import Mistake, Table, cleaned, mistake
from starbond_site.shared.digits import in_ascii
from starbond_site.shared.mistakes import matching

PLACES = ("region", "area", "town")
"""From large to small; `DealerPlaces` says how a country calls them."""
REQUIRED = (*PLACES, "name", "address", "telephone")
OPTIONAL = ("whatsapp", "latitude", "longitude")
IN_BANGLA = tuple(f"{name}_bn" for name in (*PLACES, "name", "address"))
"""Columns that only a site in Bangla offers; every site reads them, so that files need not change."""
COLUMNS = (*REQUIRED, *OPTIONAL, *(IN_BANGLA if HAS_BANGLA_TEXTS else ()))
LENGTHS = {**dict.fromkeys(PLACES, 60), "name": 120, "address": 200}
"""Greatest number of characters by column; the Bangla ones have the same."""
MAX_ROWS = 20_000

OF_CELL: Mapping[str, Code] = {
    "too_short": "dealer_empty",
    "too_long": "dealer_long",
    "greater_than_equal": "dealer_range",
    "less_than_equal": "dealer_range",
}
"""Code of a mistake in a cell, by the type of pydantic's error; other types are codes."""


def _text(value: object) -> str:
    return cleaned(value) if isinstance(value, str) else ""


def _printable(text: str) -> str:
    if not is_printable(text):
        refuse("dealer_characters")
    return text


def _number(typed: str, info: ValidationInfo) -> str:
    """Return a telephone number as it is dialled in the country of the company; empty stays empty."""
    if not typed:
        return ""
    country = (info.context or {}).get("country", "")
    number = telephone.dialled(typed, country)
    if not number:
        refuse("dealer_telephone", typed=typed, example=telephone.rules(country).example)
    return number


def _degrees(value: object) -> object:
    """Return a coordinate; empty is none, and a comma is not a decimal point."""
    text = _text(value) if isinstance(value, str) or value is None else value
    if isinstance(text, str):
        plain = in_ascii(text)
        if not plain:
            return None
        if not re.fullmatch(r"-?[0-9]{1,3}(\.[0-9]{1,15})?", plain):
            refuse("dealer_degrees", typed=text)
        return float(plain)
    return text


Cell = Annotated[str, BeforeValidator(_text), AfterValidator(_printable)]
PlaceName = Annotated[Cell, Field(min_length=1, max_length=LENGTHS["region"])]
ColumnName = Annotated[str, matching("[a-z][a-z_]*", "this must be small letters and _, such as district")]
PlaceBn = Annotated[Cell, Field(max_length=LENGTHS["region"])]
Telephone = Annotated[str, BeforeValidator(_text), AfterValidator(_number)]


class TownWords(Content):
    """The smallest kind of place."""

    column: ColumnName
    """Of the table file."""


class PlaceWords(TownWords):
    """A kind of place, by which the page chooses."""

    name: Text
    all: Text
    """Label of the option that chooses all of them."""


class DealerPlaces(Content):
    """The kinds of places of a country."""

    region: PlaceWords
    area: PlaceWords
    town: TownWords

    @property
    def columns(self) -> dict[str, str]:
        """Name in a table file of each field of a dealer that has another one there."""
        named = {name: getattr(self, name).column for name in PLACES}
        return named | {f"{name}_bn": f"{column}_bn" for name, column in named.items()}


class Dealer(Content):
    """A shop that sells the products."""

    id: int = 0
    """Of the database; a sample has its place in its file."""
    region: PlaceName
    area: PlaceName
    town: PlaceName
    name: Annotated[Cell, Field(min_length=1, max_length=LENGTHS["name"])]
    address: Annotated[Cell, Field(min_length=1, max_length=LENGTHS["address"])]
    telephone: Annotated[Telephone, Field(min_length=1)]
    """As it is dialled, such as ``+8801700000000``."""
    whatsapp: Telephone = ""
    latitude: Annotated[Annotated[float, Field(ge=-90, le=90)] | None, BeforeValidator(_degrees)] = None
    """Degrees north, WGS 84."""
    longitude: Annotated[Annotated[float, Field(ge=-180, le=180)] | None, BeforeValidator(_degrees)] = None
    """Degrees east, WGS 84."""
    region_bn: PlaceBn = ""
    area_bn: PlaceBn = ""
    town_bn: PlaceBn = ""
    name_bn: Annotated[Cell, Field(max_length=LENGTHS["name"])] = ""
    address_bn: Annotated[Cell, Field(max_length=LENGTHS["address"])] = ""

    @property
    def key(self) -> tuple[str, ...]:
        """Key by which two lines are the same dealer: its place and its name, whatever their capitals."""
        return tuple(getattr(self, name).casefold() for name in (*PLACES, "name"))

    @property
    def position(self) -> tuple[float, float] | None:
        """Latitude and longitude, where both are known."""
        return None if self.latitude is None or self.longitude is None else (self.latitude, self.longitude)

    def text(self, name: str, language: Language) -> str:
        """Return a text in a language; see `text_of_record`."""
        return text_of_record(language, getattr(self, name), getattr(self, f"{name}_bn"))


def parse(content: bytes, country: str, places: DealerPlaces | None) -> tuple[Dealer, ...]:
    """Return the dealers of a file.

    Args:
        content: CSV (`table_files.lines`) with columns in any order.
        country: of the company (ISO 3166-1), whose telephone numbers need no country code.
        places: how the file calls its places; None where it calls them as `Dealer` does.

    Raises:
        TableMistakes: with every mistake of the file.
    """
    columns = places.columns if places else {}
    fields = {column: field for field, column in columns.items()}
    dealers: list[Dealer] = []
    known: dict[tuple[str, ...], int] = {}
    table = Table(content)
    mistakes = table.mistakes
    table.require(*([columns.get(name, name) for name in names] for names in (REQUIRED, COLUMNS, IN_BANGLA)))
    table.columns = [fields.get(name, name) for name in table.columns]
    for line, cells in table:
        try:
            dealer = Dealer.model_validate({**cells, "id": len(dealers) + 1}, context={"country": country})
        except ValidationError as wrong:
            mistakes += [_cell_mistake(error, line, columns) for error in wrong.errors()]
            continue
        if (dealer.latitude is None) != (dealer.longitude is None):
            mistakes.append(mistake("dealer_position", line=line))
        if (first := known.setdefault(dealer.key, line)) != line:
            mistakes.append(mistake("dealer_twice", line=line, known=first))
        dealers.append(dealer)
    if len(dealers) > MAX_ROWS:
        mistakes.append(mistake("dealers_many", count=len(dealers), limit=MAX_ROWS))
    mistakes += _conflicting_names(dealers)
    table.check()
    return tuple(dealers)


def _cell_mistake(error: ErrorDetails, line: int, columns: Mapping[str, str]) -> Mistake:
    field, kind = str(error["loc"][0]), error["type"]
    values: dict[str, Any] = error.get("ctx", {})
    limit = next((abs(int(values[name])) for name in ("max_length", "ge", "le") if name in values), 0)
    code = OF_CELL.get(kind, cast(Code, kind))
    return mistake(code, line=line, column=columns.get(field, field), limit=limit, **values)


def _conflicting_names(dealers: Iterable[Dealer]) -> list[Mistake]:
    """Return the places that have two names in Bangla: the page would show each as a place of its own."""
    names: dict[tuple[str, ...], set[str]] = {}
    for dealer in dealers:
        for depth in (1, 2):
            place = tuple(getattr(dealer, name) for name in PLACES[:depth])
            names.setdefault(place, set()).add(getattr(dealer, f"{PLACES[depth - 1]}_bn"))
    return [
        mistake("dealer_names", place=" / ".join(place), names=", ".join(sorted(given - {""})))
        for place, given in names.items()
        if len(given - {""}) > 1
    ]
