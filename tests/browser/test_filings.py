"""Lists that are used: selecting, all filings, documents of earlier days, and how long a list is on a phone."""

import csv
import io
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from starbond_site import local_time
from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.content.formats import digits
from starbond_site.documents.reading import ROWS
from tests.browser.conftest import PHONE, Tab
from tests.browser.filing import LONG, publish, settled
from tests.browser.languages import SCRIPTS
from tests.browser.test_lists import counted, numbers
from tests.serving import Server

SHORT, PATH = "PriceSensitiveInformation", "/filings"
LIVE_MS = 2_000
LONGEST_ON_PHONES = 5_200
"""Pixels; before rows had a layout of their own for phones, the page of 60 documents had 10,400."""


@pytest.fixture
def reader(tab: Tab, lists: Server, scripts: bool) -> Page:
    """Return a page with or without scripts."""
    return tab(base_url=lists.url, java_script_enabled=scripts)


@pytest.fixture
def page(tab: Tab, lists: Server) -> Page:
    return tab(base_url=lists.url)


def region(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name)


def names(shown: Locator) -> list[str]:
    return shown.locator("tbody tr .document__file").all_inner_texts()


@SCRIPTS
def test_selecting_is_an_address(reader: Page, words: Site, lists: Server) -> None:
    labels, chosen = words.interface.documents, words.interface.lists
    reader.goto(localized(f"/{LONG}", words.language))
    shown = region(reader, words.category(LONG).title)
    expect(shown.locator("tbody tr")).to_have_count(ROWS)

    year = digits(2019, words.interface.dates)
    shown.get_by_role("combobox", name=chosen.year, exact=True).select_option(label=year)
    shown.get_by_role("combobox", name=chosen.kind, exact=True).select_option(label=chosen.pdf)
    shown.get_by_role("button", name=labels.search_button, exact=True).click()

    expect(shown.get_by_text(chosen.chosen_one, exact=True)).to_be_visible()
    assert names(shown) == ["Notice of 2019 -01-07-2019.pdf"]
    expect(shown.locator("tbody tr")).to_contain_text(chosen.entered_later.partition("{")[0].strip())
    expect(reader).to_have_url(re.compile(rf"list={LONG}.*year=2019.*type=pdf"))
    expect(shown.get_by_role("combobox", name=chosen.year, exact=True)).to_have_value("2019")

    address = shown.get_by_role("link", name=chosen.csv).get_attribute("href") or ""
    table = csv.DictReader(io.StringIO(reader.request.get(lists.url + address).body().decode("utf-8-sig"), newline=""))
    assert [row[chosen.column_name] for row in table] == ["Notice of 2019 -01-07-2019.pdf"]

    reader.go_back()
    expect(shown.locator("tbody tr")).to_have_count(ROWS)
    reader.go_forward()
    expect(shown.locator("tbody tr")).to_have_count(1)
    shown.get_by_role("link", name=labels.search_clear).click()
    expect(shown.locator("tbody tr")).to_have_count(ROWS)

    # An order is kept through pages.
    reader.goto(localized(f"/{LONG}", words.language) + f"?list={LONG}&sort=oldest")
    assert names(shown)[:2] == ["Notice of 2007 -12-03-2007.pdf", "Notice of 2019 -01-07-2019.pdf"]
    shown.get_by_role("link", name=labels.next_page, exact=True).click()
    expect(shown.get_by_role("combobox", name=chosen.sort, exact=True)).to_have_value("oldest")
    assert re.search(r"Report \d+ ", names(shown)[-1])


@SCRIPTS
def test_all_filings_have_every_list_and_select_one(reader: Page, words: Site) -> None:
    labels, chosen = words.interface.documents, words.interface.lists
    reader.goto(localized(PATH, words.language))
    shown = region(reader, words.page(PATH).title)
    expect(shown.locator("tbody tr").first).to_contain_text(words.category(LONG).title)

    shown.get_by_role("combobox", name=chosen.category, exact=True).select_option(label=words.category(SHORT).title)
    shown.get_by_role("button", name=labels.search_button, exact=True).click()
    expect(shown.locator("tbody tr")).to_contain_text([words.category(SHORT).title])
    expect(reader).to_have_url(re.compile(f"list={SHORT}"))

    link = shown.get_by_role("link", name="Terms of the bond -02-07-2019.pdf", exact=True)
    expect(link).to_have_attribute("href", re.compile(rf"^{localized('/documents/', words.language)}\d+$"))


