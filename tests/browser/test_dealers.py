"""The dealers: imported while a page is open, filtered, nearest first, and whole without scripts."""

from math import asin, cos, radians, sin, sqrt
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, WebSocket, expect

from starbond_site import content
from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.content.dealers import Dealer, DealerPlaces, parse
from starbond_site.content.formats import digits
from starbond_site.presentation.dealers_markup import telephone
from tests.browser.axe import violations
from tests.browser.conftest import PHONE, Tab, Visitor
from tests.browser.filing import open_with
from tests.browser.languages import LANGUAGES, SITES
from tests.serving import Server

SAMPLE = (content.FOLDER / "dealers.sample.csv").read_bytes()
DEALERS = parse(SAMPLE, "BD", SITES[0].company.dealer_places)
LIVE_MS = 10_000
HERE = (24.8637, 88.9731)
"""Where the visitor is: no dealer is there, and no two are equally far."""


def test_an_import_reaches_open_pages(tab: Tab, site: Server, tmp_path: Path) -> None:
    """Until then they have the sample, and say so."""
    pages = {words.language: tab() for words in SITES}
    for words in SITES:
        pages[words.language].goto(address(words))
        expect(pages[words.language].get_by_text(words.interface.dealers.sample_note)).to_be_visible()
    file = tmp_path / "dealers.csv"
    file.write_text("\n".join(SAMPLE.decode().splitlines()[:3]), encoding="utf-8")

    site.admin("dealers", "import", str(file))

    for words in SITES:
        page = pages[words.language]
        expect(page.get_by_text(words.interface.dealers.sample_note)).to_have_count(0, timeout=LIVE_MS)
        expect(page.locator(".dealer__name")).to_have_count(2, timeout=LIVE_MS)
        assert sorted(page.locator(".dealer__name").all_inner_texts()) == sorted(names(list(DEALERS[:2]), words))
        total = digits(words.interface.dealers.shown.format(count=2, total=2), words.interface.dates)
        expect(page.get_by_role("status").filter(has_text=total)).to_be_visible()


@pytest.fixture(scope="module")
def shops(site: Server, tmp_path_factory: pytest.TempPathFactory) -> Server:
    """Import all dealers."""
    file = tmp_path_factory.mktemp("files") / "dealers.csv"
    file.write_bytes(SAMPLE)
    site.admin("dealers", "import", str(file))
    return site


def address(words: Site) -> str:
    return localized("/dealers", words.language)


def opened(page: Page, words: Site) -> Page:
    page.goto(address(words))
    # The last: the server may still have another list.
    last = DEALERS[-1].text("name", words.language)
    expect(page.get_by_role("heading", name=last)).to_be_attached(timeout=LIVE_MS)
    return page


def shown(page: Page) -> list[str]:
    """Return the names of the dealers that are seen, in their order."""
    return page.locator(".dealer__name:visible").all_inner_texts()


def names(dealers: list[Dealer], words: Site) -> list[str]:
    return [dealer.text("name", words.language) for dealer in dealers]


def places(words: Site) -> DealerPlaces:
    assert words.company.dealer_places
    return words.company.dealer_places


def status(page: Page, count: int, words: Site) -> Locator:
    text = words.interface.dealers.shown.format(count=count, total=len(DEALERS))
    return page.get_by_role("status").filter(has_text=digits(text, words.interface.dates))


def km(first: tuple[float, float], second: tuple[float, float]) -> float:
    """Return the distance on a sphere (haversine)."""
    (a, b), (c, d) = (tuple(map(radians, point)) for point in (first, second))
    return 2 * 6371.0088 * asin(sqrt(sin((c - a) / 2) ** 2 + cos(a) * cos(c) * sin((d - b) / 2) ** 2))


@LANGUAGES
@pytest.mark.usefixtures("shops")
def test_places_and_words_filter(page: Page, words: Site) -> None:
    opened(page, words)
    labels, language = words.interface.dealers, words.language
    expect(status(page, len(DEALERS), words)).to_be_visible()
    place = DEALERS[2]
    inside = [dealer for dealer in DEALERS if dealer.region == place.region]

    page.get_by_label(places(words).region.name, exact=True).select_option(place.text("region", language))
    expect(status(page, len(inside), words)).to_be_visible()
    assert sorted(shown(page)) == sorted(names(inside, words))
    offered = page.get_by_label(places(words).area.name, exact=True).locator("option").all_inner_texts()
    assert sorted(offered[1:]) == sorted({dealer.text("area", language) for dealer in inside})

    page.get_by_label(places(words).area.name, exact=True).select_option(place.text("area", language))
    expect(status(page, 1, words)).to_be_visible()
    assert shown(page) == names([place], words)

    page.get_by_label(places(words).region.name, exact=True).select_option("")
    page.get_by_label(labels.text).fill(f"{place.town.upper()} {place.town_bn}")
    expect(status(page, 1, words)).to_be_visible()
    page.get_by_label(labels.text).fill(digits(telephone(SITES[0], place.telephone)[-6:], words.interface.dates))
    expect(status(page, 1, words)).to_be_visible()
    page.get_by_label(labels.text).fill("nobody")
    expect(page.get_by_role("status").filter(has_text=labels.none)).to_be_visible()
    assert shown(page) == []


