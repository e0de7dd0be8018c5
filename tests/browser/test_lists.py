"""Lists that are read and used: pages, searches, selections, all filings, and what changes while they are open."""

import csv
import io
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.documents.public_view import ROWS
from starbond_site.reflex_adapter.serving import STATIC
from starbond_site.shared import local_time
from tests.browser.conftest import PHONE, Tab, Visitor
from tests.browser.filing import LIVE, LONG, publish, settled
from tests.browser.languages import SCRIPTS
from tests.serving import Server

SHORT, FILINGS = "PriceSensitiveInformation", "/filings"
PAGES = 3
OFFLINE_MS = 10_000
LONGEST_ON_PHONES = 5_200
"""Pixels; before rows had a layout of their own for phones, the page of 60 documents had 10,400."""


@pytest.fixture
def reader(tab: Tab, lists: Server, scripts: bool) -> Page:
    return tab(base_url=lists.url, java_script_enabled=scripts)


@pytest.fixture
def page(tab: Tab, lists: Server) -> Page:
    return tab(base_url=lists.url)


def region(page: Page, title: str) -> Locator:
    return page.get_by_role("region", name=title)


def open_list(page: Page, words: Site, query: str = "", category: str = LONG) -> Locator:
    page.goto(localized(f"/{category}", words.language) + query)
    return region(page, words.category(category).title)


def numbers(section: Locator) -> list[str]:
    return section.locator("tbody tr td:first-child").all_inner_texts()


def names(shown: Locator) -> list[str]:
    return shown.locator("tbody tr .document__file").all_inner_texts()


def counted(words: Site, first: int, last: int) -> list[str]:
    return [words.digits(number) for number in range(first, last + 1)]


def position(words: Site, number: int, count: int = PAGES) -> str:
    return words.digits(words.interface.documents.page_of.format(number=number, count=count))


def total(server: Server, page: Page, category: str = LONG) -> int:
    count, address = 0, f"/api/documents/{category}"
    while address:
        answer = page.request.get(server.url + address).json()
        count, address = count + len(answer["documents"]), answer.get("next", "")
    return count


@SCRIPTS
def test_pages_and_searches_lead_on_and_back(reader: Page, words: Site, lists: Server) -> None:
    labels = words.interface.documents
    shown = open_list(reader, words)
    following = shown.get_by_role("link", name=labels.next_page, exact=True)
    previous = shown.get_by_role("link", name=labels.previous_page, exact=True)
    expect(previous).to_have_count(0)
    for page in range(1, PAGES + 1):
        expect(shown.get_by_text(position(words, page), exact=True)).to_be_visible()
        first = (page - 1) * ROWS + 1
        assert numbers(shown) == counted(words, first, first + len(numbers(shown)) - 1)
        if page < PAGES:
            following.click()
    expect(following).to_have_count(0)
    previous.click()
    expect(shown.get_by_text(position(words, 2), exact=True)).to_be_visible()
    # A search has pages of its own.
    shown = open_list(reader, words, f"?list={LONG}&q=board")
    following.click()
    expect(shown.get_by_text(position(words, 2), exact=True)).to_be_visible()
    box = shown.get_by_role("searchbox", name=labels.search_label)
    expect(box).to_have_value("board")
    for query, said in (("report 77 board", labels.search_one), ("nothing of that name", labels.search_none)):
        box.fill(query)
        shown.get_by_role("button", name=labels.search_button, exact=True).click()
        expect(shown.get_by_text(said.format(query=query))).to_be_visible()
        expect(shown.locator("tbody tr")).to_have_count(1 if said == labels.search_one else 0)
        expect(box).to_have_value(query)
    # Every row is one page.
    shown.get_by_role("link", name=labels.search_clear).click()
    expect(shown.locator("tbody tr")).to_have_count(ROWS)
    shown.get_by_role("link", name=labels.all_rows).click()
    expect(shown.locator("tbody tr")).to_have_count(total(lists, reader))
    expect(shown.get_by_role("navigation", name=labels.pages_label)).to_have_count(0)


