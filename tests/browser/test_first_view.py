"""The first view: what it fetches, in which order, its style rules, and that nothing moves in it."""

import re
from collections.abc import Sequence
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, Route, expect

from starbond_site.content import Site
from starbond_site.content.addresses import FINDER, localized
from starbond_site.presentation import design
from tests.browser.axe import violations
from tests.browser.components.visitor import HYDRATED, carousel, fetched, settled, wait
from tests.browser.conftest import DESKTOP, PHONE, Visitor
from tests.browser.filing import UPLOADS
from tests.browser.languages import ENGLISH, SITES
from tests.browser.page_rules import Held, moving_faults, with_device_font

TEMPLATES = (
    "/", "/SyntheticResinAdhesive", "/Products", "/PriceSensitiveInformation", "/SharedInformation", "/Bod",
    "/chairman", "/about", "/contact", UPLOADS, "/prospectus", FINDER,
)  # fmt: skip
WINDOWS = [{"width": 390, "height": 844}, {"width": 1440, "height": 900}]
FONTS = "**/*.woff2"
GIVEN_UP = """() => performance.getEntriesByName('first-contentful-paint')
  .some((paint) => performance.now() > paint.startTime + 500)"""
"""Browsers wait a tenth of a second for an optional typeface, and then do without it."""
WORDS, LABELS = ENGLISH.interface.carousel, ENGLISH.interface.home


def settle(page: Page, words: Site, path: str) -> None:
    page.wait_for_function(HYDRATED)
    page.evaluate("() => document.fonts.ready.then(() => null)")
    if path in (UPLOADS, "/prospectus"):
        upload = words.interface.upload
        said = page.get_by_text(upload.local_note).or_(page.get_by_role("form", name=upload.key_heading, exact=True))
        expect(said.filter(visible=True)).to_be_visible()


def test_nothing_moves_while_the_page_still_comes_and_when_the_typeface_is_late(visitor: Visitor) -> None:
    """On a desktop, each template in one language; the crawl does it for every page on a phone."""
    page = visitor(viewport=WINDOWS[1], reduced_motion="no-preference").new_page()
    with_device_font(page)
    line = page.context.new_cdp_session(page)
    addresses = (localized(path, SITES[place % len(SITES)].language) for place, path in enumerate(TEMPLATES))
    moved = {address: moving_faults(page, line, address) for address in addresses}
    assert {address: found for address, found in moved.items() if found} == {}


def test_a_page_fetches_the_typeface_of_its_language_and_none_in_place_of_a_late_one(visitor: Visitor) -> None:
    for words in SITES:
        page, asked = visitor(viewport=WINDOWS[0]).new_page(), list[str]()
        page.on("request", lambda request, asked=asked: asked.append(request.url))
        fonts = Held(page, FONTS) if words is SITES[0] else None
        page.goto(localized("/about", words.language), wait_until="commit")
        if fonts:
            page.wait_for_function(GIVEN_UP)
            fonts.let_go()
        page.evaluate("() => document.fonts.ready.then(() => null)")
        page.wait_for_load_state("networkidle")
        found = {url.rpartition("/")[2] for url in asked if url.endswith(".woff2")}
        assert found == {design.FACES[words.language].file}


ADDED = """
const faces = Object.getPrototypeOf(document.fonts), { add, delete: remove } = faces;
window.added = [];
faces.add = function (face) { added.push(face.weight); return add.call(this, face); };
faces.delete = function (face) { added.pop(); return remove.call(this, face); };
"""
"""Notes the weights of the faces that are added and stay; older browsers have no name for the set of all faces."""
SOME = "() => added.length > 0"
USED = """() => {
  const text = document.createRange(), heading = document.querySelector("h1");
  text.selectNodeContents(heading);
  const before = text.getBoundingClientRect().width;
  heading.style.fontFamily = "Anek Fallback";
  const after = text.getBoundingClientRect().width;
  heading.style.fontFamily = "";
  return before !== after;
}"""
"""Returns whether the heading stands in the regular face."""


