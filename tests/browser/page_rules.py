"""What holds for every page, whatever it is about: each function returns the faults that it finds in a loaded page."""

import base64
import io
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urldefrag, urlsplit

from playwright.sync_api import CDPSession, Page, Route, TimeoutError
from pypdf import PdfReader

from starbond_site.content import Site
from starbond_site.content.addresses import DESK, localized
from starbond_site.content.models import Product
from starbond_site.presentation import design
from starbond_site.shared import local_time
from tests.browser.components.visitor import HYDRATED, fetched, layout_shift

LONGEST = 75
"""Characters of a line with their signs and spaces: a Bangla letter with its vowel sign counts as two."""
ISLANDS = ("/UploadFiles", "/prospectus", "/contact")
WIDE_PAPER_PX = 718
"""Width of A4 without the margins of the print stylesheet, at 96 pixels an inch."""
MEASURE = """async (longest) => {
  await document.fonts.ready;
  const found = [], width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width)
    found.push("scrolls sideways: " + [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > width + 1)
      .map((element) => `${element.tagName}.${element.className}`).slice(0, 5));
  for (const table of document.querySelectorAll(".wide-table"))
    if (table.scrollWidth > table.clientWidth) found.push("a table scrolls sideways: " + table.ariaLabel);
  for (const list of document.querySelectorAll(".cards")) {
    const rows = new Map();
    for (const card of list.children) rows.set(card.offsetTop, [...(rows.get(card.offsetTop) ?? []), card]);
    const last = [...rows.values()].at(-1);
    if (rows.size > 1 && last.length === 1 && last[0].offsetWidth < list.offsetWidth * 0.9)
      found.push("a card stands alone in the last row: " + last[0].innerText);
  }
  for (const block of document.querySelectorAll("main :is(p, li, dd, blockquote, figcaption), footer :is(p, li)")) {
    if (block.querySelector("p, li, dd, table, form, details") || !block.checkVisibility()) continue;
    const words = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    const lines = new Map();
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      if (node.parentElement.closest(".visually-hidden, button, select, svg")) continue;
      let holder = node.parentElement;
      while (holder !== block && getComputedStyle(holder).display === "inline") holder = holder.parentElement;
      for (const { 0: word, index } of node.data.matchAll(/\\S+\\s*/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.trimEnd().length);
        const column = [...block.querySelectorAll("*")].indexOf(holder);
        const line = `${column} ${Math.round(range.getBoundingClientRect().bottom / 8)}`;
        lines.set(line, (lines.get(line) ?? "") + word.replace(/\\s+$/, " "));
      }
    }
    found.push(...[...lines.values()].map((line) => line.trim()).filter((line) => line.length > longest)
      .map((line) => `a line of ${line.length} characters: ${line}`));
  }
  return found;
}"""
"""Returns what scrolls sideways, cards that stand alone in the last of several rows, and lines that are too long."""
OVER = """() => {
  const everywhere = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
  const frames = new Map([[null, { ...everywhere, layer: null }]]);
  const both = (a, b) => ({
    left: Math.max(a.left, b.left), top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom),
  });
  const frame = (element) => {
    if (!frames.has(element)) {
      const { overflow, position } = getComputedStyle(element), outside = frame(element.parentElement);
      const cuts = overflow !== "visible" && !element.matches("html, body");
      const inside = cuts ? { ...both(outside, element.getBoundingClientRect()), layer: outside.layer } : outside;
      // What stays in view as a page scrolls lies over it.
      frames.set(element, ["fixed", "sticky"].includes(position) ? { ...everywhere, layer: element } : inside);
    }
    return frames.get(element);
  };
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), boxes = [];
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const holder = node.parentElement;
    if (!node.data.trim() || !holder.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange(), inside = frame(holder);
    range.selectNodeContents(node);
    for (const { left, top, right, bottom, height } of range.getClientRects()) {
      // Letters have no ink at the edges of their line.
      const ink = { left: left + 1, top: top + 0.3 * height, right: right - 1, bottom: bottom - 0.3 * height };
      const box = both(inside, ink);
      if (box.right - box.left > 1 && box.bottom - box.top > 1) boxes.push({ ...box, node, layer: inside.layer });
    }
  }
  boxes.sort((a, b) => a.top - b.top);
  return boxes.flatMap((box, place) => {
    const found = [];
    for (let next = place + 1; boxes[next]?.top < box.bottom; next++) {
      const { node, left, right, layer } = boxes[next];
      if (node !== box.node && layer === box.layer && left < box.right && box.left < right)
        found.push(`"${node.data.trim().slice(0, 40)}" lies over "${box.node.data.trim().slice(0, 40)}"`);
    }
    return found;
  });
}"""
"""Returns the texts that lie over another, where both can be seen."""
PICTURES = """() => Promise.all([...document.images].map((image) => {
  image.loading = "eager";
  return image.decode().catch(() => {});
}))"""
BROKEN = """() => [...document.images].filter((image) =>
  image.checkVisibility() && !(image.complete && image.naturalWidth)).map((image) => image.outerHTML)"""
