"""Figures of statements: nothing at first, then charts and tables, live, and gone with their statement."""

from playwright.sync_api import Page, expect

from starbond_site.components.link import localized
from starbond_site.content import Site
from tests.browser.axe import in_views
from tests.browser.filing import publish, settled
from tests.serving import Server

LIVE_MS = 5_000


def test_figures_come_and_go_on_an_open_page(page: Page, plain: Page, site: Server, words: Site) -> None:
    settled(page, localized("/FinancialReport", words.language))
    page.get_by_role("link", name=words.interface.figures.link).click()
    expect(page.get_by_text(words.interface.figures.empty)).to_be_visible()
    assert page.locator("main svg.chart").count() == 0

    numbers = []
    for year, value in ((2023, "-0.35"), (2026, "1.41")):
        numbers.append(publish(site, "FinancialStatement", f"Statement {year}"))
        site.admin("figures", "set", numbers[-1], "--period", "year", "--ends", f"{year}-06-30", "--eps", value)
    section = page.get_by_role("region", name=words.figures.kind("eps").title)
    expect(section.get_by_role("img")).to_be_visible(timeout=LIVE_MS)
    expect(section.locator("tbody tr")).to_have_count(2, timeout=LIVE_MS)
    # Bars of losses stand below the base line.
    loss, gain = (bar.bounding_box() for bar in section.locator("rect").all())
    zero = section.locator(".chart__zero").bounding_box()
    assert loss
    assert gain
    assert zero
    assert gain["y"] + gain["height"] / 2 < zero["y"] < loss["y"] + loss["height"] / 2
    assert in_views(page) == []
    plain.goto(page.url)
    expect(plain.get_by_role("region", name=words.figures.kind("eps").title).locator("tbody tr")).to_have_count(2)

    for number in numbers:
        site.admin("documents", "withdraw", number)
    expect(page.get_by_text(words.interface.figures.empty)).to_be_visible(timeout=LIVE_MS)
    expect(section).to_have_count(0)
