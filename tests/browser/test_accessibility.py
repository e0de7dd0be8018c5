"""WCAG 2.2 AA as axe checks it: every route in both languages, widths and themes, and every opened state."""

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from starbond_site import content
from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.design import Theme

SITES = [content.read(language) for language in content.LANGUAGES]
ENGLISH = SITES[0]
ROUTES = [(site, path) for site in SITES for path in (*site.paths, "/no-such-page")]
WIDTHS = {390: 844, 1440: 900}
THEMES: tuple[Theme, ...] = ("light", "dark")
VIEWS: list[tuple[int, Theme]] = [(width, theme) for width in WIDTHS for theme in THEMES]
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}


@pytest.fixture(params=SITES, ids=lambda site: site.language)
def words(request: pytest.FixtureRequest) -> Site:
    return request.param


def violations(page: Page) -> list[str]:
    """Return the violations that axe finds: rule, element and reason."""
    found: list[dict[str, Any]] = Axe().run(page, options=RULES).response["violations"]
    return [f"{rule['id']}: {node['target']} {node['failureSummary']}" for rule in found for node in rule["nodes"]]


def views(site: Site, path: str) -> list[tuple[int, Theme]]:
    """Return the widths and themes to check: two of a page in each language, so that both languages have all four.

    Products are one template: all but the first get one, in rotation.
    """
    products = [product.path for product in site.products]
    if path in products[1:]:
        return [VIEWS[products.index(path) % len(VIEWS)]]
    return VIEWS[::3] if site is ENGLISH else VIEWS[1:3]


def in_views(page: Page, wanted: list[tuple[int, Theme]]) -> dict[str, list[str]]:
    """Return the violations by width and theme, without a reload."""
    found = {}
    for width, theme in wanted:
        page.set_viewport_size({"width": width, "height": WIDTHS[width]})
        # As high as the page: what the fixed bar half covers in one place is free as soon as somebody scrolls.
        page.set_viewport_size({"width": width, "height": page.evaluate("document.documentElement.scrollHeight")})
        page.emulate_media(color_scheme=theme)
        expect(page.locator("html")).to_have_class(theme)
        if problems := violations(page):
            found[f"{width} {theme}"] = problems
    return found


@pytest.mark.parametrize(
    ("site_content", "path"), ROUTES, ids=[localized(path, site.language) for site, path in ROUTES]
)
def test_route_has_no_violation(page: Page, site_content: Site, path: str) -> None:
    page.goto(localized(path, site_content.language))

    assert in_views(page, views(site_content, path)) == {}


def in_themes(page: Page) -> dict[str, list[str]]:
    """Return the violations by theme in the present state of a page."""
    found = {}
    for theme in THEMES:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        expect(page.locator("html")).to_have_class(theme)
        if problems := violations(page):
            found[theme] = problems
    return found


def test_open_menus(page: Page, words: Site) -> None:
    page.goto(localized("/", words.language))
    menu = page.get_by_role("navigation", name=words.interface.header.navigation_label)
    for group in words.navigation:
        menu.get_by_text(group.title, exact=True).first.click()
        assert in_themes(page) == {}


def test_open_menu_on_phones(phone: Page, words: Site) -> None:
    phone.goto(localized("/", words.language))
    phone.get_by_role("checkbox", name=words.interface.header.menu).check()
    phone.locator("summary", has_text=words.navigation[2].title).tap()

    assert in_themes(phone) == {}


@pytest.mark.parametrize("device", ["page", "phone"])
def test_open_chat(request: pytest.FixtureRequest, device: str, words: Site) -> None:
    visited: Page = request.getfixturevalue(device)
    visited.goto(localized("/contact", words.language))
    chat = visited.get_by_role("contentinfo").locator("summary", has_text=words.interface.footer.messenger)
    chat.click()
    expect(visited.get_by_role("link", name=words.interface.footer.messenger_open)).to_be_visible()

    assert in_themes(visited) == {}


