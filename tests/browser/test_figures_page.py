"""Figures of statements: nothing at first, then charts and tables, live, and gone with their statement."""

import csv
import io
import re
from datetime import date
from decimal import Decimal

import pytest
from playwright.sync_api import Page, expect

from starbond_site.categories import FigureName, Period
from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.documents.figures import entries
from starbond_site.documents.figures.entries import Figures, Reason
from starbond_site.presentation.numbers import decimal
from tests.browser.axe import in_views
from tests.browser.conftest import Tab
from tests.browser.filing import open_with, publish, settled
from tests.browser.languages import ENGLISH, SCRIPTS, SITES
from tests.serving import Server
from tests.unit.documents import samples
from tests.unit.documents.publishing import archive_in
from tests.unit.documents.publishing import publish as publish_in

VALUES = ["1.05", "1.20", "-0.35", "0.90", "1.10", "1.28", "1.41"]
"""EPS of the years from 2020 to 2026."""
REASON = Reason(text="The plant stood still for weeks.", text_bn="কারখানা কয়েক সপ্তাহ বন্ধ ছিল।")
LIVE_MS = 5_000


def fill(archive: Archive, years: int) -> str:
    """Publish a statement for each of the last years and enter its figures; return the id of the last."""
    number = 0
    for end in range(2027 - years, 2027):
        number = publish_in(archive, "FinancialStatement", f"Statement {end}.pdf", samples.pdf(str(end))).id
        values = {FigureName("eps"): Decimal(VALUES[end - 2020]), FigureName("revenue"): Decimal(500)}
        given = Figures(period=Period.YEAR, period_end=date(end, 6, 30), values=values,
                        reasons=dict.fromkeys(values, REASON))  # fmt: skip
        entries.enter(archive, number, given, COMMAND_LINE)
    return str(number)


def test_figures_come_and_go_on_an_open_page(tab: Tab, site: Server) -> None:
    pages = {words.language: tab() for words in SITES}
    for words in SITES:
        page = settled(pages[words.language], localized("/FinancialReport", words.language))
        page.get_by_role("link", name=words.interface.figures.link).click()
        expect(page.get_by_text(words.interface.figures.empty)).to_be_visible()
        assert page.locator("main svg.chart").count() == 0

    number = publish(site, "FinancialStatement", "Statement")
    site.admin("figures", "set", number, "--period", "year", "--ends", "2026-06-30", "--nav", "15.20")
    for words in SITES:
        section = pages[words.language].get_by_role("region", name=words.figures.kind("nav").title)
        expect(section.get_by_role("img")).to_be_visible(timeout=LIVE_MS)

    site.admin("documents", "withdraw", number)
    for words in SITES:
        page = pages[words.language]
        expect(page.get_by_text(words.interface.figures.empty)).to_be_visible(timeout=LIVE_MS)
        expect(page.get_by_role("region", name=words.figures.kind("nav").title)).to_have_count(0)


@pytest.fixture(scope="module")
def last(site: Server) -> str:
    """Enter figures of seven years; return the id of the last statement."""
    with archive_in(site.data) as archive:
        return fill(archive, 7)


def address(words: Site) -> str:
    return localized("/figures", words.language)


@SCRIPTS
def test_chart_and_table_say_the_same(tab: Tab, last: str, words: Site, scripts: bool) -> None:
    page, kind = tab(java_script_enabled=scripts), words.figures.kind("eps")
    section = page.get_by_role("region", name=kind.title)
    chart = section.get_by_role("img", name=kind.title)
    shown = [decimal(words, Decimal(value), kind.decimals) for value in VALUES]
    open_with(page, address(words), shown[-1])

    assert section.locator("rect").count() == 5
    expect(chart).to_have_accessible_description(
        re.compile("; ".join(f".*: {re.escape(value)}" for value in shown[-5:]))
    )
    assert section.locator("tbody tr td:nth-child(2)").all_inner_texts() == shown[::-1]
    expect(section).to_contain_text(REASON.text_bn if words.language == "bn" else REASON.text)
    link = section.get_by_role("link", name=words.interface.figures.statement).first
    assert link.get_attribute("href") == localized(f"/documents/{last}", words.language)


@pytest.mark.usefixtures("last")
def test_bars_below_the_base_line_stand_below_it(page: Page, words: Site) -> None:
    page.goto("/figures")
    section = page.get_by_role("region", name=ENGLISH.figures.kind("eps").title)
    zero = section.locator(".chart__zero").bounding_box()
    boxes = [bar.bounding_box() for bar in section.locator("rect").all()]

    assert zero
    for value, box in zip(VALUES[-5:], boxes, strict=True):
        assert box
        middle = box["y"] + box["height"] / 2
        assert (middle > zero["y"]) == value.startswith("-")

    # A page of charts is accessible and fits, and leads to its figures as a file.
    page.goto(address(words))
    expect(page.get_by_role("img", name=words.figures.kind("eps").title)).to_be_visible()
    assert in_views(page) == []
    with page.expect_download() as download:
        page.get_by_role("link", name=words.interface.figures.as_csv).click()
    found = list(csv.DictReader(io.StringIO(download.value.path().read_text("utf-8"))))

    assert [row["value"] for row in found if row["name"] == "eps"] == VALUES[::-1]
