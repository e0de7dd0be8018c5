"""Reading long lists: pages, searches, and what changes in them while they are open."""

import re
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from benchmarks.records import fill
from starbond_site import content, local_time
from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.content.formats import digits
from starbond_site.documents.reading import ROWS
from tests.serving import ROOT, Server, build, serving
from tests.unit.documents import samples

SITES = [content.read(language) for language in content.LANGUAGES]
LONG, FULL = "AllNotice", "BondIssue"
"""A list of three pages, and one whose first page is full."""
PAGES, TOTAL = 3, 2 * ROWS + 20
LIVE_MS = 2_000
OFFLINE_MS = 10_000
BUILT = ROOT / ".web" / "build" / "client"


@pytest.fixture(scope="module")
def lists(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serve a site whose lists are long."""
    build()
    folder = tmp_path_factory.mktemp("lists")
    fill(folder / "data", LONG, TOTAL)
    fill(folder / "data", FULL, ROWS)
    with serving(folder) as server:
        yield server


@pytest.fixture(params=SITES, ids=lambda site: site.language)
def words(request: pytest.FixtureRequest) -> Site:
    return request.param


@pytest.fixture(params=[True, False], ids=["scripts", "no scripts"])
def reader(request: pytest.FixtureRequest, visitor: Callable[..., BrowserContext], lists: Server) -> Page:
    """Return a page with or without scripts."""
    return visitor(base_url=lists.url, java_script_enabled=request.param).new_page()


@pytest.fixture
def page(visitor: Callable[..., BrowserContext], lists: Server) -> Page:
    return visitor(base_url=lists.url).new_page()


def open_list(page: Page, words: Site, query: str = "", category: str = LONG) -> Locator:
    """Open the page of a list and return its section."""
    page.goto(localized(f"/{category}", words.language) + query)
    return section(page, words, category)


def section(page: Page, words: Site, category: str = LONG) -> Locator:
    return page.get_by_role("region", name=words.category(category).title)


def numbers(section: Locator) -> list[str]:
    """Return the numbers in the first column."""
    return section.locator("tbody tr td:first-child").all_inner_texts()


def counted(words: Site, first: int, last: int) -> list[str]:
    return [digits(number, words.interface.dates) for number in range(first, last + 1)]


def position(words: Site, number: int, count: int = PAGES) -> str:
    return digits(words.interface.documents.page_of.format(number=number, count=count), words.interface.dates)


def publish(server: Server, folder: Path, category: str, name: str, *more: str) -> str:
    """Publish a document by the command line and return its id."""
    file = folder / f"{name}.pdf"
    file.write_bytes(samples.pdf(secrets.token_hex(16)))
    return server.admin("documents", "publish", category, str(file), *more).partition("id ")[2].partition(",")[0]


def total(server: Server, page: Page, category: str = LONG) -> int:
    """Return the number of documents, from all pages of the JSON."""
    count, address = 0, f"/api/documents/{category}"
    while address:
        answer = page.request.get(server.url + address).json()
        count, address = count + len(answer["documents"]), answer.get("next", "")
    return count


def connected(page: Page) -> None:
    """Wait until the page has asked for what is newer."""
    page.wait_for_load_state("networkidle")


def test_pages_lead_on_and_back(reader: Page, words: Site) -> None:
    labels = words.interface.documents
    shown = open_list(reader, words)
    following = shown.get_by_role("link", name=labels.next_page, exact=True)
    previous = shown.get_by_role("link", name=labels.previous_page, exact=True)
    expect(shown.get_by_text(position(words, 1), exact=True)).to_be_visible()
    expect(previous).to_have_count(0)
    assert numbers(shown) == counted(words, 1, ROWS)

    following.click()
    expect(shown.get_by_text(position(words, 2), exact=True)).to_be_visible()
    assert numbers(shown) == counted(words, ROWS + 1, 2 * ROWS)

    following.click()
    expect(shown.get_by_text(position(words, 3), exact=True)).to_be_visible()
    expect(following).to_have_count(0)
    assert numbers(shown)[0] == counted(words, 2 * ROWS + 1, 2 * ROWS + 1)[0]

    previous.click()
    expect(shown.get_by_text(position(words, 2), exact=True)).to_be_visible()


def test_search_finds_and_is_cleared(reader: Page, words: Site, lists: Server) -> None:
    labels = words.interface.documents
    shown = open_list(reader, words)
    box = shown.get_by_role("searchbox", name=labels.search_label)

    box.fill("report 77 board")
    shown.get_by_role("button", name=labels.search_button, exact=True).click()
    expect(shown.get_by_text(labels.search_one.format(query="report 77 board"))).to_be_visible()
    expect(shown.locator("tbody tr")).to_have_count(1)
    expect(box).to_have_value("report 77 board")

    box.fill("nothing of that name")
    shown.get_by_role("button", name=labels.search_button, exact=True).click()
    expect(shown.get_by_text(labels.search_none.format(query="nothing of that name"))).to_be_visible()
    expect(shown.get_by_role("table")).to_have_count(0)

    shown.get_by_role("link", name=labels.search_clear).click()
    expect(shown.locator("tbody tr")).to_have_count(ROWS)
    assert numbers(shown) == counted(words, 1, ROWS)


def test_search_has_pages_of_its_own(reader: Page, words: Site) -> None:
    labels = words.interface.documents
    shown = open_list(reader, words, f"?list={LONG}&q=board")
    shown.get_by_role("link", name=labels.next_page, exact=True).click()

    expect(shown.get_by_text(position(words, 2), exact=True)).to_be_visible()
    expect(shown.get_by_role("searchbox")).to_have_value("board")
    assert numbers(shown) == counted(words, ROWS + 1, 2 * ROWS)


def test_full_first_page_takes_a_row_and_gives_one_back(page: Page, words: Site, lists: Server, tmp_path: Path) -> None:
    labels, live = words.interface.documents, words.interface.live
    shown = open_list(page, words)
    connected(page)
    rows = shown.locator("tbody tr")
    last = rows.last.inner_text()
    count = total(lists, page)
    focused = rows.nth(3).get_by_role("link").last
    focused.focus()
    href = focused.get_attribute("href")
    box = shown.get_by_role("searchbox")
    box.evaluate("box => { box.value = 'half a wo' }")

    number = publish(lists, tmp_path, LONG, f"Row of {words.language}")
    expect(rows.first).to_contain_text(f"Row of {words.language}", timeout=LIVE_MS)

    expect(rows).to_have_count(ROWS)
    expect(rows.first).to_have_class("document--fresh")
    expect(shown.locator(".document--fresh")).to_have_count(1)
    assert numbers(shown) == counted(words, 1, ROWS)
    assert rows.last.inner_text() != last
    name = rows.first.locator(".document__file").inner_text()
    expect(shown.get_by_role("status")).to_have_text(live.published.replace("{name}", name))
    expect(shown.get_by_text(digits(labels.count.format(count=count + 1), words.interface.dates))).to_be_visible()
    assert page.evaluate("document.activeElement.getAttribute('href')") == href
    expect(box).to_have_value("half a wo")

    lists.admin("documents", "withdraw", number)
    expect(shown.get_by_role("status")).to_have_text(live.withdrawn.replace("{name}", name))
    expect(rows).to_have_count(ROWS)
    assert rows.last.inner_text() == last
    assert numbers(shown) == counted(words, 1, ROWS)
    assert page.evaluate("document.activeElement.getAttribute('href')") == href


@pytest.mark.parametrize("query", [f"?list={LONG}&page=2", f"?list={LONG}&q=report&page=2"], ids=["page", "search"])
def test_second_page_follows_a_live_row(page: Page, words: Site, lists: Server, tmp_path: Path, query: str) -> None:
    shown = open_list(page, words, query)
    connected(page)
    rows = shown.locator("tbody tr")
    first, second = (rows.nth(index).locator(".document__file").inner_text() for index in (0, 1))
    box = shown.get_by_role("searchbox")
    typed = f"{box.input_value()} and more"
    box.press("End")
    box.press_sequentially(" and more")
    box.evaluate("box => box.setSelectionRange(3, 3)")

    number = publish(lists, tmp_path, LONG, f"Report while page two is open {words.language}")

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
    connected(page)
    page.get_by_role("button", name=words.interface.print.list_button).click()

    expect(page).to_have_url(re.compile("page=all"))
    page.wait_for_function("() => window.printed === 1")
    assert numbers(shown) == counted(words, 1, everything)
    expect(page).not_to_have_url(re.compile("print"))
    page.reload()
    expect(shown.locator("tbody tr")).to_have_count(everything)
    assert page.evaluate("window.printed") is None


def test_every_row_is_one_page_without_scripts_too(reader: Page, words: Site, lists: Server) -> None:
    shown = open_list(reader, words)
    shown.get_by_role("link", name=words.interface.documents.all_rows).click()
    expect(shown.locator("tbody tr")).to_have_count(total(lists, reader))
    expect(shown.get_by_role("navigation", name=words.interface.documents.pages_label)).to_have_count(0)


def test_second_page_appears_and_goes(page: Page, words: Site, lists: Server, tmp_path: Path) -> None:
    labels = words.interface.documents
    shown = open_list(page, words, category=FULL)
    connected(page)
    link = shown.locator("tbody tr").nth(3).get_by_role("link").last
    link.focus()
    href = link.get_attribute("href")
    expect(shown.get_by_role("navigation")).to_have_count(0)

    number = publish(lists, tmp_path, FULL, f"The fifty-first {words.language}")

    pager = shown.get_by_role("navigation", name=labels.pages_label)
    expect(pager).to_contain_text(position(words, 1, 2))
    expect(shown.get_by_role("searchbox")).to_be_visible()
    expect(shown.locator(".document--fresh")).to_have_count(1)
    assert numbers(shown) == counted(words, 1, ROWS)
    assert page.evaluate("document.activeElement.getAttribute('href')") == href

    lists.admin("documents", "withdraw", number)
    expect(pager).to_have_count(0)
    expect(shown.locator("tbody tr")).to_have_count(ROWS)


def test_list_says_that_the_connection_is_lost_and_back(page: Page, words: Site, lists: Server) -> None:
    live = words.interface.live
    page.clock.install()
    shown = open_list(page, words)
    connected(page)
    status = shown.get_by_role("status")
    page.clock.run_for(2 * OFFLINE_MS)
    expect(status).to_have_text("")

    try:
        with page.expect_websocket():
            lists.stop()
        page.clock.run_for(OFFLINE_MS // 2)
        expect(status).to_have_text("")
        page.clock.run_for(OFFLINE_MS)
        expect(status).to_have_text(re.compile(".+".join(map(re.escape, live.connection_lost.split("{time}")))))
        expect(status).not_to_have_class("visually-hidden")
    finally:
        lists.start()

    with page.expect_websocket():
        page.clock.run_for(OFFLINE_MS)
    expect(status).to_have_text(live.connection_back)
    expect(status).to_have_class("visually-hidden")


def test_list_that_never_came_says_so(page: Page, words: Site) -> None:
    page.route_web_socket("**/_event**", lambda route: route.close())
    page.route("**/api/live/**", lambda route: route.abort())
    # As from a host that only serves files: the page as it was built, without rows.
    built = BUILT / localized(f"/{LONG}", words.language).strip("/") / "index.html"
    page.route(lambda url: url.endswith(f"/{LONG}"), lambda route: route.fulfill(path=built))
    page.clock.install()
    shown = open_list(page, words)
    connected(page)
    unavailable = shown.get_by_text(words.interface.documents.unavailable)
    expect(shown.get_by_text(words.interface.documents.loading)).to_be_visible()
    expect(unavailable).to_have_count(0)

    page.clock.run_for(OFFLINE_MS)

    expect(unavailable).to_be_visible()


def test_live_rows_enter_their_years_and_the_newest_leads(
    page: Page, words: Site, lists: Server, tmp_path: Path
) -> None:
    category = "FinancialStatement"
    path = words.investors.pages[[page.categories for page in words.investors.pages].index((category,))].path
    old = publish(lists, tmp_path, category, f"Old {words.language}", "--date", "2019-03-12")
    page.goto(localized(path, words.language))
    shown = section(page, words, category)
    connected(page)
    rows, years = shown.locator("tbody tr"), shown.get_by_role("heading", level=2)

    def heads(*expected: int) -> list[str]:
        return [digits(year, words.interface.dates) for year in expected]

    expect(years).to_have_text(heads(2019))
    first = publish(lists, tmp_path, category, f"First {words.language}")
    this_year = local_time.today().year
    expect(years).to_have_text(heads(this_year, 2019), timeout=LIVE_MS)
    # From here on single rows arrive.
    older = publish(lists, tmp_path, category, f"Older {words.language}", "--date", "2019-03-01")
    expect(rows.last).to_contain_text(f"Older {words.language}", timeout=LIVE_MS)
    second = publish(lists, tmp_path, category, f"Second {words.language}")
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
