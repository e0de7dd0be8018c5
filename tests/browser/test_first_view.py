"""The first view: what it fetches, in which order, and that nothing moves in it, however late a typeface comes."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from starbond_site import content, design
from starbond_site.components.link import localized
from starbond_site.content import Site
from tests.browser.components.visitor import HYDRATED, layout_shift
from tests.browser.filing import UPLOADS
from tests.browser.languages import SITES
from tests.serving import Server, serving

TEMPLATES = (
    "/", "/SyntheticResinAdhesive", "/Products", "/PriceSensitiveInformation", "/SharedInformation", "/Bod",
    "/chairman", "/about", "/contact", UPLOADS, "/prospectus",
)  # fmt: skip
WINDOWS = [{"width": 390, "height": 844}, {"width": 1440, "height": 900}]
FONTS = "**/*.woff2"
PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length > 0"
GIVEN_UP = """() => performance.getEntriesByName('first-contentful-paint')
  .some((paint) => performance.now() > paint.startTime + 500)"""
"""Browsers wait a tenth of a second for an optional typeface, and then do without it."""
ADDED = """
const measured = () => [...document.querySelectorAll('h1, h2, h3, .button, strong, th')].map((each) => {
  const words = document.createRange();
  words.selectNodeContents(each);
  return JSON.stringify(words.getBoundingClientRect());
});
const added = FontFaceSet.prototype.add, removed = FontFaceSet.prototype.delete;
FontFaceSet.prototype.add = function (face) {
  window.before = measured();
  added.call(this, face);
  window.after = measured();
};
FontFaceSet.prototype.delete = function (face) { window.refused = removed.call(this, face); };
"""
"""Script that keeps where the bold words stand before and after a face is added, and whether it is removed again."""
SLOW_LINE = 20_000
"""Bytes a second: a page takes one to three seconds to come."""
SITE = content.read("en")

Visitor = Callable[..., BrowserContext]
languages = pytest.mark.parametrize("words", SITES, ids=[site.language for site in SITES])
windows = pytest.mark.parametrize("window", WINDOWS, ids=["phone", "desktop"])


class Held:
    """Requests that wait until they are let go."""

    def __init__(self, page: Page, files: str) -> None:
        """Hold what matches from now on."""
        self._waiting: list[Route] = []
        self._held = True
        page.route(files, self._meet)

    def _meet(self, route: Route) -> None:
        if self._held:
            self._waiting.append(route)
        else:
            route.continue_()

    def let_go(self) -> None:
        """Let everything pass, now and from now on."""
        self._held = False
        for route in self._waiting:
            route.continue_()


def fetched(page: Page) -> list[tuple[str, float]]:
    """Return every file that a page has fetched, and when it began to, in milliseconds."""
    return page.evaluate("() => performance.getEntriesByType('resource').map((each) => [each.name, each.startTime])")


def settle(page: Page, words: Site, path: str) -> None:
    """Wait until the page is alive and the server has said what it has to say."""
    page.wait_for_function(HYDRATED)
    page.evaluate("() => document.fonts.ready.then(() => null)")
    if path in (UPLOADS, "/prospectus"):
        upload = words.interface.upload
        said = page.get_by_text(upload.local_note).or_(page.get_by_role("form", name=upload.key_heading, exact=True))
        expect(said).to_be_visible()


@windows
@languages
@pytest.mark.parametrize("path", TEMPLATES)
def test_nothing_moves_when_the_typeface_is_late(
    visitor: Visitor, words: Site, path: str, window: dict[str, int]
) -> None:
    page = visitor(viewport=window, reduced_motion="no-preference").new_page()
    fonts = Held(page, FONTS)
    page.goto(localized(path, words.language), wait_until="commit")
    page.wait_for_function(PAINTED)
    fonts.let_go()
    settle(page, words, path)
    assert layout_shift(page) == 0


@windows
@languages
@pytest.mark.parametrize("path", TEMPLATES)
def test_nothing_moves_while_the_page_still_comes(
    visitor: Visitor, words: Site, path: str, window: dict[str, int]
) -> None:
    page = visitor(viewport=window, reduced_motion="no-preference").new_page()
    line = {"offline": False, "latency": 0, "downloadThroughput": SLOW_LINE, "uploadThroughput": -1}
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", line)
    page.goto(localized(path, words.language), wait_until="domcontentloaded")
    assert layout_shift(page) == 0


@windows
@pytest.mark.parametrize("path", [UPLOADS, "/prospectus"])
def test_nothing_moves_when_the_page_asks_for_the_key(
    visitor: Visitor, keyed: Server, path: str, window: dict[str, int]
) -> None:
    page = visitor(base_url=keyed.url, viewport=window).new_page()
    page.goto(path)
    settle(page, SITE, path)
    assert layout_shift(page) == 0


@pytest.fixture(scope="module")
def keyed(site: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serve a site that asks for a key."""
    del site
    with serving(tmp_path_factory.mktemp("keyed"), STARBOND_UPLOAD_KEY="a key for tests") as server:
        yield server


@windows
@languages
def test_a_page_fetches_the_typeface_of_its_language(visitor: Visitor, words: Site, window: dict[str, int]) -> None:
    page = visitor(viewport=window).new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(localized("/", words.language), wait_until="networkidle")
    fonts = {url.rpartition("/")[2] for url in asked if url.endswith(".woff2")}
    bold = {design.BOLD[words.language].file} if words.language in design.BOLD else set()
    assert fonts == {design.FACES[words.language].file} | bold


