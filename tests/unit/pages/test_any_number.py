"""Pages of a company with any number of everything, also none, and the page of all news."""

import json
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import htpy as h
import pytest
from htpy import Node

from starbond_site import content
from starbond_site.components import card
from starbond_site.content import LANGUAGES, Site
from starbond_site.content.addresses import FINDER, NEWS, NEWS_ANCHOR, NOT_FOUND, OPTIONAL, PROSPECTUS, REQUIRED
from starbond_site.content.facts import ProductFacts
from starbond_site.content.markdown import RunningText
from starbond_site.content.models import NavigationLink
from starbond_site.content.pictures import pictures
from starbond_site.content.site import People
from starbond_site.features.safety.html import safety
from starbond_site.pages import all_pages, contact, head, home, news, products, styleguide
from starbond_site.pages.layout import layout
from starbond_site.pages.page import Page
from starbond_site.presentation.city_map import city_map
from starbond_site.presentation.products.comparison import can_compare
from starbond_site.presentation.products.data_sheet import sheet
from starbond_site.presentation.products.facts import technical_table
from starbond_site.presentation.search.ranking import IndexEntry, made
from starbond_site.presentation.site_files.offline import manifest
from tests.unit.content.spoiled import changed, without

SITE = content.read(content.LANGUAGES[0])
LINK = re.compile(r'(?:to|href)[:=]\\*"(/[^"\\?#]*)')
FILES = re.compile(
    r"\.\w+$|^/(api|feeds|files|log|desk/|_|assets|pictures|marks|documents/|\.well-known)|/(sheet|latest)$|/[a-z]{2}(/|$)"
)
"""Addresses that are no pages of the build, and the pages of other languages."""


def links(text: str) -> set[str]:
    return {path for path in LINK.findall(text) if not FILES.search(path)}


@cache
def smallest() -> Site:
    """Return content with one of what a company needs, and nothing else."""
    brand = next(brand for brand in SITE.brands if SITE.products_of(brand.id))
    product = SITE.products_of(brand.id)[0]
    return changed(
        without(SITE, *OPTIONAL, *(letter.path for letter in SITE.letters)),
        navigation=(),
        brands=(brand,),
        products=(product,),
        slides=(),
        news=(),
        letters=(),
        written=(),
        people=People(directors=SITE.people.directors[:1]),
        company=SITE.company.model_copy(update={"offices": ()}),
        map=None,
        facts=ProductFacts(),
        materials=(),
        investors=SITE.investors.model_copy(update={"shared": ()}),
    )


@cache
def nothing() -> Site:
    return changed(smallest(), brands=(), products=())


def test_no_page_leads_to_one_that_is_not_there() -> None:
    for site in [SITE, smallest(), nothing()]:
        pages = all_pages(site)
        made = {page.path for page in pages} - {styleguide.PATH}
        assert made == {*site.paths, NOT_FOUND}, site.language
        assert {*REQUIRED} <= made, site.language
        found = {page.path: links(json.dumps(layout(site, page).render(), default=str)) for page in pages}
        assert {path: dead for path, to in found.items() if (dead := to - made)} == {}, site.language
        # It would prove nothing if it could not see links.
        linked = set().union(*found.values())
        assert {path for path in OPTIONAL if site.has(path) and path != PROSPECTUS} <= linked, site.language


@pytest.mark.features
def test_an_optional_page_is_made_where_the_content_has_it() -> None:
    for path in OPTIONAL:
        assert path in {page.path for page in all_pages(SITE)}, path
        assert path not in {page.path for page in all_pages(without(SITE, path))}, path


def test_what_the_server_writes_needs_no_facts_and_no_office() -> None:
    site = smallest()
    product = site.products[0]
    assert product.name in str(h.fragment[technical_table(site, product)]) + sheet(site, product)
    assert not can_compare(site)
    best = made(site).ranked(product.name)[0]
    assert isinstance(best, IndexEntry)
    assert best.title == product.name
    assert manifest(site)["start_url"] == "/"
    assert [shortcut["url"] for shortcut in manifest(site)["shortcuts"]] == ["/Products"]
    assert ["safety__products" in str(safety(each)) for each in (site, nothing())] == [True, False]


def written(body: Node) -> str:
    """Return HTML with the code of components between."""
    whole = "".join(map(str, h.fragment[body].iter_chunks()))
    return re.sub(r"\\u([0-9a-f]{4})", lambda found: chr(int(found[1], 16)), whole)


def _home(**fields: Any) -> str:  # noqa: ANN401
    return written(home._body(changed(SITE, **fields)))


def _repeated(items: Sequence[Any], count: int) -> tuple[Any, ...]:
    return tuple(items[place % len(items)] for place in range(count))


@pytest.mark.parametrize("count", [0, 1, 2, 3, 7])
def test_slides(count: int) -> None:
    """Without slides the heading and the tagline are what a visitor sees first."""
    shown = _home(slides=_repeated(SITE.slides, count))
    assert ("jsx(Slider," in shown) is (count > 0)
    assert (SITE.company.tagline in shown) is (count == 0)
    assert shown.count("<h1") == 1
    assert ('<h1 class="visually-hidden"' in shown) is (count > 0)
    page = next(page for page in home.pages(changed(SITE, slides=_repeated(SITE.slides, count))))
    assert (page.first_picture is None) is (count == 0)