NEW_TABS = "links => links.map(link => link.getAttribute('aria-label') ?? link.textContent)"


PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length > 0"
SLOW_LINE = {"offline": False, "latency": 0, "downloadThroughput": 20_000, "uploadThroughput": -1}
"""Bytes a second: a page takes one to three seconds to come."""
SLOWED = 4
"""How many times a slow phone is slower."""
DEVICE_FONT = Path(__file__).resolve().parents[2] / "art" / "fonts" / "AnekBangla-SemiBold.woff2"
"""Other widths than those of the served regular face, as a font of a device has them."""
WITH_FONT = """(() => {{
  const bytes = Uint8Array.from(atob("{}"), (sign) => sign.charCodeAt());
  document.fonts.add(new FontFace("Anek Fallback", bytes, {{ unicodeRange: "{}" }}));
}})()"""
FIELDS = """() => [...document.querySelectorAll("input, select, textarea")]
  .filter(({ type }) => !["hidden", "checkbox", "radio", "file", "range", "submit", "button"].includes(type))
  .flatMap((field) => {
    const { fontSize, appearance } = getComputedStyle(field), name = `${field.localName} ${field.name || field.id}`;
    return [
      ...(parseFloat(fontSize) < 16 ? [`an iPhone zooms into it, with letters of ${fontSize}: ${name}`] : []),
      ...(field.localName === "select" && appearance !== "none" ? [`WebKit's grey field: ${name}`] : []),
    ];
  })"""


class Held:
    """Requests that wait until they are let go."""

    def __init__(self, page: Page, files: str) -> None:
        self._waiting: list[Route] = []
        self._held = True
        page.route(files, self._meet)

    def _meet(self, route: Route) -> None:
        if self._held:
            self._waiting.append(route)
        else:
            route.continue_()

    def let_go(self) -> None:
        self._held = False
        for route in self._waiting:
            route.continue_()


def with_device_font(page: Page) -> None:
    """Let the device have a font for Bangla, as nearly all have: without one, a page moves so that it can be read."""
    encoded = base64.b64encode(DEVICE_FONT.read_bytes()).decode()
    page.add_init_script(WITH_FONT.format(encoded, design.BANGLA_LETTERS))


def moving_faults(page: Page, line: CDPSession, address: str) -> list[str]:
    """Load a page over a slow line with its typeface late, and return whether something moved as it came, and then.

    It is loaded again where something did: a heading that was painted when half of it had come is no fault of the page.
    """
    return _moved(page, line, address) and _moved(page, line, address)


def _moved(page: Page, line: CDPSession, address: str) -> list[str]:
    fonts = Held(page, "**/*.woff2")
    line.send("Network.emulateNetworkConditions", SLOW_LINE)
    page.goto(address, wait_until="domcontentloaded")
    page.wait_for_function(PAINTED)
    early = layout_shift(page)
    line.send("Network.emulateNetworkConditions", SLOW_LINE | {"downloadThroughput": -1})
    fonts.let_go()
    page.wait_for_function(HYDRATED)
    page.evaluate("() => document.fonts.ready.then(() => null)")
    page.wait_for_load_state("networkidle")
    moved = layout_shift(page)
    page.unroute_all(behavior="ignoreErrors")
    return [f"moves by {moved:.4f}, as it comes {early:.4f}"] if moved else []


def field_faults(page: Page) -> list[str]:
    return page.evaluate(FIELDS)


def width_faults(page: Page, width: int) -> list[str]:
    page.set_viewport_size({"width": width, "height": 256 if width == 320 else 900})
    return [f"{width}: {fault}" for fault in text_faults(page.evaluate)]


def text_faults(evaluate: Callable[..., list[str]]) -> list[str]:
    """Return what is wrong with texts in the window of any browser that calls functions in a page."""
    return [*evaluate(MEASURE, LONGEST), *evaluate(OVER)]


def head_faults(page: Page, words: Site, path: str) -> Iterator[str]:
    """Yield what is wrong with title, language, description, preview picture, heading and names of links."""
    text = words.page(path)
    if page.title() != f"{text.title} | {words.company.name}":
        yield f"title: {page.title()}"
    if (language := page.locator("html").get_attribute("lang")) != words.language:
        yield f"language: {language}"
    if page.locator('meta[name="description"]').get_attribute("content") != text.description:
        yield "description"
    if page.locator('meta[name="format-detection"]').get_attribute("content") != "telephone=no":
        yield "an iPhone makes telephone numbers of days"
    picture = page.locator('meta[property="og:image"]').get_attribute("content") or ""
    if not picture.startswith("http") or page.request.get(urlsplit(picture).path).status != 200:
        yield f"preview picture: {picture}"
    names = page.locator("a[target=_blank]").evaluate_all(NEW_TABS)
    if len(names) < len(words.company.social) and path != DESK:
        yield "links to social media are missing"
    yield from (f"opens a new tab unsaid: {name}" for name in names if words.interface.links.new_tab not in name)