def looked_after(visitor: Visitor, path: str, *, has_font: bool = True, late: bool = False) -> tuple[Page, list[str]]:
    """Return a page whose regular face came, in time or late, and the names of the font files that it asks for."""
    page, asked = visitor(viewport=WINDOWS[0]).new_page(), list[str]()
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    if has_font:
        with_device_font(page)
    page.add_init_script(ADDED)
    regular = Held(page, f"**/{design.BANGLA.file}") if late else None
    page.goto(path, wait_until="commit")
    if regular:
        page.wait_for_function(GIVEN_UP)
        regular.let_go()
    page.wait_for_function(HYDRATED)
    page.wait_for_load_state("networkidle")
    return page, asked


@pytest.mark.full_build
def test_bold_bangla_comes_when_the_page_is_used_and_does_not_join_a_font_of_the_device(visitor: Visitor) -> None:
    page, asked = looked_after(visitor, "/bn/about", late=True)
    page.keyboard.press("Tab")
    page.wait_for_load_state("networkidle")
    assert (page.evaluate("added"), design.BANGLA_BOLD.file in asked) == ([], False)
    # Playwright keeps nothing in the cache while a route is set.
    page.unroute_all(behavior="ignoreErrors")
    # The regular file is in the cache now; a machine that is busy with other tests may be late with it once more.
    for _ in range(3):
        page.goto("/bn/SuperGlue")
        page.wait_for_load_state("networkidle")
        assert design.BANGLA_BOLD.file not in asked
        if page.evaluate(USED):
            break
    page.keyboard.press("Tab")
    page.wait_for_function(SOME)
    assert page.evaluate("added") == [design.BANGLA_BOLD.weight]


@pytest.mark.full_build
def test_a_page_that_the_device_has_no_font_for_gets_its_typeface_late_or_after_a_failure(visitor: Visitor) -> None:
    page, _ = looked_after(visitor, "/bn/about", has_font=False, late=True)
    page.wait_for_function(SOME)
    page = visitor(viewport=WINDOWS[0]).new_page()
    page.add_init_script(ADDED)
    failed: list[str] = []

    def fail_twice(route: Route) -> None:
        failed.append(route.request.url)
        route.abort() if len(failed) < 3 else route.continue_()

    page.route(f"**/{design.BANGLA.file}", fail_twice)
    page.goto("/bn/about")
    page.wait_for_function(SOME)
    assert page.evaluate("added") == [design.BANGLA.weight]


@pytest.mark.full_build
def test_scripts_come_after_the_first_paint_and_no_stylesheet_is_waited_for(phone: Page) -> None:
    for path in ("/", "/AnnualReport", "/contact"):
        phone.goto(path)
        phone.wait_for_function(HYDRATED)
        painted = phone.evaluate("() => performance.getEntriesByName('first-contentful-paint')[0].startTime")
        scripts = [start for address, start in fetched(phone) if address.endswith(".js")]
        assert scripts, path
        assert min(scripts) > painted, path
        assert [address for address, _ in fetched(phone) if address.endswith(".css")] == [], path
        assert len(phone.locator('link[rel="manifest"]').all()) == 1
        assert phone.locator("head style[data-from]").evaluate("(style) => style.sheet.cssRules.length") > 100, path


