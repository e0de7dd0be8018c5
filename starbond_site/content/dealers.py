"""Dealers as a table file (CSV): what a line holds, how it is read, and the sample of ``dealers.sample.csv``.

Every mistake of a file is reported at once, by line. Docs: docs/dealers.md.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Annotated, NoReturn

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError, ValidationInfo
from pydantic_core import ErrorDetails, PydanticCustomError

from starbond_site.content import telephone
from starbond_site.content.languages import HAS_BANGLA_TEXTS, Language, text_of_record
from starbond_site.content.models import Content, Text

PLACES = ("region", "area", "town")
"""From large to small; `DealerPlaces` says how a country calls them."""
REQUIRED = (*PLACES, "name", "address", "telephone")
OPTIONAL = ("whatsapp", "latitude", "longitude")
IN_BANGLA = tuple(f"{name}_bn" for name in (*PLACES, "name", "address"))
"""Columns that only a site in Bangla offers; every site reads them, so that files need not change."""
COLUMNS = (*REQUIRED, *OPTIONAL, *(IN_BANGLA if HAS_BANGLA_TEXTS else ()))
LENGTHS = {**dict.fromkeys(PLACES, 60), "name": 120, "address": 200}
"""Greatest number of characters by column; the Bangla ones have the same."""
LARGEST_BYTES = 5_000_000
MOST_ROWS = 20_000
FORMULA_GUARD = "'"
"""What our export puts before text that a spreadsheet would run, and many spreadsheets before a telephone number."""


def _refuse(code: str, sentence: str, **values: str) -> NoReturn:
    """Raise the error that `_sentence` turns into a mistake."""
    raise PydanticCustomError(code, sentence, values)  # pyright: ignore[reportArgumentType]  ours, and literal


def _text(value: object) -> str:
    """Return a cell on one line, in the encoding that all lines share (NFC)."""
    text = unicodedata.normalize("NFC", value if isinstance(value, str) else "")
    return " ".join(text.removeprefix(FORMULA_GUARD).split())


def _printable(text: str) -> str:
    if not text.isprintable():
        _refuse("characters", "it has characters that cannot be printed")
    return text


def _number(typed: str, info: ValidationInfo) -> str:
    """Return a telephone number as it is dialled in the country of the company; empty stays empty."""
    if not typed:
        return ""
    country = (info.context or {}).get("country", "")
    number = telephone.dialled(typed, country)
    if not number:
        example = telephone.rules(country).example
        _refuse("telephone", "{typed} is no telephone number; write it as {example}", typed=typed, example=example)
    return number


def _degrees(value: object) -> object:
    """Return a coordinate; empty is none, and a comma is not a decimal point."""
    text = _text(value) if isinstance(value, str) or value is None else value
    if isinstance(text, str):
        plain = "".join(str(unicodedata.digit(one, one)) for one in text)
        if not plain:
            return None
        if not re.fullmatch(r"-?[0-9]{1,3}(\.[0-9]{1,15})?", plain):
            _refuse("degrees", "{typed} is no number of degrees; write it as 23.7806", typed=text)
        return float(plain)
    return text


Cell = Annotated[str, BeforeValidator(_text), AfterValidator(_printable)]
Place = Annotated[Cell, Field(min_length=1, max_length=LENGTHS["region"])]
Column = Annotated[str, Field(pattern=r"^[a-z][a-z_]*$")]
PlaceBn = Annotated[Cell, Field(max_length=LENGTHS["region"])]
Number = Annotated[str, BeforeValidator(_text), AfterValidator(_number)]


class PlaceWords(Content):
    """A kind of place, by which the page chooses."""

    column: Column
    """Of the table file."""
    name: Text
    all: Text
    """What chooses all of them."""


class TownWords(Content):
    """The smallest kind of place."""

    column: Column


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
    region: Place
    area: Place
    town: Place
    name: Annotated[Cell, Field(min_length=1, max_length=LENGTHS["name"])]
    address: Annotated[Cell, Field(min_length=1, max_length=LENGTHS["address"])]
    telephone: Annotated[Number, Field(min_length=1)]
    """As it is dialled, such as ``+8801700000000``."""
    whatsapp: Number = ""
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
        """What makes two lines the same dealer: where it is, and its name, whatever their capitals."""
        return tuple(getattr(self, name).casefold() for name in (*PLACES, "name"))

    @property
    def position(self) -> tuple[float, float] | None:
        """Latitude and longitude, where both are known."""
        return None if self.latitude is None or self.longitude is None else (self.latitude, self.longitude)

    def text(self, name: str, language: Language) -> str:
        """Return a text in a language; see `text_of_record`."""
        return text_of_record(language, getattr(self, name), getattr(self, f"{name}_bn"))


class DealersFileError(Exception):
    """A file of dealers cannot be read; ``mistakes`` are sentences, those of lines with their number."""

    def __init__(self, mistakes: Iterable[str]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("\n".join(self.mistakes))


def parse(content: bytes, country: str, places: DealerPlaces | None) -> tuple[Dealer, ...]:
    """Return the dealers of a file.

    Args:
        content: CSV in UTF-8, with or without a byte order mark; columns in any order, separated by commas, or by
            semicolons where the first line has no comma.
        country: of the company (ISO 3166-1), whose telephone numbers need no country code.
        places: how the file calls its places; None where it calls them as `Dealer` does.

    Raises:
        DealersFileError: with every mistake of the file.

    """
    rows = csv.DictReader(io.StringIO(text := _decoded(content), newline=""), delimiter=_delimiter(text), strict=True)
    columns = places.columns if places else {}
    fields = {column: field for field, column in columns.items()}
    mistakes: list[str] = []
    dealers: list[Dealer] = []
    lines: dict[tuple[str, ...], int] = {}
    try:
        names = [_text(name).casefold() for name in rows.fieldnames or ()]
        _check_columns(names, columns)
        rows.fieldnames = [fields.get(name, name) for name in names]
        for row in rows:
            line = rows.line_num
            if None in row:
                mistakes.append(f"Line {line}: it has more cells than the first line has columns.")
                continue
            if not any(_text(value) for value in row.values()):
                continue
            try:
                dealer = Dealer.model_validate({**row, "id": len(dealers) + 1}, context={"country": country})
            except ValidationError as wrong:
                mistakes += [f"Line {line}, {_sentence(error, columns)}" for error in wrong.errors()]
                continue
            mistakes += [f"Line {line}{also}" for also in _contradictions(dealer, lines)]
            lines.setdefault(dealer.key, line)
            dealers.append(dealer)
    except csv.Error as wrong:
        mistakes.append(f"Line {rows.line_num}: this is not CSV: {wrong}.")
    if len(dealers) > MOST_ROWS:
        mistakes.append(f"The file has {len(dealers)} dealers; at most {MOST_ROWS} are possible.")
    mistakes += _two_names(dealers)
    if mistakes:
        raise DealersFileError(mistakes)
    return tuple(dealers)


def _decoded(content: bytes) -> str:
    if len(content) > LARGEST_BYTES:
        raise DealersFileError([f"The file has {len(content)} bytes; at most {LARGEST_BYTES} are possible."])
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        line = content[: wrong.start].count(b"\n") + 1
        sentence = f"Line {line}: the file is not UTF-8. In Excel, save it as “CSV UTF-8”."
        raise DealersFileError([sentence]) from wrong


def _delimiter(text: str) -> str:
    first = text.partition("\n")[0]
    return ";" if ";" in first and "," not in first else ","


def _check_columns(names: list[str], columns: Mapping[str, str]) -> None:
    """Raise where columns are missing, unknown or there twice: a typing error would lose a column in silence."""
    required, offered, known = (
        [columns.get(name, name) for name in fields] for fields in (REQUIRED, COLUMNS, {*COLUMNS, *IN_BANGLA})
    )
    offered = f"Known are: {', '.join(offered)}."
    mistakes = [f"Line 1: the column {name} is missing. {offered}" for name in required if name not in names]
    mistakes += [f"Line 1: the column {name!r} is not known. {offered}" for name in names if name not in known]
    mistakes += [f"Line 1: the column {name} is there twice." for name in sorted(known) if names.count(name) > 1]
    if mistakes:
        raise DealersFileError(mistakes)


def _sentence(error: ErrorDetails, columns: Mapping[str, str]) -> str:
    """Return what is wrong with a cell."""
    limits = error.get("ctx", {})
    said = {
        "too_short": "the cell is empty",
        "too_long": f"at most {limits.get('max_length')} characters are possible",
        "greater_than_equal": f"it must be at least {limits.get('ge', 0):g}",
        "less_than_equal": f"it must be at most {limits.get('le', 0):g}",
    }
    field = str(error["loc"][0])
    return f"{columns.get(field, field)}: {said.get(error['type'], error['msg'])}."


def _contradictions(dealer: Dealer, lines: dict[tuple[str, ...], int]) -> list[str]:
    found = []
    if (dealer.latitude is None) != (dealer.longitude is None):
        found.append(": latitude and longitude belong together; fill in both or neither.")
    if known := lines.get(dealer.key):
        found.append(f": the same dealer stands in line {known}. Tell two shops apart by their names.")
    return found


def _two_names(dealers: Iterable[Dealer]) -> list[str]:
    """Return the places that have two names in Bangla: the page would show each as a place of its own."""
    names: dict[tuple[str, ...], set[str]] = {}
    for dealer in dealers:
        for depth in (1, 2):
            place = tuple(getattr(dealer, name) for name in PLACES[:depth])
            names.setdefault(place, set()).add(getattr(dealer, f"{PLACES[depth - 1]}_bn"))
    return [
        f"{' / '.join(place)} has several names in Bangla: {', '.join(sorted(given - {''}))}."
        for place, given in names.items()
        if len(given - {""}) > 1
    ]
