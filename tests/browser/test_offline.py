"""Without a connection, products, finder and calculator open, and documents do not; versions follow each other."""

import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from starbond_site.components.react.packs import ANCHOR
from starbond_site.content import Site
from starbond_site.content.addresses import FINDER, SAFETY, localized
from starbond_site.features.finder import table
from starbond_site.pages.home import LATEST
from starbond_site.presentation.site_files.offline import HOME, investor_pages
from starbond_site.reflex_adapter.build import service_worker
from starbond_site.reflex_adapter.serving import WORKING
from starbond_site.shared.settings import settings
from tests.browser.axe import in_themes, violations
from tests.browser.components.visitor import HYDRATED, fetched
from tests.browser.conftest import Visitor
from tests.browser.languages import SITES
from tests.line import Line, line_to
from tests.serving import Server, serving

OF_ALL_TOLD = 10_000
"""Bytes that a first visit may cost on top of its page, before anything is asked for."""
IS_KEPT = """async (needs) => {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const needed = [...needs, ...loaded.filter((name) => name.includes('/assets/'))];
  const kept = await Promise.all(needed.map((each) => caches.match(each, { ignoreVary: true })));
  return navigator.serviceWorker.controller && kept.every(Boolean);
}"""
"""Whether a page, further addresses that it needs, and the scripts that it loaded are on the device."""
HAS_LOADED = "(names) => names.every((name) => performance.getEntriesByName(name).length)"
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
IS_SHOWN = """(size) => [...document.querySelectorAll('.gallery-main img')].some(
  (each) => each.checkVisibility({ visibilityProperty: true }) && each.naturalWidth && each.src.includes(`/${size}-`)
)"""
"""Whether the picture of a size is in sight, in a width that is on the device."""
BROKEN = """async () => {
  const pictures = [...document.querySelectorAll("main img")];
  pictures.forEach((picture) => (picture.loading = "eager"));
  const decoded = await Promise.allSettled(pictures.map((picture) => picture.decode()));
  return pictures.filter((_, number) => decoded[number].status === "rejected").map(({ src }) => src);
}"""
"""Returns the pictures in whose place browsers draw that they are missing."""
HAS_FONT = "async () => [...(await document.fonts.ready)].some(({ status }) => status === 'loaded')"
PRODUCT = "/SuperGlue"
NEW = "A name of the next version"
COUNT_CHANGES = """window.changes = 0;
navigator.serviceWorker?.addEventListener('controllerchange', () => window.changes++);"""
"""Counts the service workers that have taken over this page."""
IS_REMOVED = """async () =>
  [...(await navigator.serviceWorker.getRegistrations()), ...(await caches.keys())].length === 0"""


@pytest.fixture
def line(site: Server) -> Iterator[Line]:
    with line_to(site.port) as line:
        yield line


@pytest.fixture
def workshop(line: Line, visitor: Visitor) -> Visitor:
    """Return what makes a visitor at the end of the line, who gets the service worker."""
    return partial(visitor, service_workers="allow", base_url=line.url)


def visit(page: Page, path: str) -> None:
    page.goto(path)
    page.wait_for_function(HYDRATED)
    answers = [table.address(site.language) for site in SITES if path == site.address(FINDER)]
    page.evaluate(UNTIL.replace("CHECK", f"({IS_KEPT})"), [path, *answers])


def heading(page: Page) -> Locator:
    return page.get_by_role("heading", level=1)


def test_what_was_visited_opens_in_airplane_mode_and_documents_do_not(workshop: Visitor, line: Line, words: Site):
    distemper = next(product for product in words.products if product.id == "synthetic-distemper-adhesive")
    product, first, products = (localized(path, words.language) for path in (distemper.path, FINDER, "/Products"))
    context, offline, packs = workshop(), words.interface.offline, words.interface.packs
    page = context.new_page()
    home = localized(HOME, words.language)
    for path in (home, product, products, first):
        visit(page, path)
    page.goto(localized(investor_pages(words)[0], words.language))
    expect(heading(page)).to_be_visible()
    line.cut()
    page = context.new_page()
    page.goto(product)
    expect(heading(page)).to_have_text(distemper.name)
    received = line.received
    page.wait_for_function(HYDRATED)
    assert page.evaluate(BROKEN) == []
    # The calculator: 33 kg of lime take 1,650 g.
    page.locator("summary", has_text=packs.heading).click()
    page.get_by_label(packs.amount, exact=True).fill(words.digits("33"))
    expect(page.locator(f"#{ANCHOR}").get_by_role("listitem")).to_have_count(3)
    size = page.locator("select[name=size] option").last.get_attribute("value")
    page.locator("select[name=size]").select_option(size)
    page.wait_for_function(IS_SHOWN, arg=size)
    page.goto(products)
    expect(heading(page)).to_have_text(words.page("/Products").title)
    page.goto(home)
    # Of the investors' part its heading and the link to the list alone, which say what they need.
    expect(page.locator(f"#{LATEST}").get_by_role("link")).to_have_count(2)
    page.goto(f"{first}?a=wood&b=plywood")
    suitable = page.get_by_role("list", name=words.interface.finder_form.suitable)
    expect(suitable.get_by_role("heading", level=3)).to_have_count(2)
    assert line.received == received
    for path in (*investor_pages(words)[:2], "/documents/1"):
        page.goto(localized(path, words.language))
        expect(heading(page)).to_have_text(offline.documents_title)
    expect(page.get_by_text(offline.documents_text)).to_be_visible()
    call = page.get_by_role("link", name=offline.call.format(phone=words.company.sales_phone.shown))
    expect(call).to_have_attribute("href", f"tel:{words.company.sales_phone.dial}")
    assert (violations(page), page.evaluate(HAS_FONT)) == ([], True)
    page.goto(localized("/SuperGlue", words.language))
    expect(heading(page)).to_have_text(offline.missing_title)
    page.get_by_role("link", name=words.page(FINDER).title).click()
    expect(heading(page)).to_have_text(words.page(FINDER).title)