@pytest.mark.full_build
def test_the_first_view_answers_before_the_scripts_run_and_keeps_what_was_chosen(page: Page) -> None:
    product, words = ENGLISH.product("/SyntheticResinAdhesive"), ENGLISH.interface
    main, scripts = page.get_by_role("main"), Held(page, "**/assets/*.js")

    def shows(template: str, place: int) -> None:
        alt = template.format(product=product.name, size=product.sizes[place].label)
        expect(main.get_by_role("button", name=words.zoom.open).get_by_role("img")).to_have_attribute("alt", alt)
        expect(main.get_by_role("img").first).to_have_attribute("alt", alt)

    page.goto(product.path)
    shows(words.product.pack_picture, 0)
    main.get_by_role("combobox", name=words.product.size).select_option(product.sizes[4].id)
    shows(words.product.pack_picture, 4)
    main.locator(".gallery-thumb").nth(1).click()
    main.get_by_text(words.product.caution, exact=True).first.click()
    page.get_by_role("button", name=words.theme.label).click()
    page.get_by_role("button", name=words.search.open, exact=True).click()
    search = page.get_by_role("dialog", name=words.search.label)
    search.get_by_role("searchbox").fill(product.name)
    for is_hydrated in (False, True):
        if is_hydrated:
            scripts.let_go()
            page.wait_for_function(HYDRATED)
            expect(search.get_by_role("link", name=product.name).first).to_be_visible()
        expect(search.get_by_role("searchbox")).to_have_value(product.name)
        expect(page.locator("html")).to_have_class("dark")
        chosen = main.get_by_role("tab" if is_hydrated else "radio", name=words.product.caution, exact=True)
        expect(chosen).to_have_attribute("aria-selected", "true") if is_hydrated else expect(chosen).to_be_checked()
    search.get_by_role("button", name=words.search.close).click()
    shows(words.product.quarter_picture, 4)
    expect(main.get_by_role("combobox", name=words.product.size)).to_have_value(product.sizes[4].id)
    scripts = Held(page, "**/assets/*.js")
    page.goto("/about")
    page.get_by_role("button", name=words.search.open, exact=True).click()
    search.get_by_role("searchbox").fill(product.name)
    page.keyboard.press("Enter")
    expect(main.get_by_role("link", name=product.name).first).to_be_visible()
    expect(main.get_by_role("searchbox")).to_have_value(product.name)
    page.goto("/")
    slider = page.get_by_role("group", name=LABELS.slider_label)
    # The browser's own button lies over Next.
    slider.get_by_role("button", name=WORDS.next).click(force=True)
    second = slider.get_by_role("group", name=position(2, ENGLISH.slides))
    expect(second).to_be_in_viewport(ratio=0.9)
    scripts.let_go()
    page.wait_for_function(HYDRATED)
    assert slides(page, LABELS.slider_label) == [position(2, ENGLISH.slides)]


@pytest.mark.full_build
def test_what_is_pressed_or_sent_before_the_scripts_run_is_done_all_the_same(page: Page) -> None:
    zoom, scripts = ENGLISH.interface.zoom, Held(page, "**/assets/*.js")
    page.goto("/SuperGlue")
    page.get_by_role("button", name=zoom.open).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    scripts.let_go()
    expect(page.get_by_role("dialog", name=zoom.dialog_label)).to_be_visible()
    page.unroute_all(behavior="ignoreErrors")
    Held(page, "**/assets/*.js")
    page.goto("/contact")
    form = page.get_by_role("form", name=ENGLISH.interface.contact.form_heading)
    form.get_by_role("button", name=ENGLISH.interface.contact.send).click()
    expect(page.get_by_role("alert").first).to_have_text(ENGLISH.interface.contact.errors_heading)
    assert page.url.endswith("/contact")


def opened(visitor: Visitor, path: str, *, still: bool = True, **options: object) -> Page:
    page = visitor(**{**DESKTOP, "reduced_motion": "no-preference", **options}).new_page()
    if still:
        page.clock.install(time=0)
        page.clock.pause_at(1000)
    page.goto(path)
    page.wait_for_function(HYDRATED)
    return page


def position(number: int, items: Sequence[object]) -> str:
    return WORDS.position.format(number=number, count=len(items))


def slides(page: Page, name: str) -> list[str]:
    settled(page)
    shown = carousel(page, name).locator('[aria-roledescription="slide"]:not([inert])')
    return [slide.get_attribute("aria-label") or "" for slide in shown.all()]


