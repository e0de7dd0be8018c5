"""Reads the site's content, in its first language, and the packs of ``packs.toml``, as the pictures need them.

The site's files are read as data: fields that no picture needs are ignored, and the site itself checks them.
"""

import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from art.paths import CONTENT, PACKS

Colour = Annotated[str, Field(pattern=r"^#[0-9A-Fa-f]{6}$")]
PackForm = Literal[
    "nozzle_bottle",  # white-glue squeeze bottle with a nozzle cap
    "jar",  # wide-necked plastic jar with screw lid
    "tub",  # straight plastic tub with a lid
    "bucket",  # large plastic bucket with handle
    "tin",  # small metal tin, press lid
    "can",  # rectangular or round metal can with handle
    "drum",  # steel or plastic drum
    "tube",  # aluminium squeeze tube, with its carton
    "carded_tube",  # small tube on a blister card
    "spray_can",  # aerosol can with cap and actuator
    "cartridge",  # sealant cartridge with nozzle
    "bottle",  # plain bottle with screw cap
    "sack",  # woven or paper sack
]
Symbol = Literal["wood", "shoe", "pipe", "paper", "wall", "car", "spray", "heat", "tool", "flame"]


class PackError(Exception):
    """A mistake in ``packs.toml``: which field, and what is wrong with it."""


class _Data(BaseModel):
    """Base of what is read from the site: frozen; further fields are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class _Own(BaseModel):
    """Base of what only art reads: frozen; further fields are mistakes."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Pack(_Own):
    """The pack of one size."""

    form: PackForm
    volume_ml: Annotated[int, Field(gt=0)]


class Packs(_Own):
    """Colour, label and packs of one product."""

    colour: Colour
    title: Annotated[str, Field(min_length=1, max_length=28)]
    line: Annotated[str, Field(max_length=44)]
    symbols: tuple[Symbol, ...]
    sizes: dict[str, Pack]


class Size(_Data):
    """One size of a product, with its pack."""

    id: str
    label: str
    form: PackForm
    volume_ml: int


class Label(_Data):
    """What is printed on the packs of a product."""

    title: str
    line: str
    symbols: tuple[Symbol, ...]


class Product(_Data):
    """One product."""

    id: str
    path: str
    brand: str
    name: str
    cautions: tuple[str, ...]
    sizes: tuple[Size, ...]
    pack_colour: Colour
    label: Label


class Brand(_Data):
    """One brand."""

    id: str
    name: str
    colours: tuple[Colour, Colour]
    tint: Colour


class Entry(_Data):
    """A slide, a person or a piece of news: its pictures are named after its id."""

    id: str


class Page(_Data):
    """A page with a preview of its own."""

    path: str
    title: str


class Company(_Data):
    """Who the site belongs to."""

    name: str
    tagline: str


class Site(_Data):
    """Everything that pictures are drawn from."""

    company: Company
    pages: tuple[Page, ...]
    brands: tuple[Brand, ...]
    products: tuple[Product, ...]
    """In the order of the Products menu; those that it does not name follow."""
    slides: tuple[Entry, ...]
    people: tuple[Entry, ...]
    news: tuple[Entry, ...]
    """Newest first."""
    banners: tuple[str, ...]
    languages: tuple[str, ...]
    """Names of its languages, each in its own letters, as the language switch shows them."""

    def brand(self, id: str) -> Brand:
        """Return a brand."""
        return next(brand for brand in self.brands if brand.id == id)

    def products_of(self, brand: str) -> tuple[Product, ...]:
        """Return the products of a brand."""
        return tuple(product for product in self.products if product.brand == brand)


def read(content: Path = CONTENT, packs: Path = PACKS) -> Site:
    """Return the content of a folder laid out like the site's, with the packs of its products.

    Raises:
        PackError: a size of a product with packs has none, or a pack is not as it should be.
    """
    pages = optional_toml(content / "investors.toml").get("pages", ())
    return Site.model_validate(
        {
            "company": read_toml(content / "company.toml"),
            **read_toml(content / "pages.toml"),
            **read_toml(content / "brands.toml"),
            "slides": optional_toml(content / "slides.toml").get("slides", ()),
            "products": _products(content, packs),
            "people": people(content),
            "news": sorted(front_matter(content / "news"), key=lambda item: item["date"], reverse=True),
            "banners": tuple(dict.fromkeys(page["banner"] for page in pages if page.get("banner"))),
            "languages": _language_names(content),
        }
    )