@windows
@pytest.mark.full_build
@pytest.mark.parametrize("path", ["/bn", "/bn/SuperGlue", "/bn/AllNotice", "/bn/contact"])
def test_bold_bangla_comes_after_the_first_view_and_moves_nothing(
    visitor: Visitor, path: str, window: dict[str, int]
) -> None:
    page = visitor(viewport=window).new_page()
    page.add_init_script(ADDED)
    for _ in "12":  # the second time the regular file comes from the cache, and is never late
        page.goto(path)
        page.wait_for_function("() => window.after")
    assert page.evaluate("() => window.after") == page.evaluate("() => window.before")
    assert not page.evaluate("() => window.refused")
    started = max(when for address, when in fetched(page) if address.endswith(design.BANGLA_BOLD.file))
    assert started > page.evaluate("() => performance.getEntriesByName('first-contentful-paint')[0].startTime")


def test_bold_bangla_does_not_join_a_font_of_the_device(visitor: Visitor) -> None:
    page = visitor(viewport=WINDOWS[0]).new_page()
    page.add_init_script(ADDED)
    regular = Held(page, f"**/{design.BANGLA.file}")
    page.goto("/bn/about", wait_until="commit")
    page.wait_for_function(GIVEN_UP)
    regular.let_go()
    page.wait_for_function("() => window.refused")


def test_no_other_typeface_stands_in_for_a_late_one(visitor: Visitor) -> None:
    page = visitor(viewport=WINDOWS[0]).new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    fonts = Held(page, FONTS)
    page.goto("/about", wait_until="commit")
    page.wait_for_function(GIVEN_UP)
    fonts.let_go()
    page.evaluate("() => document.fonts.ready.then(() => null)")
    page.wait_for_load_state("networkidle")
    assert {url.rpartition("/")[2] for url in asked if url.endswith(".woff2")} == {design.LATIN.file}


@windows
def test_the_other_language_is_named_in_its_own_letters(visitor: Visitor, window: dict[str, int]) -> None:
    page = visitor(viewport=window, java_script_enabled=False).new_page()
    page.goto("/")
    link = page.get_by_role("link", name=content.read("bn").interface.language.call)
    box, word = link.bounding_box(), link.locator("svg").bounding_box()
    assert box
    assert word
    # In the middle of its room, as wide as the word set in the size of the text beside it.
    assert word["x"] - box["x"] == pytest.approx(box["x"] + box["width"] - word["x"] - word["width"], abs=1)
    assert word["width"] == pytest.approx(40, abs=4)


@pytest.mark.full_build
@pytest.mark.parametrize("path", ["/", "/AnnualReport", "/contact"])
def test_scripts_come_after_the_first_paint(visitor: Visitor, path: str) -> None:
    page = visitor(viewport=WINDOWS[0]).new_page()
    page.goto(path)
    page.wait_for_function(HYDRATED)
    painted = page.evaluate("() => performance.getEntriesByName('first-contentful-paint')[0].startTime")
    scripts = [start for address, start in fetched(page) if address.endswith(".js")]
    assert scripts
    assert min(scripts) > painted


def test_the_web_app_manifest_is_linked_once(visitor: Visitor) -> None:
    page = visitor().new_page()
    for path, address in (("/", "/manifest.webmanifest"), ("/bn", "/manifest.bn.webmanifest")):
        page.goto(path)
        page.wait_for_function(HYDRATED)
        links = page.locator('link[rel="manifest"]')
        assert links.evaluate_all("all => all.map((link) => link.getAttribute('href'))") == [address]


@pytest.mark.full_build
def test_no_stylesheet_is_waited_for(visitor: Visitor) -> None:
    page = visitor(viewport=WINDOWS[0]).new_page()
    page.goto("/")
    page.wait_for_function(HYDRATED)
    assert (
        page.evaluate("() => performance.getEntriesByType('resource').filter((e) => /\\.css$/.test(e.name)).length")
        == 0
    )
    assert page.locator("head style[data-from]").evaluate("(style) => style.sheet.cssRules.length") > 100


@pytest.mark.full_build
def test_what_is_pressed_before_the_scripts_run_is_done_when_they_do(visitor: Visitor) -> None:
    page = visitor(viewport=WINDOWS[1]).new_page()
    scripts = Held(page, "**/assets/*.js")
    page.goto("/")
    page.get_by_role("button", name=SITE.interface.search.open, exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    scripts.let_go()
    expect(page.get_by_role("dialog", name=SITE.interface.search.label)).to_be_visible()


@pytest.mark.full_build
def test_what_is_sent_before_the_scripts_run_is_sent_without_them(visitor: Visitor) -> None:
    page = visitor(viewport=WINDOWS[1]).new_page()
    Held(page, "**/assets/*.js")
    page.goto("/contact")
    form = page.get_by_role("form", name=SITE.interface.contact.form_heading)
    form.get_by_role("button", name=SITE.interface.contact.send).click()
    expect(page.get_by_role("alert")).to_have_text(SITE.interface.contact.errors_heading)
    assert page.url.endswith("/contact")