def test_new_document_joins_all_filings_and_not_a_selection(page: Page, tab: Tab, lists: Server, words: Site) -> None:
    title, name = words.page(PATH).title, f"Annual report {words.language}"
    selecting = tab(base_url=lists.url)
    for reader, query in ((page, ""), (selecting, "?year=2007")):
        settled(reader, localized(PATH, words.language) + query)
    before = names(region(selecting, title))

    number = publish(lists, "AnnualReport", name)

    first = region(page, title).locator("tbody tr").first
    expect(first).to_contain_text(name, timeout=LIVE_MS)
    expect(first).to_have_class("document--fresh")
    expect(region(selecting, title).get_by_role("status")).to_have_text(words.interface.live.updated)
    assert names(region(selecting, title)) == before
    lists.admin("documents", "withdraw", number)
    expect(region(page, title).locator("tbody tr").first).not_to_contain_text(name)


def test_document_of_an_earlier_day_joins_at_its_place(page: Page, words: Site, lists: Server) -> None:
    settled(page, localized(f"/{SHORT}", words.language))
    shown = region(page, words.category(SHORT).title)
    before = names(shown)

    # Of a year that the list has, so that only the row changes.
    number = publish(lists, SHORT, f"Earlier {words.language}", "--date", "2019-01-31")

    row = shown.locator("tbody tr").filter(has_text=f"Earlier {words.language}")
    expect(row).to_have_class("document--fresh", timeout=LIVE_MS)
    assert names(shown) == [*before, f"Earlier {words.language} -31-01-2019.pdf"]
    expect(shown.locator("tbody tr td").nth(3)).to_have_text(digits(2, words.interface.dates))
    lists.admin("documents", "withdraw", number)
    expect(row).to_have_count(0)


def test_long_list_is_short_on_a_phone(tab: Tab, lists: Server, words: Site) -> None:
    page = settled(tab(base_url=lists.url, **PHONE), localized(f"/{LONG}", words.language))
    page.evaluate("document.fonts.ready")

    shown = region(page, words.category(LONG).title)
    assert shown.locator("tbody tr").count() == ROWS
    assert page.evaluate("document.documentElement.scrollHeight") <= LONGEST_ON_PHONES
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    row = shown.locator("tbody tr").first
    expect(row.locator(".document__details")).to_be_visible()
    for link in row.get_by_role("link").all():
        box = link.bounding_box()
        assert box
        assert box["height"] >= 24


def test_live_rows_enter_their_years_and_the_newest_leads(page: Page, words: Site, lists: Server) -> None:
    category = "FinancialStatement"
    path = words.investors.pages[[page.categories for page in words.investors.pages].index((category,))].path
    old = publish(lists, category, f"Old {words.language}", "--date", "2019-03-12")
    settled(page, localized(path, words.language))
    shown = region(page, words.category(category).title)
    rows, years = shown.locator("tbody tr"), shown.get_by_role("heading", level=2)

    def heads(*expected: int) -> list[str]:
        return [digits(year, words.interface.dates) for year in expected]

    expect(years).to_have_text(heads(2019))
    first = publish(lists, category, f"First {words.language}")
    this_year = local_time.today().year
    expect(years).to_have_text(heads(this_year, 2019), timeout=LIVE_MS)
    # From here on single rows arrive.
    older = publish(lists, category, f"Older {words.language}", "--date", "2019-03-01")
    expect(rows.last).to_contain_text(f"Older {words.language}", timeout=LIVE_MS)
    second = publish(lists, category, f"Second {words.language}")
    expect(rows.first).to_contain_text(f"Second {words.language}", timeout=LIVE_MS)

    expect(years).to_have_text(heads(this_year, 2019))
    assert numbers(shown) == counted(words, 1, 4)
    expect(shown.get_by_role("table").first.locator("tbody tr")).to_have_count(2)
    lead, next_one = (rows.nth(index).locator(".document__file") for index in (0, 1))
    size = "element => parseFloat(getComputedStyle(element).fontSize)"
    assert lead.evaluate(size) > next_one.evaluate(size)

    for number in (second, first):
        lists.admin("documents", "withdraw", number)
    expect(years).to_have_text(heads(2019), timeout=LIVE_MS)
    expect(rows).to_have_count(2)
    assert numbers(shown) == counted(words, 1, 2)
    for number in (old, older):
        lists.admin("documents", "withdraw", number)
    expect(shown.get_by_text(words.category(category).empty)).to_be_visible(timeout=LIVE_MS)