def _language_names(content: Path) -> tuple[str, ...]:
    file = content / "interface.toml"
    names = tomllib.loads(file.read_text(encoding="utf-8")).get("language", {}).get("name", {}) if file.exists() else {}
    return tuple(names[code] for code in _languages(content) if code in names) if isinstance(names, dict) else (names,)


def _products(content: Path, packs: Path) -> list[dict[str, Any]]:
    entries = product_tables(content)
    # Only renders and drawings of packs need what this file says: a product whose packs are photographs is not in it.
    known = _plain_packs(entries) | (_packs(packs, {entry["id"] for entry in entries}) if packs.exists() else {})
    for entry in entries:
        own = known[entry["id"]]
        if differing := {size["id"] for size in entry["sizes"]} ^ set(own.sizes):
            message = f"{packs.name}: {entry['id']}.sizes: packs and sizes differ in {', '.join(sorted(differing))}"
            raise PackError(message)
        entry |= {"pack_colour": own.colour, "label": own.model_dump(include={"title", "line", "symbols"})}
        entry["sizes"] = [size | own.sizes[size["id"]].model_dump() for size in entry["sizes"]]
    return entries


def product_tables(content: Path) -> list[dict[str, Any]]:
    """Return the products in the order of their menu; those that it does not name follow."""
    entries = [read_toml(file) for file in sorted((content / "products").glob("*.toml"))]
    order = {path: place for place, path in reversed(list(enumerate(_menu(content))))}
    return sorted(entries, key=lambda entry: (order.get(entry["path"], len(order)), entry["id"]))


def _plain_packs(entries: list[dict[str, Any]]) -> dict[str, Packs]:
    """Return a plain bottle for every size, each larger than the one before it."""
    return {
        entry["id"]: Packs(
            colour="#F6F3EC",
            title=str(entry["name"])[:28],
            line="",
            symbols=(),
            sizes={size["id"]: Pack(form="bottle", volume_ml=250 * 2**n) for n, size in enumerate(entry["sizes"])},
        )
        for entry in entries
    }


def _packs(file: Path, products: set[str]) -> dict[str, Packs]:
    tables = read_toml(file)
    if unknown := set(tables) - products:
        message = f"{file.name}: there is no product {', '.join(sorted(unknown))}"
        raise PackError(message)
    return {id: _checked(table, f"{file.name}: {id}") for id, table in tables.items()}


def _checked(table: dict[str, Any], place: str) -> Packs:
    try:
        return Packs.model_validate(table)
    except ValidationError as mistakes:
        first = mistakes.errors()[0]
        message = f"{place}.{'.'.join(map(str, first['loc']))}: {first['msg']}"
        raise PackError(message) from mistakes


def _menu(content: Path) -> list[str]:
    groups = optional_toml(content / "navigation.toml").get("groups", ())
    subgroups = [subgroup for group in groups for subgroup in group.get("subgroups", ())]
    return [link["path"] for subgroup in subgroups for link in subgroup["links"]]


def people(content: Path) -> list[dict[str, Any]]:
    """Return everybody in ``people.toml``, in its order."""
    groups = optional_toml(content / "people.toml").values()
    return [
        person
        for group in groups
        if isinstance(group, list)
        for person in group
        if isinstance(person, dict) and "id" in person
    ]


def front_matter(folder: Path) -> list[dict[str, Any]]:
    """Return the heads of the Markdown files of a folder in the first language, without translated bodies."""
    files, language = sorted(file for file in folder.glob("*.md") if "." not in file.stem), _languages(folder)[0]
    return [_in(language, tomllib.loads(file.read_text(encoding="utf-8").split("+++\n")[1])) for file in files]


def read_toml(file: Path) -> dict[str, Any]:
    """Return a file of the content in the first language of its site."""
    return _in(_languages(file.parent)[0], tomllib.loads(file.read_text(encoding="utf-8")))


def optional_toml(file: Path) -> dict[str, Any]:
    """Return a file of the content in the first language; nothing where a company has no such file."""
    return read_toml(file) if file.exists() else {}


def _languages(folder: Path) -> tuple[str, ...]:
    """Return the languages of the site that a folder of content belongs to, the first of them first."""
    for place in (folder, folder.parent, CONTENT):
        if (file := place / "company.toml").is_file():
            return tuple(tomllib.loads(file.read_text(encoding="utf-8")).get("languages") or ("en",))
    return ("en",)


def _in(language: str, value: Any) -> Any:
    """Replace every ``{en = ..., bn = ...}`` by its text in a language."""
    if isinstance(value, list):
        return [_in(language, item) for item in value]
    if isinstance(value, dict):
        return value[language] if language in value else {key: _in(language, item) for key, item in value.items()}
    return value
