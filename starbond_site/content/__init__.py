"""All texts that visitors read, as typed data.

``read(language)`` returns the whole ``Site``. The files beside this module are read and checked once; a mistake in
one of them raises ``ContentError``, which names file and field. ``problems()`` returns the same mistakes as sentences;
the build and ``starbond content`` stop at them.
"""

from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar, cast

from starbond_site.content.addresses import DEFAULT, LANGUAGES, PREFIXED, Language
from starbond_site.content.checks import check
from starbond_site.content.company import CityMap, Company
from starbond_site.content.files import Reader
from starbond_site.content.materials import Material
from starbond_site.content.models import (
    Brand,
    Content,
    Letter,
    NavigationGroup,
    NavigationLink,
    NewsItem,
    Product,
    RouteText,
    Slides,
    WrittenPage,
)
from starbond_site.content.site import Site
from starbond_site.shared.mistakes import ContentError, together

__all__ = ["LANGUAGES", "ContentError", "Language", "Site", "load", "missing_translations", "problems", "read"]

FOLDER = Path(__file__).parent
Item = TypeVar("Item", Letter, NewsItem, Product, WrittenPage)


class _Lists(Content):
    """The files that hold one list each, under the name of the list."""

    groups: tuple[NavigationGroup, ...] = ()
    pages: tuple[RouteText, ...] = ()
    brands: tuple[Brand, ...] = ()
    materials: tuple[Material, ...] = ()


@cache
def read(language: Language = DEFAULT) -> Site:
    return load(FOLDER, language)


def load(folder: Path, language: Language) -> Site:
    """Return the content of any folder laid out like this one.

    Raises:
        ContentError: a file is missing or wrong, or two files contradict each other.
    """
    return _site(Reader(folder, language))


def problems() -> list[str]:
    """Return every known mistake in the content as a sentence with file, line and field; empty when it is complete."""
    found: list[str] = []
    for language in LANGUAGES:
        try:
            read(language)
        except ContentError as mistakes:
            found += (mistake.in_line(FOLDER) for mistake in mistakes.all)
    return list(dict.fromkeys(found))


def missing_translations() -> list[str]:
    """Return ``file: text`` for every text that readers get in the first language in place of their own.

    Where there are several further languages, the code of the one that misses it stands in front.
    """
    found: list[str] = []
    for language in PREFIXED:
        _site(reader := Reader(FOLDER, language))
        found += reader.missing if len(PREFIXED) == 1 else [f"{language}: {text}" for text in reader.missing]
    return found


def _site(reader: Reader) -> Site:
    special: dict[str, Callable[[], Any]] = {
        "company": lambda: _company(reader),
        "navigation": lambda: reader.toml(_Lists, "navigation.toml").groups,
        "pages": lambda: reader.toml(_Lists, "pages.toml").pages,
        "brands": lambda: reader.optional(_Lists, "brands.toml").brands,
        "products": lambda: _named(reader, Product, "products/*.toml"),
        "slides": lambda: reader.optional(Slides, "slides.toml"),
        "letters": lambda: _named(reader, Letter, "letters/*.md"),
        "written": lambda: _named(reader, WrittenPage, "pages/*.md"),
        "news": lambda: _named(reader, NewsItem, "news/*.md"),
        "dealers": lambda: reader.dealers("dealers.sample.csv"),
        "map": lambda: reader.toml(CityMap, "map.toml") if reader.has("map.toml") else None,
        "materials": lambda: reader.optional(_Lists, "materials.toml").materials,
    }
    models = {
        name: partial(reader.toml, cast(type[Content], field.annotation), f"{name}.toml")
        for name, field in Site.model_fields.items()
        if name not in (*special, "language", "slide_pauses") and (field.is_required() or reader.has(f"{name}.toml"))
    }
    readers = special | models
    parts = _read({name: readers[name] for name in Site.model_fields if name in readers})
    navigation, slides = parts["navigation"], parts["slides"]
    site = Site(
        **parts
        | {
            "language": reader.language,
            "navigation": _with_pages(navigation, parts["written"]),
            "products": _in_menu_order(parts["products"], navigation),
            "slides": slides.slides,
            "slide_pauses": (slides.first_pause, slides.interval),
            "news": tuple(sorted(parts["news"], key=lambda item: item.date, reverse=True)),
        }
    )
    check(site)
    return site


def _company(reader: Reader) -> Company:
    """Return the company, and let all other texts be read with its facts."""
    company = reader.toml(Company, "company.toml")
    reader.facts, reader.country, reader.places = company.facts, company.country, company.dealer_places
    return company


def _read(parts: Mapping[str, Callable[[], Any]]) -> dict[str, Any]:
    """Return the results of all readers; the mistakes of all of them in one ``ContentError``."""
    found: dict[str, Any] = {}
    mistakes: list[ContentError] = []
    for name, read_part in parts.items():
        try:
            found[name] = read_part()
        except ContentError as mistake:
            mistakes += mistake.all
    if mistakes:
        raise together(mistakes)
    return found


def _named(reader: Reader, model: type[Item], pattern: str) -> tuple[Item, ...]:
    """Return the files that match, each with the id that its name says."""
    read_one = reader.markdown if pattern.endswith(".md") else reader.toml

    def named_after_id(name: str) -> Item:
        item = read_one(model, name)
        if (stem := Path(name).stem) != item.id:
            raise ContentError(name, "id", f"this must be the name of the file, {stem!r}")
        return item

    return tuple(_read({name: partial(named_after_id, name) for name in reader.stems(pattern)}).values())


def _with_pages(navigation: tuple[NavigationGroup, ...], pages: tuple[WrittenPage, ...]) -> tuple[NavigationGroup, ...]:
    """Return the menus with the pages that ask for an entry and have none."""
    has = {link.path for group in navigation for link in group.links}
    added = [(page.menu, NavigationLink(label=page.title, path=page.path)) for page in pages if page.path not in has]
    return tuple(
        group.model_copy(update={"links": (*group.links, *(link for menu, link in added if menu == group.id))})
        for group in navigation
    )


def _in_menu_order(products: tuple[Product, ...], navigation: tuple[NavigationGroup, ...]) -> tuple[Product, ...]:
    links = [link.path for group in navigation for subgroup in group.subgroups for link in subgroup.links]
    order = {path: place for place, path in reversed(list(enumerate(links)))}
    return tuple(sorted(products, key=lambda product: (order.get(product.path, len(order)), product.id)))
