"""The dealers: what an import shows on an open page, and the nearest ones."""

from collections.abc import Sequence
from math import asin, cos, radians, sin, sqrt
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from starbond_site import content
from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.content.dealers import Dealer, DealerPlaces, parse
from starbond_site.features.dealers.topic import telephone
from tests.browser.axe import violations
from tests.browser.conftest import Visitor
from tests.browser.languages import BANGLA, ENGLISH
from tests.serving import Server

SAMPLE = (content.FOLDER / "dealers.sample.csv").read_bytes()
DEALERS = parse(SAMPLE, "BD", ENGLISH.company.dealer_places)
LIVE_MS = 10_000
HERE = (24.8637, 88.9731)
"""Where the visitor is: no dealer is there, and no two are equally far."""


def import_first(site: Server, folder: Path, count: int) -> None:
    (folder / "dealers.csv").write_text("\n".join(SAMPLE.decode().splitlines()[: count + 1]), encoding="utf-8")
    site.admin("dealers", "import", str(folder / "dealers.csv"))


def shown(page: Page) -> list[str]:
    return page.locator(".dealer__name:visible").all_inner_texts()


def names(dealers: Sequence[Dealer], words: Site) -> list[str]:
    return [dealer.text("name", words.language) for dealer in dealers]


def places(words: Site) -> DealerPlaces:
    assert words.company.dealer_places
    return words.company.dealer_places


def status(page: Page, count: int, words: Site, total: int = len(DEALERS)) -> Locator:
    text = words.interface.dealer_filter.shown.format(count=count, total=total)
    return page.get_by_role("status").filter(has_text=words.digits(text))


def km(first: tuple[float, float], second: tuple[float, float]) -> float:
    """Return the distance on a sphere (haversine)."""
    (a, b), (c, d) = (tuple(map(radians, point)) for point in (first, second))
    return 2 * 6371.0088 * asin(sqrt(sin((c - a) / 2) ** 2 + cos(a) * cos(c) * sin((d - b) / 2) ** 2))


def test_imports_reach_an_open_page_whose_places_and_words_filter(page: Page, site: Server, tmp_path: Path) -> None:
    words = BANGLA
    labels, language = words.interface.dealer_filter, words.language
    page.goto(localized("/dealers", language))
    expect(page.get_by_text(words.interface.dealers.sample_note)).to_be_visible()
    for count in (2, len(DEALERS)):
        import_first(site, tmp_path, count)
        expect(status(page, count, words, count)).to_be_visible(timeout=LIVE_MS)
        expect(page.get_by_text(words.interface.dealers.sample_note)).to_have_count(0)
        assert sorted(shown(page)) == sorted(names(DEALERS[:count], words))
    before, place = shown(page), DEALERS[2]
    page.get_by_role("button", name=labels.near).click()
    expect(page.get_by_role("status").filter(has_text=labels.denied)).to_be_visible()
    assert shown(page) == before
    inside = [dealer for dealer in DEALERS if dealer.region == place.region]
    page.get_by_label(places(words).region.name, exact=True).select_option(place.text("region", language))
    expect(status(page, len(inside), words)).to_be_visible()
    assert sorted(shown(page)) == sorted(names(inside, words))
    offered = page.get_by_label(places(words).area.name, exact=True).locator("option").all_inner_texts()
    assert sorted(offered[1:]) == sorted({dealer.text("area", language) for dealer in inside})
    page.get_by_label(places(words).area.name, exact=True).select_option(place.text("area", language))
    expect(status(page, 1, words)).to_be_visible()
    assert shown(page) == names([place], words)
    page.goto(localized("/about", language))
    page.go_back()
    expect(status(page, 1, words)).to_be_visible()
    expect(page.get_by_label(places(words).area.name, exact=True)).to_have_value(place.text("area", language))
    page.get_by_label(places(words).region.name, exact=True).select_option("")
    page.get_by_label(labels.text).fill(f"{place.town.upper()} {place.town_bn}")
    expect(status(page, 1, words)).to_be_visible()
    page.get_by_label(labels.text).fill(words.digits(telephone(ENGLISH, place.telephone)[-6:]))
    expect(status(page, 1, words)).to_be_visible()
    page.get_by_label(labels.text).fill("nobody")
    expect(page.get_by_role("status").filter(has_text=labels.none)).to_be_visible()
    assert shown(page) == []
    page.goto(localized("/dealers?region=Nowhere&area=Nowhere", language))
    expect(status(page, len(DEALERS), words)).to_be_visible()


def test_the_nearest_are_first_and_the_position_stays_here(visitor: Visitor, site: Server, tmp_path: Path) -> None:
    words = BANGLA
    import_first(site, tmp_path, len(DEALERS))
    where = {"latitude": HERE[0], "longitude": HERE[1]}
    page = visitor(geolocation=where, permissions=["geolocation"]).new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.url} {request.post_data or ''}".strip()))
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    sent: list[str] = []
    page.goto(localized("/dealers", words.language))
    expect(status(page, len(DEALERS), words)).to_be_visible(timeout=LIVE_MS)
    labels = words.interface.dealer_filter
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
    text = words.digits(labels.kilometres.format(number=nearest))
    expect(near.get_by_role("listitem").first).to_contain_text(text)
    expect(near.get_by_role("link", name=telephone(words, located[0].telephone))).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name=labels.by_place).click()
    expect(near).to_be_hidden()
    assert shown(page) == before
    later = [url for url in asked[count:] if not url.endswith(".woff2")]
    assert later == [], "nothing is asked for after the press"
    assert [url for url in asked if not url.startswith((site.url, "data:", "blob:"))] == []
    assert not [text for text in (*asked, *sent) if "24.86" in text or "88.97" in text]
