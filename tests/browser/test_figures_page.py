"""Figures of statements: nothing at first, then charts and tables, live, and gone with their statement."""

import csv
import io
import re
from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from starbond_site import content
from starbond_site.categories import FigureName, Period
from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.documents.figures import entries
from starbond_site.documents.figures.entries import Figures, Reason
from starbond_site.presentation.numbers import decimal
from tests.browser.test_accessibility import RULES
from tests.serving import Server, build, serving
from tests.unit.documents import samples
from tests.unit.documents.publishing import archive_in, publish

SITES = [content.read(language) for language in content.LANGUAGES]
VALUES = ["1.05", "1.20", "-0.35", "0.90", "1.10", "1.28", "1.41"]
"""EPS of the years from 2020 to 2026."""
REASON = Reason(text="The plant stood still for weeks.", text_bn="কারখানা কয়েক সপ্তাহ বন্ধ ছিল।")
LIVE_MS = 5_000


def fill(data: Path, years: int) -> None:
    """Publish a statement for each of the last years and enter its figures."""
    with archive_in(data) as archive:
        for end in range(2027 - years, 2027):
            number = publish(archive, "FinancialStatement", f"Statement {end}.pdf", samples.pdf(str(end))).id
            values = {FigureName("eps"): Decimal(VALUES[end - 2020]), FigureName("revenue"): Decimal(500)}
            given = Figures(period=Period.YEAR, period_end=date(end, 6, 30), values=values,
                            reasons=dict.fromkeys(values, REASON))  # fmt: skip
            entries.enter(archive, number, given, COMMAND_LINE)


@pytest.fixture(scope="module")
def figures(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serve a site with figures of seven years."""
    build()
    folder = tmp_path_factory.mktemp("figures")
    fill(folder / "data", 7)
    with serving(folder) as server:
        yield server


@pytest.fixture(params=SITES, ids=lambda site: site.language)
def words(request: pytest.FixtureRequest) -> Site:
    return request.param


def address(words: Site) -> str:
    return localized("/figures", words.language)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_chart_and_table_say_the_same(
    visitor: Callable[..., BrowserContext], figures: Server, words: Site, scripts: bool
) -> None:
    page = visitor(base_url=figures.url, java_script_enabled=scripts).new_page()
    page.goto(address(words))
    kind = words.figures.kind("eps")
    section = page.get_by_role("region", name=kind.title)
    chart = section.get_by_role("img", name=kind.title)
    shown = [decimal(words, Decimal(value), kind.decimals) for value in VALUES]

    assert section.locator("rect").count() == 5
    expect(chart).to_have_accessible_description(
        re.compile("; ".join(f".*: {re.escape(value)}" for value in shown[-5:]))
    )
    assert section.locator("tbody tr td:nth-child(2)").all_inner_texts() == shown[::-1]
    expect(section).to_contain_text(REASON.text_bn if words.language == "bn" else REASON.text)
    link = section.get_by_role("link", name=words.interface.figures.statement).first
    assert link.get_attribute("href") == localized("/documents/7", words.language)


def test_bars_below_the_base_line_stand_below_it(visitor: Callable[..., BrowserContext], figures: Server) -> None:
    page = visitor(base_url=figures.url).new_page()
    page.goto("/figures")
    section = page.get_by_role("region", name=SITES[0].figures.kind("eps").title)
    zero = section.locator(".chart__zero").bounding_box()
    boxes = [bar.bounding_box() for bar in section.locator("rect").all()]

    assert zero
    for value, box in zip(VALUES[-5:], boxes, strict=True):
        assert box
        middle = box["y"] + box["height"] / 2
        assert (middle > zero["y"]) == value.startswith("-")


@pytest.mark.parametrize(("width", "theme"), [(390, "light"), (390, "dark"), (1440, "light"), (1440, "dark")])
def test_figures_are_accessible_and_fit(
    visitor: Callable[..., BrowserContext], figures: Server, words: Site, width: int, theme: str
) -> None:
    page = visitor(base_url=figures.url, viewport={"width": width, "height": 900}, color_scheme=theme).new_page()
    page.goto(address(words))
    expect(page.get_by_role("img", name=words.figures.kind("eps").title)).to_be_visible()

    assert Axe().run(page, options=RULES).response["violations"] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_figures_as_a_file(visitor: Callable[..., BrowserContext], figures: Server, words: Site) -> None:
    page = visitor(base_url=figures.url).new_page()
    page.goto(address(words))
    with page.expect_download() as download:
        page.get_by_role("link", name=words.interface.figures.as_csv).click()
    found = list(csv.DictReader(io.StringIO(download.value.path().read_text("utf-8"))))

    assert [row["value"] for row in found if row["name"] == "eps"] == VALUES[::-1]


def test_figures_come_and_go_on_an_open_page(
    visitor: Callable[..., BrowserContext], tmp_path: Path, words: Site
) -> None:
    build()
    with serving(tmp_path) as server:
        page: Page = visitor(base_url=server.url).new_page()
        page.goto(localized("/FinancialReport", words.language))
        page.get_by_role("link", name=words.interface.figures.link).click()
        expect(page.get_by_text(words.interface.figures.empty)).to_be_visible()
        assert page.locator("main svg.chart").count() == 0

        statement = tmp_path / "Statement.pdf"
        statement.write_bytes(samples.pdf("statement"))
        server.admin("documents", "publish", "FinancialStatement", str(statement))
        server.admin("figures", "set", "1", "--period", "year", "--ends", "2026-06-30", "--nav", "15.20")
        section = page.get_by_role("region", name=words.figures.kind("nav").title)
        expect(section.get_by_role("img")).to_be_visible(timeout=LIVE_MS)

        server.admin("documents", "withdraw", "1")
        expect(page.get_by_text(words.interface.figures.empty)).to_be_visible(timeout=LIVE_MS)
        expect(section).to_have_count(0)