def test_bare_address_opens_in_the_chosen_language_also_by_the_service_worker(workshop: Visitor, line: Line) -> None:
    context = workshop()
    page = context.new_page()
    visit(page, PRODUCT)
    context.add_cookies([{"name": "language", "value": "bn", "url": line.url}])
    page.goto("/")
    assert page.url == f"{line.url}/bn"
    page.goto(PRODUCT)
    page.get_by_role("banner").locator("a[href='/']").first.click()
    page.wait_for_url(f"{line.url}/")


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
    for product in words.products[::3]:
        page.goto(localized(product.path, words.language))
        expect(heading(page)).to_have_text(product.name)
        # In a width that was not kept; another one is shown.
        shown = "() => document.querySelector('main img[fetchpriority=high]').naturalWidth"
        assert page.wait_for_function(shown).json_value() > 0
    page.goto(localized(FINDER, words.language))
    expect(page.get_by_role("region", name=offline.heading).get_by_role("status")).not_to_be_empty()
    # What the app opens with leads to first aid: the second press from the home screen.
    link = page.get_by_role("main").get_by_role("link", name=words.page(SAFETY).title)
    expect(link).to_be_in_viewport()
    link.click()
    expect(page.get_by_text(words.safety.first_aid[0].steps[0])).to_be_in_viewport(ratio=1)


@pytest.mark.full_build
def test_a_first_visit_costs_next_to_nothing(workshop: Visitor, line: Line, words: Site) -> None:
    path = localized(FINDER, words.language)

    def new_page(**options: object) -> Page:
        context = workshop(**options)
        # The site refuses those of another port again and again.
        context.route_web_socket("**", lambda _websocket: None)
        return context.new_page()

    visit(first := new_page(), path)
    cost = line.received
    without = new_page(service_workers="block")
    without.goto(path)
    without.wait_for_function(HAS_LOADED, arg=[name for name, _ in fetched(first)])
    # What its own script weighs is counted by `site_files.weight` with every page.
    assert cost - (line.received - cost) < OF_ALL_TOLD


def test_a_copy_older_than_a_week_says_its_date(workshop: Visitor, line: Line, words: Site) -> None:
    path = localized(FINDER, words.language)
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


def test_the_second_visit_has_the_new_version_and_the_site_can_take_it_back(
    workshop: Visitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    working = tmp_path / "web"
    shutil.copytree(WORKING, working, ignore=shutil.ignore_patterns("node_modules", "public", "components"))
    static = working / "build" / "client"

    def rewrite(name: str, text: str | None) -> None:
        """Replace a file and its compressed copies."""
        for suffix in ("", ".br", ".gz"):
            (static / f"{name}{suffix}").unlink(missing_ok=True)
        if text is not None:
            (static / name).write_text(text, "utf-8")

    with serving(tmp_path, REFLEX_WEB_WORKDIR=str(working)) as server, line_to(server.port) as line:
        context = workshop(base_url=line.url)
        context.add_init_script(COUNT_CHANGES)
        page, name = context.new_page(), f"{PRODUCT[1:]}/index.html"
        visit(page, PRODUCT)
        rewrite(name, (static / name).read_text("utf-8").replace("</h1>", f" {NEW}</h1>"))
        rewrite(service_worker.FILE, (static / service_worker.FILE).read_text("utf-8").replace("/* ", "/* next "))
        server.stop()
        server.start()
        page.goto(PRODUCT)
        page.wait_for_function("() => window.changes === 1")
        line.cut()
        response = page.goto(PRODUCT)
        # Scripts of the test's build write the old name again.
        assert response is not None
        assert f"{NEW}</h1>" in response.text()
        line.mend()
        off = settings().model_copy(update={"offline": False})
        monkeypatch.setattr(service_worker, "settings", lambda: off)
        rewrite(service_worker.FILE, None)
        service_worker.write(static)
        server.stop()
        server.start()
        page.goto(PRODUCT)
        page.evaluate(UNTIL.replace("CHECK", f"({IS_REMOVED})"), "")