def test_the_nearest_are_first_and_the_position_stays_here(visitor: Visitor, shops: Server, words: Site) -> None:
    where = {"latitude": HERE[0], "longitude": HERE[1]}
    page = visitor(geolocation=where, permissions=["geolocation"]).new_page()
    asked, sent = _watched(page)
    opened(page, words)
    labels = words.interface.dealers
    before = shown(page)
    located = [dealer for dealer in DEALERS if dealer.position]
    located.sort(key=lambda dealer: km(HERE, dealer.position or HERE))
    page.wait_for_load_state("networkidle")
    count = len(asked)

    page.get_by_role("button", name=labels.near).click()

    expect(page.get_by_role("status").filter(has_text=labels.located)).to_be_visible()
    near = page.get_by_role("list", name=labels.near)
    expect(near.get_by_role("heading")).to_have_text(names(located, words))
    without = [dealer for dealer in DEALERS if not dealer.position]
    assert shown(page) == names([*located, *without], words)
    nearest = round(km(HERE, located[0].position or HERE))
    text = digits(labels.kilometres.format(number=nearest), words.interface.dates)
    expect(near.get_by_role("listitem").first).to_contain_text(text)
    expect(near.get_by_role("link", name=telephone(words, located[0].telephone))).to_be_visible()
    assert violations(page) == []

    place = located[-1]
    page.get_by_label(places(words).region.name, exact=True).select_option(place.text("region", words.language))
    expect(near.get_by_role("heading").last).to_have_text(place.text("name", words.language))
    page.get_by_label(places(words).region.name, exact=True).select_option("")
    page.get_by_role("button", name=labels.by_place).click()
    expect(near).to_be_hidden()
    assert shown(page) == before

    later = [url for url in asked[count:] if not url.endswith(".woff2")]
    assert later == [], "nothing is asked for after the press"
    assert [url for url in asked if not url.startswith((shops.url, "data:", "blob:"))] == []
    assert not [text for text in (*asked, *sent) if "24.86" in text or "88.97" in text]


def _watched(page: Page) -> tuple[list[str], list[str]]:
    """Return the lists of all addresses that a page asks for, with what it posts, and of what it sends by websocket."""
    asked: list[str] = []
    sent: list[str] = []

    def watch(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: sent.append(str(frame)))

    page.on("request", lambda request: asked.append(f"{request.url} {request.post_data or ''}".strip()))
    page.on("websocket", watch)
    return asked, sent


@pytest.mark.usefixtures("shops")
def test_a_refused_position_is_answered(page: Page, words: Site) -> None:
    opened(page, words)
    before = shown(page)
    page.get_by_role("button", name=words.interface.dealers.near).click()
    expect(page.get_by_role("status").filter(has_text=words.interface.dealers.denied)).to_be_visible()
    assert shown(page) == before


@pytest.mark.usefixtures("shops")
def test_every_dealer_is_reached_without_scripts(tab: Tab, words: Site) -> None:
    page = tab(**PHONE, java_script_enabled=False)
    open_with(page, address(words), DEALERS[-1].text("name", words.language))
    assert sorted(shown(page)) == sorted(names(list(DEALERS), words))
    expect(page.get_by_role("search", name=words.interface.dealers.filter)).to_be_hidden()
    for dealer in DEALERS:
        item = page.get_by_role("listitem").filter(has_text=dealer.text("name", words.language))
        expect(item.locator(f"a[href='tel:{dealer.telephone}']")).to_be_visible()
        assert item.locator("a[href^='https://wa.me/']").count() == bool(dealer.whatsapp)


@pytest.mark.usefixtures("shops")
def test_nothing_is_wider_than_the_window(page: Page, words: Site) -> None:
    opened(page, words)
    for width in (390, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
