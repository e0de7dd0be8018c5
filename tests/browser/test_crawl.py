"""Every page once in each language: head, links, console, scripts, widths, WCAG, paper, and the page without scripts.

Widths are divided among the languages; axe sees a page in the first or in the last of them, in one of four views,
and the other one is read without scripts. The thorough run does both in each language, and looks at the shape of every
page in Firefox and WebKit, too.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from starbond_site import content
from starbond_site.content import Site
from starbond_site.content.addresses import DESK, localized
from tests.browser import page_rules
from tests.browser.axe import VIEWS, in_view, in_views
from tests.browser.components.visitor import HYDRATED
from tests.browser.conftest import PHONE, PLAIN, READERS, Tab, Visitor
from tests.browser.filing import problems_of
from tests.browser.languages import SITES
from tests.browser.reader import Reader
from tests.browser.test_in_every_browser import REQUESTS
from tests.conftest import THOROUGH
from tests.serving import Server, build, serving

MISSING = "/no-such-page"
WIDTHS = ((2560, 1440, 390, 320), (1920, 768, 390, 320))
"""In the first language, and in the others; the least is that of a window of 1,280 px at 400 % zoom."""
PAPER = ("/", "/AnnualReport", "/chairman", "/Bod", "/about", "/compare", "/agm", "/shareholding", "/safety")
SLICES = 6


def slices(site: Site) -> list[tuple[str, ...]]:
    """Divide the pages into slices of one mixture."""
    paths = (*site.paths, MISSING)
    return [paths[start::SLICES] for start in range(SLICES)]


CASES = [(site, paths) for site in SITES for paths in slices(site)]
IDS = [f"{site.language} {paths[0]}" for site, paths in CASES]


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serve pages that are full, with titles, figures and meetings, where the content has a sample."""
    build()
    folder = tmp_path_factory.mktemp("full")
    if (content.FOLDER / "demo.toml").exists():
        environment = os.environ | {"STARBOND_DATA_DIR": str(folder / "data")}
        subprocess.run([sys.executable, "-m", "starbond_site.admin", "demo"], env=environment, check=True)
    with serving(folder) as server:
        yield server


@pytest.fixture
def page(tab: Tab, full: Server) -> Page:
    return tab(base_url=full.url)


@pytest.fixture
def plain(tab: Tab, full: Server) -> Page:
    return tab(**PLAIN, base_url=full.url)


@pytest.fixture(scope="module")
def answers() -> page_rules.Answers:
    return page_rules.Answers()


@pytest.mark.parametrize(("words", "paths"), CASES, ids=IDS)
def test_nothing_moves_on_a_slow_phone_whose_typeface_is_late(
    visitor: Visitor, words: Site, paths: tuple[str, ...]
) -> None:
    """Each page in one language; the thorough run in each."""
    page = visitor(**PHONE, reduced_motion="no-preference").new_page()
    page_rules.with_device_font(page)
    line = page.context.new_cdp_session(page)
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    line.send("Emulation.setCPUThrottlingRate", {"rate": page_rules.SLOWED})
    moved = {}
    for path in paths:
        if ((*words.paths, MISSING).index(path) + SITES.index(words)) % 2 or THOROUGH:
            address = localized(path, words.language)
            moved[address] = page_rules.moving_faults(page, line, address)
    assert {address: found for address, found in moved.items() if found} == {}


@pytest.mark.parametrize(("words", "paths"), CASES, ids=IDS)
def test_page_keeps_every_rule(
    page: Page, plain: Page, answers: page_rules.Answers, words: Site, paths: tuple[str, ...]
) -> None:
    console = problems_of(page)
    faults: list[str] = []
    for path in paths:
        console.clear()
        found = [*loaded_faults(page, words, path, answers), *shape_faults(page, words, path)]
        place = (*words.paths, MISSING).index(path) + SITES.index(words)
        if place % 2 or THOROUGH:
            found += page_rules.plain_faults(plain, words, path)
        if not place % 2 or THOROUGH:
            found += in_view(page, *VIEWS[place // 2 % len(VIEWS)])
            page.emulate_media(color_scheme="light")
        found += [f"console: {text}" for text in console if path != MISSING]
        faults += [f"{localized(path, words.language)}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)


@pytest.mark.thorough
@pytest.mark.parametrize("reader", [each for each in READERS if "chromium" not in str(each.id)], indirect=True)
def test_page_keeps_its_shape_in_firefox_and_webkit(reader: Reader, full: Server, words: Site) -> None:
    faults: list[str] = []
    for path in words.paths:
        address = localized(path, words.language)
        reader.open(full.url + address)
        reader.wait_until(HYDRATED)
        found = (*page_rules.text_faults(reader.evaluate), *reader.evaluate(page_rules.FIELDS))
        faults += [f"{address}: {fault}" for fault in found]
    faults += [f"console: {said}" for said in reader.problems() if not REQUESTS.search(said)]
    assert not faults, "\n".join(faults)


def test_desk_keeps_every_rule(page: Page, words: Site) -> None:
    """Every page that the desk leads to, one of each kind, full of what was published and entered."""
    desk = localized(DESK, words.language)
    kinds, paths, faults = {desk}, [desk], list[str]()
    for path in paths:
        page.goto(path)
        page.wait_for_function(HYDRATED)
        found = in_views(page, (390, "light"), (1440, "dark")) + page_rules.field_faults(page)
        found += [fault for width in (768, 320) for fault in page_rules.width_faults(page, width)]
        if page.locator("meta[name=robots]").get_attribute("content") != "noindex, nofollow":
            found.append("search engines may list it")
        for link in page.eval_on_selector_all(f"a[href^='{desk}/']", "links => links.map(link => link.pathname)"):
            if "." not in link and (kind := re.sub(r"\d+", "1", link)) not in kinds:
                kinds.add(kind)
                paths.append(link)
        faults += [f"{path}: {fault}" for fault in found]
    assert {f"{desk}/documents/1", f"{desk}/duties", f"{desk}/meetings"} <= kinds
    assert not faults, "\n".join(faults)


def loaded_faults(page: Page, words: Site, path: str, answers: page_rules.Answers) -> list[str]:
    """Load a page at a desktop's width and return what is wrong with what came."""
    page.set_viewport_size({"width": 1440, "height": 900})
    response = page.goto(localized(path, words.language))
    page.wait_for_function(HYDRATED)
    status = response.status if response else None
    found = [] if status == (404 if path == MISSING else 200) else [f"status {status}"]
    if (headings := page.get_by_role("heading", level=1).count()) != 1:
        found.append(f"{headings} first-level headings")
    if path != MISSING:
        found += page_rules.head_faults(page, words, path)
        found += answers.chakra_faults(page, path)
    return [*found, *answers.broken_links(page)]


def shape_faults(page: Page, words: Site, path: str) -> list[str]:
    """Return what is wrong with the shape of a loaded page in all widths and on paper."""
    product = next((product for product in words.products if product.path == path), None)
    found = list(page_rules.print_faults(page, words, product)) if product else []
    found += page_rules.empty_frames(page) if path == "/" else []
    for width in WIDTHS[min(SITES.index(words), 1)]:
        found += page_rules.width_faults(page, width)
    found += page_rules.field_faults(page)
    if path in PAPER or product == words.products[0]:
        found += page_rules.paper_faults(page, words)
    return found
