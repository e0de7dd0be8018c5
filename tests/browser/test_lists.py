"""Reading long lists: pages, searches, and what changes in them while they are open."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.content.formats import digits
from starbond_site.documents.reading import ROWS
from tests.browser.conftest import Tab, Visitor
from tests.browser.filing import FULL, LONG, publish
from tests.browser.languages import SCRIPTS, SITES
from tests.serving import ROOT, Server

PAGES = 3
LIVE_MS = 2_000
OFFLINE_MS = 10_000
BUILT = ROOT / ".web" / "build" / "client"


@pytest.fixture
def reader(tab: Tab, lists: Server, scripts: bool) -> Page:
    """Return a page with or without scripts."""
    return tab(base_url=lists.url, java_script_enabled=scripts)


@pytest.fixture
def page(tab: Tab, lists: Server) -> Page:
    return tab(base_url=lists.url)


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


@SCRIPTS
def test_pages_lead_on_and_back(reader: Page, words: Site, lists: Server) -> None:
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

    # A search has pages of its own.
    shown = open_list(reader, words, f"?list={LONG}&q=board")
    following.click()
    expect(shown.get_by_text(position(words, 2), exact=True)).to_be_visible()
    expect(shown.get_by_role("searchbox")).to_have_value("board")
    assert numbers(shown) == counted(words, ROWS + 1, 2 * ROWS)

    # Every row is one page.
    shown.get_by_role("link", name=labels.search_clear).click()
    shown.get_by_role("link", name=labels.all_rows).click()
    expect(shown.locator("tbody tr")).to_have_count(total(lists, reader))
    expect(shown.get_by_role("navigation", name=labels.pages_label)).to_have_count(0)


@SCRIPTS
def test_search_finds_and_is_cleared(reader: Page, words: Site) -> None:
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


def test_full_first_page_takes_a_row_and_gives_one_back(page: Page, words: Site, lists: Server) -> None:
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

    number = publish(lists, LONG, f"Row of {words.language}")
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
def test_second_page_follows_a_live_row(page: Page, words: Site, lists: Server, query: str) -> None:
    shown = open_list(page, words, query)
    connected(page)
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
    connected(page)
    page.get_by_role("button", name=words.interface.print.list_button).click()

    expect(page).to_have_url(re.compile("page=all"))
    page.wait_for_function("() => window.printed === 1")
    assert numbers(shown) == counted(words, 1, everything)
    expect(page).not_to_have_url(re.compile("print"))
    page.reload()
    expect(shown.locator("tbody tr")).to_have_count(everything)
    assert page.evaluate("window.printed") is None


def test_second_page_appears_and_goes(page: Page, words: Site, lists: Server) -> None:
    labels = words.interface.documents
    shown = open_list(page, words, category=FULL)
    connected(page)
    link = shown.locator("tbody tr").nth(3).get_by_role("link").last
    link.focus()
    href = link.get_attribute("href")
    expect(shown.get_by_role("navigation")).to_have_count(0)

    number = publish(lists, FULL, f"The fifty-first {words.language}")

    pager = shown.get_by_role("navigation", name=labels.pages_label)
    expect(pager).to_contain_text(position(words, 1, 2))
    expect(shown.get_by_role("searchbox")).to_be_visible()
    expect(shown.locator(".document--fresh")).to_have_count(1)
    assert numbers(shown) == counted(words, 1, ROWS)
    assert page.evaluate("document.activeElement.getAttribute('href')") == href

    lists.admin("documents", "withdraw", number)
    expect(pager).to_have_count(0)
    expect(shown.locator("tbody tr")).to_have_count(ROWS)


def test_list_says_that_the_connection_is_lost_and_back_and_keeps_what_was_published(
    visitor: Visitor, lists: Server
) -> None:
    number = publish(lists, "AnnualReport", "Kept through a restart")
    pages = {words.language: visitor(base_url=lists.url).new_page() for words in SITES}
    statuses = {}
    for words in SITES:
        page = pages[words.language]
        page.clock.install()
        statuses[words.language] = open_list(page, words).get_by_role("status")
        connected(page)
        page.clock.run_for(2 * OFFLINE_MS)
        expect(statuses[words.language]).to_have_text("")

    try:
        lists.stop()
        for words in SITES:
            page, status, lost = pages[words.language], statuses[words.language], words.interface.live.connection_lost
            # Until the page tries again, and then so long that it counts as offline.
            with page.expect_websocket():
                page.clock.run_for(OFFLINE_MS // 2)
            expect(status).to_have_text("")
            page.clock.run_for(2 * OFFLINE_MS)
            expect(status).to_have_text(re.compile(".+".join(map(re.escape, lost.split("{time}")))))
            expect(status).not_to_have_class("visually-hidden")
    finally:
        lists.start()

    for words in SITES:
        page, status = pages[words.language], statuses[words.language]
        page.clock.run_for(OFFLINE_MS)
        expect(status).to_have_text(words.interface.live.connection_back)
        expect(status).to_have_class("visually-hidden")
    page = pages[SITES[0].language]
    page.goto("/AnnualReport")
    link = page.get_by_role("row").filter(has_text="Kept through a restart").get_by_role("link").last
    assert page.request.get(link.get_attribute("href") or "").body().startswith(b"%PDF")
    lists.admin("documents", "withdraw", number)


def test_list_that_never_came_says_so(visitor: Visitor, lists: Server, words: Site) -> None:
    page = visitor(base_url=lists.url).new_page()
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
