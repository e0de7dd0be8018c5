"""Every route fits at 320 px and at 400 % zoom, and the open menu fits at every width that shows it."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from starbond_site import content
from starbond_site.components.link import localized
from starbond_site.content import Site
from tests.serving import Server

SITES = [content.read(language) for language in content.LANGUAGES]
ENGLISH = SITES[0]
ROUTES = [(site, path) for site in SITES for path in (*site.paths, "/no-such-page")]
IDS = [localized(path, site.language) for site, path in ROUTES]
SPILLING = """() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    return [...document.querySelectorAll("body *")]
        .filter((element) => element.getBoundingClientRect().right > width + 1)
        .map((element) => `${element.tagName}.${element.className}`).slice(0, 5);
}"""

RESIZED = """width => innerWidth === width
    && new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"""
OFFSETS = """() => [...document.querySelectorAll(".multi-carousel")].map((carousel) =>
    carousel.querySelector(".carousel-slide > *").getBoundingClientRect().x - carousel.getBoundingClientRect().x)"""


@pytest.fixture(scope="module")
def narrow(browser: Browser, site: Server) -> Iterator[Page]:
    """Return one page 320 px wide for all routes; a window of 1,280 px has this width at 400 % zoom."""
    context = browser.new_context(base_url=site.url, viewport={"width": 320, "height": 256}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


@pytest.mark.parametrize(("site_content", "path"), ROUTES, ids=IDS)
def test_no_scrolling_sideways(narrow: Page, site_content: Site, path: str) -> None:
    narrow.goto(localized(path, site_content.language))

    assert narrow.evaluate(SPILLING) == []
    assert narrow.evaluate("document.documentElement.scrollWidth") <= 320


def test_zoomed_in_four_times_the_header_leaves_room(narrow: Page) -> None:
    """At 400 % of 1,280 by 1,024 pixels the sticky header leaves room for the page (WCAG 2.2, 1.4.10 and 2.4.11)."""
    narrow.goto("/SyntheticResinAdhesive")
    narrow.evaluate("scrollTo(0, 900)")

    header = narrow.locator(".site-header").bounding_box()
    assert header is not None
    covered = max(0, header["y"] + header["height"])
    assert covered <= 256 / 3


def test_open_menu_scrolls_when_the_window_is_low(narrow: Page) -> None:
    narrow.goto("/")
    narrow.get_by_role("checkbox", name=ENGLISH.interface.header.menu).check()
    narrow.locator("summary", has_text=ENGLISH.navigation[-1].title).click()
    link = narrow.get_by_role("link", name=ENGLISH.navigation[-1].links[-1].label, exact=True)
    link.scroll_into_view_if_needed()

    expect(link).to_be_in_viewport()


@pytest.mark.parametrize("width", [1024, 1152, 1280, 1440, 2560])
@pytest.mark.parametrize("site_content", SITES, ids=lambda site: site.language)
def test_menu_stays_in_the_window(visitor: Callable[..., BrowserContext], width: int, site_content: Site) -> None:
    page = visitor(viewport={"width": width, "height": 720}).new_page()
    page.goto(localized("/", site_content.language))
    menu = page.get_by_role("navigation", name=site_content.interface.header.navigation_label)
    for group in site_content.navigation:
        menu.get_by_text(group.title, exact=True).first.click()
        panel = page.locator("details[open] .menu__panel")
        expect(panel).to_have_count(1)
        box = panel.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= 720
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("path", ["/SyntheticResinAdhesive", "/SuperGlue"])
def test_call_and_chat_stay_at_the_lower_edge_on_phones(phone: Page, path: str) -> None:
    phone.goto(path)
    words = ENGLISH.interface.product
    bar = phone.locator(".call--sticky")

    expect(bar.get_by_role("link", name=words.call_short)).to_be_in_viewport()
    expect(bar.get_by_role("link", name=words.whatsapp_short)).to_be_in_viewport()
    box = bar.bounding_box()
    assert box is not None
    assert box["height"] <= 90


def test_carousels_stay_aligned_when_a_phone_is_turned(page: Page) -> None:
    """Before and after, the first card of each carousel begins at its left edge."""
    page.goto("/")
    expect(page.locator(".multi-carousel[data-running]")).to_have_count(2)
    for width in (1440, 1200, 844, 390):
        page.set_viewport_size({"width": width, "height": 844})
        page.wait_for_function(RESIZED, arg=width)
        offsets = page.evaluate(OFFSETS)
        assert offsets == [0] * len(offsets)