def test_the_home_slider_comes_first_has_its_buttons_and_keeps_its_time(visitor: Visitor) -> None:
    page = opened(visitor, "/")
    slider = page.locator('[aria-roledescription="carousel"]').first
    assert slider.get_attribute("aria-label") == LABELS.slider_label
    assert slider.locator('[aria-roledescription="slide"]').count() == len(ENGLISH.slides)
    for name in (WORDS.previous, WORDS.next, WORDS.pause.format(label=LABELS.slider_label)):
        expect(slider.get_by_role("button", name=name, exact=True)).to_be_visible()
    first, other = ENGLISH.slide_pauses
    for number, milliseconds in ((1, first - 1), (2, 1), (3, other)):
        wait(page, milliseconds)
        assert slides(page, LABELS.slider_label) == [position(number, ENGLISH.slides)]
    assert violations(opened(visitor, "/", still=False)) == []


@pytest.mark.parametrize(("device", "news", "brands"), [(DESKTOP, 2, 3), (PHONE, 1, 1)], ids=["desktop", "phone"])
def test_a_carousel_of_the_home_page_moves_only_in_sight(
    visitor: Visitor, device: dict[str, Any], news: int, brands: int
) -> None:
    page = opened(visitor, "/", **device)
    expect(carousel(page, LABELS.news_label)).not_to_be_in_viewport()
    wait(page, 15_000)
    assert slides(page, LABELS.news_label) == [position(number, ENGLISH.news) for number in range(1, news + 1)]
    for name, shown in ((LABELS.news_label, news), (LABELS.products_label, brands)):
        strip = carousel(page, name)
        strip.scroll_into_view_if_needed()
        expect(strip.locator(".carousel-slide img").first).to_have_attribute("src", re.compile("."))
        before = slides(page, name)
        assert len(before) == shown
        wait(page, 2000)
        assert slides(page, name) != before


DIFFERENCES = """async () => {
  const parts = [...document.querySelectorAll("body, body *")].flatMap((node) =>
    [null, "::before", "::after"].map((part) => [node, part]));
  // What follows from the layout of the moment is left out: browsers put off what is closed or far away.
  const measured = /^--|-size$|^(width|height|top|right|bottom|left|transform)$|origin$|^inset|^grid-template|^margin/;
  const names = [...getComputedStyle(document.body)].filter((name) => name === "font-size" || !measured.test(name));
  const computedStyles = () => parts.map(([node, part]) => {
    const computed = getComputedStyle(node, part);
    return part && computed.content === "none" ? [] : names.map((name) => computed.getPropertyValue(name));
  });
  const before = computedStyles();
  const own = document.querySelector("style[data-from]");
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: own.dataset.from });
  await new Promise((resolve, reject) => {
    Object.assign(link, { onload: resolve, onerror: reject });
    own.after(link);
  });
  const after = computedStyles();
  link.remove();
  return parts.flatMap(([node, part], place) => names.flatMap((name, nth) => {
    const [old, now] = [before[place][nth], after[place][nth]];
    return old === now ? [] : [`${node.localName}.${node.className}${part ?? ""} ${name}: ${old} -> ${now}`];
  }));
}"""
"""Returns the properties of elements that the whole stylesheet changes."""
STILL = "*, *::before, *::after { transition: none !important; animation: none !important; }"
MEDIA: tuple[Literal["screen"], Literal["print"]] = ("screen", "print")


@pytest.mark.full_build
def test_the_whole_stylesheet_changes_nothing(page: Page) -> None:
    """Each template on a screen of one size, or on paper of the other."""
    page.route("**/*.woff2", lambda route: route.abort())  # The second stylesheet starts the font display period again.
    found = {}
    for place, path in enumerate([*TEMPLATES, "/underConstruction"]):
        page.set_viewport_size(WINDOWS[place % 2])  # type: ignore[arg-type]
        page.goto(path)
        settle(page, ENGLISH, path)
        page.add_style_tag(content=STILL)
        page.wait_for_load_state("networkidle")
        page.emulate_media(media=MEDIA[place // 2 % 2])
        found[path] = page.evaluate(DIFFERENCES)
    assert {path: changed for path, changed in found.items() if changed} == {}
