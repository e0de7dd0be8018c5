"""WCAG 2.2 AA as axe checks it, in the widths and themes that people have."""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from starbond_site.presentation.design import Theme
from tests.browser.page_rules import OVER

WIDTHS = {390: 844, 1440: 900}
THEMES: tuple[Theme, ...] = ("light", "dark")
VIEWS: list[tuple[int, Theme]] = [(width, theme) for width in WIDTHS for theme in THEMES]
LOADED = "typeof axe === 'object'"
# Nothing here has frames, or media and styles of other sites, which axe would wait for.
RUN = """async () => (await axe.run({
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  resultTypes: ["violations"], preload: false, iframes: false,
})).violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`))"""


def violations(page: Page) -> list[str]:
    if not page.evaluate(LOADED):
        page.evaluate(AXE_SCRIPT)
    return page.evaluate(RUN)


def in_themes(page: Page) -> dict[str, list[str]]:
    """Return the violations by theme in the present state of a page."""
    found = {}
    for theme in THEMES:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        expect(page.locator("html")).to_have_class(theme)
        if problems := violations(page):
            found[theme] = problems
    return found


def in_view(page: Page, width: int, theme: Theme) -> list[str]:
    """Return the violations in a width and a theme, texts over texts, and a page wider than the window: no reload."""
    page.set_viewport_size({"width": width, "height": WIDTHS[width]})
    # As high as the page: what the fixed bar half covers in one place is free as soon as somebody scrolls.
    page.set_viewport_size({"width": width, "height": page.evaluate("document.documentElement.scrollHeight")})
    page.emulate_media(color_scheme=theme)
    expect(page.locator("html")).to_have_class(theme)
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth ? ['wider than the window'] : []")
    return [f"{width} {theme}: {each}" for each in (*violations(page), *page.evaluate(OVER), *wide)]


def in_views(page: Page, *views: tuple[int, Theme]) -> list[str]:
    """Return what `in_view` finds in some views, in all four where none is given."""
    return [each for view in views or VIEWS for each in in_view(page, *view)]