def test_open_news_item(page: Page, words: Site) -> None:
    page.goto(localized("/", words.language))
    item = words.news[0]
    page.get_by_role("button", name=words.interface.home.news_read_more.format(title=item.title)).first.click()
    expect(page.get_by_role("dialog", name=item.title)).to_be_visible()

    assert in_themes(page) == {}


def test_open_search(page: Page, words: Site) -> None:
    page.goto(localized("/", words.language))
    page.get_by_role("button", name=words.interface.search.open).click()
    page.get_by_role("searchbox").fill(words.products[0].name)
    expect(page.get_by_role("dialog").get_by_role("link", name=words.products[0].name).first).to_be_visible()

    assert in_themes(page) == {}


def test_open_biographies(page: Page, words: Site) -> None:
    page.goto(localized("/Bod", words.language))
    disclosures = page.get_by_role("main").locator("details > summary")
    assert disclosures.count() == sum(len(person.biography) > 1 for person in words.people.directors)
    for disclosure in disclosures.all():
        disclosure.click()

    assert in_themes(page) == {}


def test_each_tab_of_a_product(page: Page, words: Site) -> None:
    page.goto(localized(words.products[0].path, words.language))
    for title in (words.interface.product.characteristics, words.interface.product.caution):
        tab = page.get_by_role("tab", name=title)
        tab.click()
        expect(tab).to_have_attribute("aria-selected", "true")
        assert in_themes(page) == {}


@pytest.mark.parametrize("device", ["page", "phone"])
def test_open_zoom_dialog(request: pytest.FixtureRequest, device: str, words: Site) -> None:
    visited: Page = request.getfixturevalue(device)
    visited.goto(localized(words.products[0].path, words.language))
    visited.get_by_role("button", name=words.interface.zoom.open).click()
    expect(visited.get_by_role("dialog", name=words.interface.zoom.dialog_label)).to_be_visible()

    assert in_themes(visited) == {}


def test_what_is_focused_is_not_covered(page: Page) -> None:
    """WCAG 2.2, 2.4.11: the sticky header leaves every focused element at least partly visible."""
    page.goto("/Products")
    page.get_by_role("contentinfo").get_by_role("link").last.focus()
    for _ in range(40):
        page.keyboard.press("Shift+Tab")
        covered = page.evaluate("""() => {
            const element = document.activeElement, header = document.querySelector(".site-header");
            if (!element.closest("main, footer")) return false;
            return element.getBoundingClientRect().bottom <= header.getBoundingClientRect().bottom;
        }""")
        assert not covered


def test_links_to_parts_stop_below_the_header(page: Page) -> None:
    for brand in ENGLISH.brands:
        page.goto("/Products")
        chips = page.get_by_role("navigation", name=ENGLISH.interface.products.brands_label)
        chips.get_by_role("link", name=brand.name, exact=True).click()
        heading = page.get_by_role("heading", level=2, name=brand.name)
        expect(heading).to_be_in_viewport()
        bottom = page.locator(".site-header").evaluate("header => header.getBoundingClientRect().bottom")
        box = heading.bounding_box()
        assert box is not None
        assert box["y"] >= bottom


@pytest.mark.parametrize("path", ["/", "/SyntheticResinAdhesive", "/PriceSensitiveInformation"])
def test_forced_colours_show_what_is_chosen(visitor: Callable[..., BrowserContext], path: str) -> None:
    """With forced colours, the chosen tab, thumbnail and indicator still differ from the others."""
    page = visitor(viewport={"width": 1440, "height": 900}, forced_colors="active").new_page()
    page.goto(path)

    assert violations(page) == []
    if path == "/SyntheticResinAdhesive":
        border = "tab => getComputedStyle(tab).borderBottomColor"
        tabs = page.get_by_role("tab")
        assert tabs.nth(0).evaluate(border) != tabs.nth(1).evaluate(border)


def test_reduced_motion_is_respected(page: Page) -> None:
    """With reduced motion, the default of these tests, the slider does not start and nothing is animated."""
    page.goto("/")
    moving = page.evaluate("""() => document.getAnimations()
        .filter((animation) => animation.effect.getComputedTiming().duration > 1).length""")

    assert moving == 0
