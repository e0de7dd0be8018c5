"""Takes screenshots of all templates at four widths into ``docs/screenshots``: ``python -m benchmarks.screenshots``.

The tops of all templates at 1,440 pixels also stand side by side in one sheet: ``year.jpg``.
"""

import io
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageOps
from playwright.sync_api import Browser, Page, sync_playwright

from starbond_site.content.addresses import Language, localized
from starbond_site.presentation.design import Theme
from tests.browser.conftest import CHROMIUM_FLAGS, own_chromium
from tests.serving import build, serving

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "screenshots"
WIDTHS = {390: 844, 768: 1024, 1440: 900, 2560: 1440}
"""Width of the window to its height, in CSS pixels."""
TEMPLATES = {
    "home": "/",
    "about": "/about",
    "people": "/Bod",
    "letter": "/chairman",
    "contact": "/contact",
    "products": "/Products",
    "product": "/SyntheticResinAdhesive",
    "list": "/PriceSensitiveInformation",
    "lists": "/AnnualReport",
    "shared-information": "/SharedInformation",
    "investors": "/investors",
    "results": "/results",
    "figures": "/figures",
    "dividends": "/dividends",
    "shareholding": "/shareholding",
    "meetings": "/agm",
    "calendar": "/calendar",
    "document": "/documents/1",
    "upload": "/UploadFiles",
    "prospectus": "/prospectus",
    "under-construction": "/underConstruction",
    "not-found": "/404-is-not-a-page",
}
"""One path per template, all with what `starbond demo` makes."""
ALSO = ("home", "product", "list")
"""Templates that are also taken in Bangla and with dark colours."""
MAX_BYTES, WIDEST = 100_000, 1440
"""Largest file in bytes, and the width in pixels to which wider screenshots are reduced."""
SHEET, CELL, COLUMNS = "year.jpg", (360, 450), 4
"""The sheet: its file, the pixels of a page, and how many stand in a row."""


@dataclass(frozen=True)
class Shot:
    """A page to take at every width."""

    template: str
    language: Language = "en"
    theme: Theme = "light"

    def name(self, width: int) -> str:
        """Return the name of the file."""
        marks = [self.language] * (self.language != "en") + [self.theme] * (self.theme != "light")
        return "-".join([self.template, *marks, str(width)]) + ".jpg"


def shots() -> Iterator[Shot]:
    yield from (Shot(template) for template in TEMPLATES)
    yield from (Shot(template, language="bn") for template in ALSO)
    yield from (Shot(template, theme="dark") for template in ALSO)


def main(wanted: list[str]) -> None:
    """Take all screenshots, or those whose file name contains one of the given words."""
    build()
    FOLDER.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp())
    with serving(folder) as server, sync_playwright() as playwright:
        server.admin("demo")
        browser = playwright.chromium.launch(executable_path=own_chromium(), args=CHROMIUM_FLAGS)
        for shot in shots():
            widths = [width for width in WIDTHS if not wanted or any(word in shot.name(width) for word in wanted)]
            for name, content in _take(browser, server.url, shot, widths) if widths else ():
                (FOLDER / name).write_bytes(content)
                print(f"{name}\t{len(content) / 1000:.0f} kB", flush=True)
        browser.close()
    shutil.rmtree(folder)
    (FOLDER / SHEET).write_bytes(_compressed(_sheet(), 4 * MAX_BYTES))


def _sheet() -> Image.Image:
    """Return the tops of all templates that were taken, in their order."""
    files = [file for template in TEMPLATES if (file := FOLDER / Shot(template).name(WIDEST)).exists()]
    sheet = Image.new("RGB", (COLUMNS * CELL[0], -(-len(files) // COLUMNS) * CELL[1]), "gray")
    for place, file in enumerate(files):
        top = ImageOps.fit(Image.open(file), CELL, centering=(0, 0))
        sheet.paste(top.crop((0, 0, CELL[0] - 8, CELL[1] - 8)), (place % COLUMNS * CELL[0], place // COLUMNS * CELL[1]))
    return sheet


def _take(browser: Browser, url: str, shot: Shot, widths: list[int]) -> Iterator[tuple[str, bytes]]:
    context = browser.new_context(base_url=url, color_scheme=shot.theme, reduced_motion="reduce")
    page = context.new_page()
    page.goto(localized(TEMPLATES[shot.template], shot.language), wait_until="networkidle")
    # Reload, so that a font that was late for the first paint is in the cache.
    page.reload(wait_until="networkidle")
    for width in widths:
        page.set_viewport_size({"width": width, "height": WIDTHS[width]})
        _load_pictures(page)
        picture = Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("RGB")
        yield shot.name(width), _compressed(picture)
    context.close()


def _load_pictures(page: Page) -> None:
    """Scroll to the end, so that lazy pictures are loaded."""
    page.evaluate("""async () => {
        const frame = () => new Promise(requestAnimationFrame);
        for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) { scrollTo(0, y); await frame(); }
        scrollTo(0, 0);
        const waiting = [...document.images].filter((image) => image.checkVisibility() && !image.complete);
        await Promise.all(waiting.map((image) => image.decode().catch(() => {})));
        await frame();
    }""")


def _compressed(picture: Image.Image, most: int = MAX_BYTES) -> bytes:
    """Return a JPEG of at most so many bytes: smaller first in quality, then in size."""
    width = min(picture.width, WIDEST)
    while True:
        small = picture.resize((width, round(picture.height * width / picture.width)), Image.Resampling.LANCZOS)
        for quality in (82, 70, 58, 46):
            content = io.BytesIO()
            small.save(content, "JPEG", quality=quality, optimize=True, progressive=True)
            if content.tell() <= most:
                return content.getvalue()
        width = round(width * 0.85)


if __name__ == "__main__":
    main(sys.argv[1:])
