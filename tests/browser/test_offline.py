"""Without a connection: products, finder and calculator open, documents for investors do not."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from starbond_site.components.link import localized
from starbond_site.components.react.packs import ANCHOR
from starbond_site.content import Site
from starbond_site.content.formats import digits
from starbond_site.content.offline import investor_pages, start
from starbond_site.finder import table
from tests.browser.axe import in_themes, violations
from tests.browser.components.visitor import HYDRATED
from tests.browser.conftest import AS_A_STRANGER, Visitor
from tests.browser.languages import LANGUAGES, SITES
from tests.line import Line, line_to
from tests.serving import Server

OF_ALL_TOLD = 10_000
"""Bytes that a first visit may cost on top of its page, before anything is asked for."""
IS_KEPT = """async (needs) => {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const needed = [...needs, ...loaded.filter((name) => name.includes('/assets/'))];
  const kept = await Promise.all(needed.map((each) => caches.match(each, { ignoreVary: true })));
  return navigator.serviceWorker.controller && kept.every(Boolean);
}"""
"""Whether a page, further addresses that it needs, and the scripts that it loaded are on the device."""
UNTIL = "async (given) => { while (!(await CHECK(given))) await new Promise(requestAnimationFrame); }"
"""Waits for an asynchronous check; `Page.wait_for_function` takes its promise for an answer."""
DATED = """async ([path, days]) => {
  const pages = await caches.open('starbond-pages-1');
  const kept = await pages.match(path, { ignoreVary: true });
  const headers = new Headers(kept.headers);
  headers.set('Last-Modified', new Date(Date.now() - days * 86400000).toUTCString());
  await pages.put(path, new Response(await kept.text(), { headers }));
}"""
"""Makes a kept page some days older."""


@pytest.fixture
def line(site: Server) -> Iterator[Line]:
    with line_to(site.port) as line:
        yield line


@pytest.fixture
def workshop(browser: Browser, line: Line) -> Iterator[Visitor]:
    """Return what makes a visitor at the end of the line, who gets the service worker."""
    contexts: list[BrowserContext] = []

    def make(**options: object) -> BrowserContext:
        given = {**AS_A_STRANGER, "service_workers": "allow", "base_url": line.url, **options}
        contexts.append(browser.new_context(**given))  # type: ignore[arg-type]
        return contexts[-1]

    yield make
    for context in contexts:
        context.close()


def visit(page: Page, path: str) -> None:
    """Open a page, and stay until it is kept."""
    page.goto(path)
    page.wait_for_function(HYDRATED)
    answers = [table.address(site.language) for site in SITES if path == localized(start(site), site.language)]
    page.evaluate(UNTIL.replace("CHECK", f"({IS_KEPT})"), [path, *answers])


def heading(page: Page) -> Locator:
    return page.get_by_role("heading", level=1)


def expect_calculator(page: Page, words: Site) -> None:
    """Use the calculator of the distemper adhesive: 33 kg of lime take 1,650 g."""
    packs = words.interface.packs
    page.locator("summary", has_text=packs.heading).click()
    page.get_by_label(packs.amount, exact=True).fill(digits("33", words.interface.dates))
    expect(page.locator(f"#{ANCHOR}").get_by_role("listitem")).to_have_count(3)


@LANGUAGES
def test_what_was_visited_opens_in_airplane_mode(workshop: Visitor, line: Line, words: Site) -> None:
    distemper = next(product for product in words.products if product.id == "synthetic-distemper-adhesive")
    product, first, products = (localized(path, words.language) for path in (distemper.path, start(words), "/Products"))
    context = workshop()
    page = context.new_page()
    for path in (product, products, first):
        visit(page, path)
    line.cut()
    received = line.received
    page = context.new_page()

    page.goto(product)
    expect(heading(page)).to_have_text(distemper.name)
    page.wait_for_function(HYDRATED)
    expect_calculator(page, words)
    page.goto(products)
    expect(heading(page)).to_have_text(words.page("/Products").title)
    page.goto(f"{first}?a=wood&b=plywood")
    suitable = page.get_by_role("list", name=words.interface.finder.suitable)
    expect(suitable.get_by_role("heading", level=3)).to_have_count(2)
    assert line.received == received


def test_documents_need_a_connection(workshop: Visitor, line: Line, words: Site) -> None:
    """Also lists that were read before; a page that was not kept says so, and leads on."""
    offline = words.interface.offline
    context = workshop()
    page = context.new_page()
    visit(page, localized(start(words), words.language))
    for path in investor_pages(words):
        page.goto(localized(path, words.language))
        expect(heading(page)).to_be_visible()
    line.cut()
    for path in (*investor_pages(words), "/documents/1"):
        page.goto(localized(path, words.language))
        expect(heading(page)).to_have_text(offline.documents_title)
    expect(page.get_by_text(offline.documents_text)).to_be_visible()
    call = page.get_by_role("link", name=offline.call.format(phone=words.company.sales_phone.shown))
    expect(call).to_have_attribute("href", f"tel:{words.company.sales_phone.dial}")
    assert violations(page) == []
    for path in ("/about", "/SuperGlue"):
        page.goto(localized(path, words.language))
        expect(heading(page)).to_have_text(offline.missing_title)
    page.get_by_role("link", name=words.page(start(words)).title).click()
    expect(heading(page)).to_have_text(words.page(start(words)).title)


def test_one_press_keeps_everything(workshop: Visitor, line: Line, words: Site) -> None:
    offline = words.interface.offline
    context = workshop(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(localized("/Products", words.language))
    offer = page.get_by_role("region", name=offline.heading)
    offer.get_by_role("button", name=offline.button).click()
    expect(offer.get_by_role("status")).to_contain_text(offline.kept_finder.partition("{")[0], timeout=60_000)
    assert in_themes(page) == {}
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    line.cut()
    page = context.new_page()
    for product in words.products:
        page.goto(localized(product.path, words.language))
        expect(heading(page)).to_have_text(product.name)
        # In a width that was not kept; another one is shown.
        shown = "() => document.querySelector('main img[fetchpriority=high]').naturalWidth"
        assert page.wait_for_function(shown).json_value() > 0
    page.goto(localized(start(words), words.language))
    expect(page.get_by_role("region", name=offline.heading).get_by_role("status")).not_to_be_empty()


@pytest.mark.full_build
def test_a_first_visit_costs_next_to_nothing(workshop: Visitor, line: Line, words: Site) -> None:
    path = localized(start(words), words.language)

    def new_page(**options: object) -> Page:
        context = workshop(**options)
        # The site refuses those of another port again and again.
        context.route_web_socket("**", lambda _websocket: None)
        return context.new_page()

    visit(new_page(), path)
    cost = line.received
    without = new_page(service_workers="block")
    without.goto(path)
    without.wait_for_function(HYDRATED)
    without.wait_for_load_state("networkidle")
    # What its own script weighs is counted by `site_files.weight` with every page.
    assert cost - (line.received - cost) < OF_ALL_TOLD


def test_a_copy_older_than_a_week_says_its_date(workshop: Visitor, line: Line, words: Site) -> None:
    path = localized(start(words), words.language)
    page = workshop().new_page()
    visit(page, path)
    before, after = words.interface.offline.age.split("{date}")
    page.evaluate(DATED, [path, 6])
    line.cut()
    page.goto(path)
    page.wait_for_function(HYDRATED)
    expect(page.get_by_text(after)).to_have_count(0)
    page.evaluate(DATED, [path, 8])
    page.goto(path)
    notice = page.get_by_role("status").filter(has_text=after)
    expect(notice).to_be_visible()
    expect(notice).to_contain_text(before)
    assert in_themes(page) == {}
    line.mend()
    page.goto(path)
    page.wait_for_function(HYDRATED)
    expect(page.get_by_text(after)).to_have_count(0)