@SCRIPTS
def test_selecting_is_an_address_of_one_list_and_of_all(reader: Page, words: Site, lists: Server) -> None:
    labels, chosen = words.interface.documents, words.interface.lists
    reader.goto(localized(f"/{LONG}", words.language))
    shown = region(reader, words.category(LONG).title)
    expect(shown.locator("tbody tr")).to_have_count(ROWS)
    year = words.digits(2019)
    shown.get_by_role("combobox", name=chosen.year, exact=True).select_option(label=year)
    shown.get_by_role("combobox", name=chosen.kind, exact=True).select_option(label=chosen.kinds["pdf"])
    shown.get_by_role("button", name=labels.search_button, exact=True).click()
    expect(shown.get_by_text(chosen.chosen_one, exact=True)).to_be_visible()
    assert names(shown) == ["Notice of 2019 -01-07-2019.pdf"]
    expect(shown.locator("tbody tr")).to_contain_text(chosen.entered_later.partition("{")[0].strip())
    expect(reader).to_have_url(re.compile(rf"list={LONG}.*year=2019.*type=pdf"))
    expect(shown.get_by_role("combobox", name=chosen.year, exact=True)).to_have_value("2019")
    address = shown.get_by_role("link", name=chosen.csv).get_attribute("href") or ""
    table = csv.DictReader(io.StringIO(reader.request.get(lists.url + address).body().decode("utf-8-sig"), newline=""))
    assert [row[chosen.columns["name"]] for row in table] == ["Notice of 2019 -01-07-2019.pdf"]
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
    reader.goto(localized(FILINGS, words.language))
    shown = region(reader, words.page(FILINGS).title)
    expect(shown.locator("tbody tr").first).to_contain_text(words.category(LONG).title)
    shown.get_by_role("combobox", name=chosen.category, exact=True).select_option(label=words.category(SHORT).title)
    shown.get_by_role("button", name=labels.search_button, exact=True).click()
    expect(shown.locator("tbody tr")).to_contain_text([words.category(SHORT).title])
    expect(reader).to_have_url(re.compile(f"list={SHORT}"))
    link = shown.get_by_role("link", name="Terms of the bond -02-07-2019.pdf", exact=True)
    expect(link).to_have_attribute("href", re.compile(rf"^{localized('/documents/', words.language)}\d+$"))


def test_full_first_page_takes_a_row_and_gives_one_back(page: Page, words: Site, lists: Server) -> None:
    labels, live = words.interface.documents, words.interface.live
    shown = open_list(page, words)
    page.wait_for_load_state("networkidle")
    rows = shown.locator("tbody tr")
    last = rows.last.inner_text()
    count = total(lists, page)
    focused = rows.nth(3).get_by_role("link").last
    focused.focus()
    href = focused.get_attribute("href")
    box = shown.get_by_role("searchbox")
    box.evaluate("box => { box.value = 'half a wo' }")
    number = publish(lists, LONG, f"Row of {words.language}")
    expect(rows.first).to_contain_text(f"Row of {words.language}", timeout=LIVE)
    expect(rows).to_have_count(ROWS)
    expect(rows.first).to_have_class("document--fresh")
    expect(shown.locator(".document--fresh")).to_have_count(1)
    assert numbers(shown) == counted(words, 1, ROWS)
    assert rows.last.inner_text() != last
    name = rows.first.locator(".document__file").inner_text()
    expect(shown.get_by_role("status")).to_have_text(live.published.replace("{name}", name))
    expect(shown.get_by_text(words.digits(labels.count.format(count=count + 1)))).to_be_visible()
    assert page.evaluate("document.activeElement.getAttribute('href')") == href
    expect(box).to_have_value("half a wo")
    lists.admin("documents", "withdraw", number)
    expect(shown.get_by_role("status")).to_have_text(live.withdrawn.replace("{name}", name))
    expect(rows).to_have_count(ROWS)
    assert rows.last.inner_text() == last
    assert numbers(shown) == counted(words, 1, ROWS)
    assert page.evaluate("document.activeElement.getAttribute('href')") == href
    shown.get_by_role("status").evaluate(LISTEN)
    equal = list[str]()
    for _ in range(2):
        said = page.evaluate("window.said.length")
        equal.append(publish(lists, LONG, f"Equal rows of {words.language}"))
        page.wait_for_function("(said) => window.said.length > said", arg=said)
    assert len({text for text in page.evaluate("window.said") if text}) == 1
    for number in equal:
        lists.admin("documents", "withdraw", number)


LISTEN = """(status) => {
  window.said = [];
  new MutationObserver(() => window.said.push(status.textContent)).observe(status, { childList: true, subtree: true });
}"""
"""Keeps what a screen reader says: what changes in a live region, also where the new text is the old one."""


def test_second_page_follows_a_live_row(page: Page, words: Site, lists: Server) -> None:
    shown = open_list(page, words, f"?list={LONG}&q=report&page=2")
    page.wait_for_load_state("networkidle")
    rows = shown.locator("tbody tr")
    first, second = (rows.nth(index).locator(".document__file").inner_text() for index in (0, 1))
    box = shown.get_by_role("searchbox")
    typed = f"{box.input_value()} and more"
    box.press("End")
    box.press_sequentially(" and more")
    box.evaluate("box => box.setSelectionRange(3, 3)")
    number = publish(lists, LONG, f"Report while page two is open {words.language}")
    expect(rows.nth(1).locator(".document__file")).to_have_text(first)
    expect(rows.first.locator(".document__file")).not_to_have_text(second)
    assert numbers(shown) == counted(words, ROWS + 1, 2 * ROWS)
    expect(shown.get_by_text(position(words, 2), exact=True)).to_be_visible()
    expect(shown.locator(".document--fresh")).to_have_count(0)
    expect(shown.get_by_role("status")).to_have_text(words.interface.live.updated)
    expect(box).to_be_focused()
    expect(box).to_have_value(typed)
    lists.admin("documents", "withdraw", number)
    expect(rows.first.locator(".document__file")).to_have_text(first)