@pytest.mark.parametrize(("count", "carousels"), [(0, 0), (1, 0), (2, 1), (9, 1)])
def test_news(count: int, carousels: int) -> None:
    """A single card is no carousel. Without news there is no section, unless a menu leads to it."""
    to_home = SITE.navigation[0].model_copy(update={"links": (NavigationLink(label="News", path=NEWS_ANCHOR),)})
    brandless: dict[str, Any] = {"brands": (), "products": (), "letters": ()}
    shown = _home(news=_repeated(SITE.news, count), navigation=(), **brandless)
    assert shown.count("jsx(MultiCarousel,") == carousels
    assert (f'id="{NEWS_ANCHOR[2:]}"' in shown) is (count > 0)
    assert SITE.interface.home.news_empty in _home(news=(), navigation=(to_home,), **brandless)


@pytest.mark.parametrize(("count", "carousels"), [(0, 0), (1, 0), (2, 1), (5, 1)])
def test_brands(count: int, carousels: int) -> None:
    brands = tuple(
        brand.model_copy(update={"card": True, "id": f"brand-{n}"})
        for n, brand in enumerate(_repeated(SITE.brands, count))
    )
    site = changed(without(SITE, FINDER), brands=brands, products=(), news=())
    shown = written(home._body(site))
    assert shown.count("jsx(MultiCarousel,") == carousels
    assert (SITE.interface.home.products_heading in shown) is (count > 0)
    overview = written(products._body(site))
    assert (SITE.interface.products.brands_label in overview) is (count > 1)
    assert (SITE.interface.products.none in overview) is (count == 0)
    assert products.pages(site)[0].below == (brands[1].id if count > 1 else "footer")


@pytest.mark.parametrize("on_home", [0, 1])
def test_the_letter_of_the_home_page(on_home: int) -> None:
    letters = tuple(
        letter.model_copy(update={"on_home": n < on_home, "summary": "A summary."})
        for n, letter in enumerate(SITE.letters)
    )
    shown = _home(letters=letters)
    assert (SITE.interface.home.about_heading in shown) is bool(on_home)
    assert (letters[0].quote in shown) is bool(on_home)
    assert letters[1].quote not in shown


def test_a_brand_without_a_picture_takes_that_of_its_first_product(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card, "pictures", lambda: {name for name in pictures() if not name.startswith("brands/")})
    for brand in SITE.brands:
        for product in SITE.products_of(brand.id)[:1]:
            shown = str(card.brand_card(SITE, brand))
            assert (f"products/{product.id}/" in shown, "card__picture--pack" in shown) == (True, True), brand.id


@pytest.mark.company
def test_the_contact_page_begins_with_the_ways_and_draws_every_office() -> None:
    """Nobody else is asked for the map."""
    for site in SITES:
        company, drawn = site.company, site.map
        shown = written(contact.body(site))
        ways = f"tel:{company.sales_phone.dial}", "https://wa.me/", f"mailto:{company.email}", "#write"
        assert drawn
        figure = str(city_map(site, drawn))
        places = [shown.index(way) for way in ways]
        assert places == sorted(places)
        assert (figure.count("map__office"), "http" in figure) == (len(company.offices), False)
        assert [office.title for office in company.offices if office.title not in figure] == []


SITES = [content.read(language) for language in LANGUAGES]
EACH = pytest.mark.parametrize("site", SITES, ids=lambda site: site.language)


def many(site: Site, count: int) -> Site:
    return changed(
        site,
        news=tuple(site.news[0].model_copy(update={"id": f"item-{n}", "title": f"Title {n}"}) for n in range(count)),
    )


def body_of(page: Page, site: Site) -> str:
    return written(page.body(site))


def only(pages: list[Page]) -> Page:
    [page] = pages
    return page


def all_news(site: Site) -> Page:
    return only([page for page in news.pages(site) if page.path == NEWS])


@EACH
def test_every_piece_is_there_whole_and_newest_first(site: Site) -> None:
    shown = body_of(all_news(site), site)
    places = [shown.index(f'id="{item.id}"') for item in site.news]
    assert places == sorted(places)
    for item in site.news:
        assert item.title in shown
        assert item.summary in shown
        (page,) = (page for page in news.pages(site) if page.path == item.path)
        text = item.body.sections[0].parts[0]
        assert isinstance(text, RunningText)
        assert text.html.split("</p>")[0].removeprefix("<p>")[:40] in body_of(page, site)


def test_many_pieces_of_news_with_and_without_their_page() -> None:
    site = many(SITES[0], 30)
    assert body_of(all_news(site), site).count("news__item") == 30
    shown = body_of(only(home.pages(site)), site)
    assert [f"Title {n}" in shown for n in range(30)] == [True] * home.NEWEST + [False] * (30 - home.NEWEST)
    site = without(many(SITES[0], 9), NEWS)
    assert news.pages(site) == []
    shown = body_of(only(home.pages(site)), site)
    assert "Title 8" in shown
    assert NEWS not in shown


def test_search_engines_are_told_of_a_piece_of_news_by_its_page_and_by_the_list() -> None:
    def told(site: Site, page: Page) -> int:
        assert all(str(item["headline"]) in "".join(map(str, head.meta(site, page))) for item in page.structured_data)
        return sum(item["@type"] == "NewsArticle" for item in page.structured_data)

    site, single = SITES[0], without(SITES[0], NEWS)
    assert [told(site, page) for page in (all_news(site), only(home.pages(site)))] == [len(site.news), 0]
    assert told(single, only(home.pages(single))) == len(site.news)
