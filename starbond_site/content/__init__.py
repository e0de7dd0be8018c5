"""What a visitor reads, as typed data.

``read(language)`` returns the whole ``Site``. The files beside this module are read and checked once; a mistake in
one of them raises ``ContentError``, which names file and field. ``problems()`` returns the same mistakes as sentences;
the build and ``python -m starbond_site.admin content`` stop at them.
"""

from functools import cache
from pathlib import Path
from typing import TypeVar

from starbond_site.content.calendar import Calendar
from starbond_site.content.checks import check, missing_pictures
from starbond_site.content.city_map import CityMap
from starbond_site.content.colours import Colours
from starbond_site.content.company import Company
from starbond_site.content.duties import Duties
from starbond_site.content.errors import Errors
from starbond_site.content.facts import ProductFacts
from starbond_site.content.figures import FigureKinds
from starbond_site.content.files import ContentError, Reader
from starbond_site.content.interface import Interface
from starbond_site.content.materials import Materials
from starbond_site.content.models import (
    LANGUAGES,
    About,
    Brand,
    Content,
    Investors,
    Language,
    Letter,
    NavigationGroup,
    NewsItem,
    PageText,
    Product,
    Slides,
)
from starbond_site.content.site import People, Site
from starbond_site.content.trade_words import TradeWords

__all__ = ["LANGUAGES", "ContentError", "Language", "Site", "load", "missing_translations", "problems", "read"]

FOLDER = Path(__file__).parent
Item = TypeVar("Item", Letter, NewsItem)


class _Lists(Content):
    """The files that hold one list each, under the name of the list."""

    groups: tuple[NavigationGroup, ...] = ()
    pages: tuple[PageText, ...] = ()
    brands: tuple[Brand, ...] = ()


@cache
def read(language: Language = "en") -> Site:
    """Return the content of this site in one language."""
    return load(FOLDER, language)


def load(folder: Path, language: Language) -> Site:
    """Return the content of any folder laid out like this one.

    Raises:
        ContentError: a file is missing or wrong, or two files contradict each other.
    """
    return _site(Reader(folder, language))


def problems() -> list[str]:
    """Return every known mistake in the content as one sentence with file and field; empty when it is complete."""
    try:
        for language in LANGUAGES:
            read(language)
    except ContentError as mistake:
        return [str(mistake)]
    return []


def pictures_to_take() -> list[str]:
    """Return ``file: field: name`` of each picture that nobody has taken yet, for which a plate stands."""
    return missing_pictures(read(LANGUAGES[0]))


def missing_translations() -> list[str]:
    """Return ``file: English text`` for every text that a reader of Bangla gets in English."""
    reader = Reader(FOLDER, "bn")
    _site(reader)
    return reader.missing


def _site(reader: Reader) -> Site:
    company = reader.toml(Company, "company.toml")
    reader.facts, reader.country = company.facts, company.country
    navigation = reader.toml(_Lists, "navigation.toml").groups
    slider = reader.toml(Slides, "slides.toml")
    site = Site(
        language=reader.language,
        company=company,
        navigation=navigation,
        pages=reader.toml(_Lists, "pages.toml").pages,
        brands=reader.toml(_Lists, "brands.toml").brands,
        products=_in_menu_order(_products(reader), navigation),
        slides=slider.slides,
        slide_pauses=(slider.first_pause, slider.interval),
        about=reader.toml(About, "about.toml"),
        people=reader.toml(People, "people.toml"),
        letters=tuple(_named(reader, Letter, "pages/*.md")),
        news=tuple(sorted(_named(reader, NewsItem, "news/*.md"), key=lambda item: item.date, reverse=True)),
        investors=reader.toml(Investors, "investors.toml"),
        duties=reader.toml(Duties, "duties.toml"),
        calendar=reader.toml(Calendar, "calendar.toml"),
        figures=reader.toml(FigureKinds, "figures.toml"),
        dealers=reader.dealers("dealers.sample.csv"),
        map=reader.toml(CityMap, "map.toml") if (reader.folder / "map.toml").is_file() else None,
        colours=reader.toml(Colours, "colours.toml"),
        materials=reader.toml(Materials, "materials.toml").materials,
        facts=reader.toml(ProductFacts, "facts.toml"),
        trade_words=reader.toml(TradeWords, "trade_words.toml"),
        interface=reader.toml(Interface, "interface.toml"),
        errors=reader.toml(Errors, "errors.toml"),
    )
    check(site)
    return site


def _products(reader: Reader) -> list[Product]:
    products = []
    for name in reader.stems("products/*.toml"):
        products.append(product := reader.toml(Product, name))
        _named_after_id(name, product.id)
    return products


def _named(reader: Reader, model: type[Item], pattern: str) -> list[Item]:
    items = []
    for name in reader.stems(pattern):
        items.append(item := reader.markdown(model, name))
        _named_after_id(name, item.id)
    return items


def _named_after_id(name: str, id: str) -> None:
    if Path(name).stem != id:
        raise ContentError(name, "id", f"{id!r} is not the name of the file")


def _in_menu_order(products: list[Product], navigation: tuple[NavigationGroup, ...]) -> tuple[Product, ...]:
    links = [link.path for group in navigation for subgroup in group.subgroups for link in subgroup.links]
    order = {path: place for place, path in reversed(list(enumerate(links)))}
    return tuple(sorted(products, key=lambda product: (order.get(product.path, len(order)), product.id)))