def test_a_long_list_is_printed_whole(page: Page, words: Site, lists: Server) -> None:
    page.add_init_script("window.print = () => (window.printed = (window.printed ?? 0) + 1)")
    shown = open_list(page, words)
    everything = total(lists, page)
    page.wait_for_load_state("networkidle")
    page.get_by_role("button", name=words.interface.print.list_button).click()
    expect(page).to_have_url(re.compile("page=all"))
    page.wait_for_function("() => window.printed === 1")
    assert numbers(shown) == counted(words, 1, everything)
    expect(page).not_to_have_url(re.compile("print"))
    page.reload()
    expect(shown.locator("tbody tr")).to_have_count(everything)
    assert page.evaluate("window.printed") is None


def test_new_document_joins_all_filings_and_not_a_selection(page: Page, tab: Tab, lists: Server, words: Site) -> None:
    title, name = words.page(FILINGS).title, f"Annual report {words.language}"
    selecting = tab(base_url=lists.url)
    for reader, query in ((page, ""), (selecting, "?year=2007")):
        settled(reader, localized(FILINGS, words.language) + query)
    before = names(region(selecting, title))
    number = publish(lists, "AnnualReport", name)
    first = region(page, title).locator("tbody tr").first
    expect(first).to_contain_text(name, timeout=LIVE)
    expect(first).to_have_class("document--fresh")
    expect(region(selecting, title).get_by_role("status")).to_have_text(words.interface.live.updated)
    assert names(region(selecting, title)) == before
    lists.admin("documents", "withdraw", number)
    expect(region(page, title).locator("tbody tr").first).not_to_contain_text(name)


def test_long_list_is_short_on_a_phone(tab: Tab, lists: Server, words: Site) -> None:
    page = settled(tab(base_url=lists.url, **PHONE), localized(f"/{LONG}", words.language))
    page.evaluate("document.fonts.ready")
    shown = region(page, words.category(LONG).title)
    assert shown.locator("tbody tr").count() == ROWS
    assert page.evaluate("document.documentElement.scrollHeight") <= LONGEST_ON_PHONES
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    expect(shown.locator("tbody tr").first.locator(".document__details")).to_be_visible()


def test_live_rows_enter_their_years_and_the_newest_leads(page: Page, words: Site, lists: Server) -> None:
    category = "FinancialStatement"
    path = next(page.path for page in words.investors.pages if page.categories == (category,))
    old = publish(lists, category, "Old", "--date", "2019-03-12")
    settled(page, localized(path, words.language))
    shown = region(page, words.category(category).title)
    rows, years = shown.locator("tbody tr"), shown.get_by_role("heading", level=2)

    def heads(*expected: int) -> list[str]:
        return [words.digits(year) for year in expected]

    expect(years).to_have_text(heads(2019))
    first = publish(lists, category, "First")
    both = heads(local_time.today().year, 2019)
    expect(years).to_have_text(both, timeout=LIVE)
    # From here on single rows arrive.
    older = publish(lists, category, "Older", "--date", "2019-03-01")
    expect(rows.last).to_contain_text("Older", timeout=LIVE)
    second = publish(lists, category, "Second")
    expect(rows.first).to_contain_text("Second", timeout=LIVE)
    expect(years).to_have_text(both)
    assert numbers(shown) == counted(words, 1, 4)
    expect(shown.get_by_role("table").first.locator("tbody tr")).to_have_count(2)
    size = "element => parseFloat(getComputedStyle(element).fontSize)"
    lead, next_one = (rows.nth(index).locator(".document__file").evaluate(size) for index in (0, 1))
    assert lead > next_one
    for number in (second, first):
        lists.admin("documents", "withdraw", number)
    expect(years).to_have_text(heads(2019), timeout=LIVE)
    assert numbers(shown) == counted(words, 1, 2)
    for number in (old, older):
        lists.admin("documents", "withdraw", number)
    expect(shown.get_by_text(words.category(category).empty)).to_be_visible(timeout=LIVE)


def test_list_that_never_came_says_so(visitor: Visitor, lists: Server, words: Site) -> None:
    page = visitor(base_url=lists.url).new_page()
    page.route_web_socket("**/_event**", lambda route: route.close())
    page.route("**/api/live/**", lambda route: route.abort())
    # As from a host that only serves files: the page as it was built, without rows.
    built = STATIC / localized(f"/{LONG}", words.language).strip("/") / "index.html"
    page.route(lambda url: url.endswith(f"/{LONG}"), lambda route: route.fulfill(path=built))
    page.clock.install()
    shown = open_list(page, words)
    page.wait_for_load_state("networkidle")
    unavailable = shown.get_by_text(words.interface.documents.unavailable)
    expect(shown.get_by_text(words.interface.documents.loading)).to_be_visible()
    expect(unavailable).to_have_count(0)
    page.clock.run_for(OFFLINE_MS)
    expect(unavailable).to_be_visible()