class Answers:
    """What the site answers, asked once."""

    def __init__(self) -> None:
        self._known: dict[str, bool] = {}

    def holds(self, address: str, check: Callable[[str], bool]) -> bool:
        if address not in self._known:
            self._known[address] = check(address)
        return self._known[address]

    def broken_links(self, page: Page) -> Iterator[str]:
        """Yield internal links of a page that do not lead to a page without a detour.

        The way to a newest document is one detour, and no more: where it ends is known when somebody follows it.
        """
        links = page.eval_on_selector_all("a[href^='/']", "links => links.map(link => link.getAttribute('href'))")
        for link in {urldefrag(link)[0] or "/" for link in links}:
            if not link.startswith("/files/") and not self.holds(
                link, lambda link: page.request.get(link, max_redirects=int(link.endswith("/latest"))).status == 200
            ):
                yield f"broken link: {link}"

    def chakra_faults(self, page: Page, path: str) -> Iterator[str]:
        """Yield whether a page loads Chakra without using it, or the other way round."""
        scripts = [name for name, _ in fetched(page) if name.endswith(".js") and "/manifest-" not in name]
        has_chakra = any(
            self.holds(script, lambda script: "chakra" in page.request.get(script).text()) for script in scripts
        )
        if not scripts:
            yield "loads no scripts"
        elif has_chakra != (path in ISLANDS):
            yield "loads Chakra" if has_chakra else "does not load Chakra"


def squeezed(text: str) -> str:
    """Return a text without spaces: a line may end wherever words may be divided."""
    return re.sub(r"\s", "", text)


def printed(page: Page) -> PdfReader:
    page.evaluate(PICTURES)
    return PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True, print_background=False)))


def said_of(product: Product, words: Site) -> list[str]:
    steps = (step.text for step in product.steps)
    said = (product.name, product.uses, *steps, *product.characteristics, *product.cautions)
    return [*said, words.company.sales_phone.shown]


def print_faults(page: Page, words: Site, product: Product) -> Iterator[str]:
    sheet = printed(page)
    if len(sheet.pages) != 1:
        yield f"printed on {len(sheet.pages)} pages"
    if words.language == "en":  # The text of a PDF in Bangla is extracted in the order of its glyphs.
        text = squeezed(sheet.pages[0].extract_text())
        for part in (*said_of(product, words), *(size.label for size in product.sizes)):
            if squeezed(part) not in text:
                yield f"not printed: {part}"


def empty_frames(page: Page) -> Iterator[str]:
    page.emulate_media(media="print")
    page.evaluate(PICTURES)
    # Decoding ends early where the medium chooses another source.
    with suppress(TimeoutError):
        page.wait_for_function(f"() => !({BROKEN})().length")
    yield from (f"paper: no picture in {frame}" for frame in page.evaluate(BROKEN))
    page.emulate_media(media="null")


def paper_faults(page: Page, words: Site) -> Iterator[str]:
    """Yield what paper lacks, and what it must not have: header, buttons, dark colours, more width."""
    page.emulate_media(media="print", color_scheme="dark")
    page.set_viewport_size({"width": WIDE_PAPER_PX, "height": 1000})
    # Paper is read long after.
    date = words.interface.print.sheet_date.format(date=words.long_date(local_time.now()))
    head = page.locator(".letterhead")
    if not head.is_visible() or any(part not in head.inner_text() for part in (words.company.name, date)):
        yield "paper: no mark or date"
    if page.locator(".site-header").is_visible():
        yield "paper: the header"
    # The main picture is a button too; it is printed as a picture.
    if page.locator("button:visible:not(.gallery-main)").count():
        yield "paper: buttons"
    colours = page.evaluate(
        "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector('h1')).color]"
    )
    if colours != ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]:
        yield f"paper: {colours}"
    if page.evaluate("document.documentElement.scrollWidth") > WIDE_PAPER_PX:
        yield "paper: wider than the page"
    page.emulate_media(media="null", color_scheme="light")


def plain_faults(plain: Page, words: Site, path: str) -> Iterator[str]:
    plain.goto(localized(path, words.language))
    shown = squeezed(plain.get_by_role("main").inner_text())
    if not plain.get_by_role("heading", level=1).first.is_visible():
        yield "no scripts: no heading"
    product = next((product for product in words.products if product.path == path), None)
    if product is None:
        return
    yield from (f"no scripts: {part}" for part in said_of(product, words)[:-1] if squeezed(part) not in shown)
    main = plain.get_by_role("main")
    if main.get_by_role("combobox").locator("option").all_inner_texts() != [size.label for size in product.sizes]:
        yield "no scripts: sizes"
    if not main.locator(f"a[href='tel:{words.company.sales_phone.dial}']").first.is_visible():
        yield "no scripts: telephone"
    if not main.locator("img").first.is_visible():
        yield "no scripts: picture"
