"""Previews that other sites show of a page: its title, the mark, and a picture, on paper."""

import io
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PIL import Image, ImageFont, ImageOps

from art import paths
from art.catalogue import SITE
from art.content import Product, optional_toml
from art.derive import served, source_of
from art.made import kept, mark, put, served_mark, state
from art.paths import CONTENT, FONTS, PLAN
from art.placing import preview_name
from art.record import fresh, made_from, note
from art.svg import box, document, pixels, words

WIDTH, HEIGHT, SEAM = 1200, 630, 640
COLOURS = ("ink", "muted", "paper", "wash", "amber")
INK, MUTED, PAPER, WASH, AMBER = (optional_toml(CONTENT / "colours.toml")[name]["light"] for name in COLOURS)
MARGIN = 72


def _rows(text: str, size: int, width: int) -> list[str]:
    """Break a title into lines that fit."""
    font = ImageFont.truetype(FONTS / "AnekLatin-Bold.ttf", size)
    rows = [""]
    for word in text.split():
        longer = f"{rows[-1]} {word}".strip()
        if font.getlength(longer) > width and rows[-1]:
            rows.append(word)
        else:
            rows[-1] = longer
    return rows


def _words(title: str, under: str) -> Image.Image:
    """Return the left half: mark, title, a line under it."""
    size = 72 if len(title) < 34 else 60
    rows = _rows(title, size, SEAM - 2 * MARGIN)
    top = 330 - (len(rows) - 1) * size * 0.5
    left = {"text_anchor": "start"}
    parts = [words(row, MARGIN, top + n * size * 1.05, size, INK, 700, **left) for n, row in enumerate(rows)]
    below = top + (len(rows) - 1) * size * 1.05 + 58
    lines = _rows(under, 28, SEAM - 2 * MARGIN)
    parts += [words(row, MARGIN, below + n * 38, 28, MUTED, 400, **left) for n, row in enumerate(lines)]
    parts.append(words(SITE.company.name, MARGIN + 66, 114, 34, INK, 700, **left))
    ground = box(0, 0, WIDTH, HEIGHT, PAPER) + box(SEAM, 0, WIDTH - SEAM, HEIGHT, WASH)
    picture = pixels(document(WIDTH, HEIGHT, ground, *parts))
    if served_mark("company"):
        picture.alpha_composite(pixels(mark("company"), 52), (MARGIN, 74))
    return picture


def _fill(picture: Image.Image, source: Path, ground: str) -> None:
    """Put a picture into the right half: packs stand on a tint, scenes fill it."""
    space = (WIDTH - SEAM, HEIGHT)
    image = Image.open(source).convert("RGBA")
    panel = Image.new("RGBA", space, ground)
    if image.getchannel("A").getextrema()[0] < 255:
        seen = image.crop(image.getchannel("A").point(lambda value: 255 if value > 24 else 0).getbbox())
        seen.thumbnail((space[0] - 90, space[1] - 110), Image.Resampling.LANCZOS)
        panel.alpha_composite(seen, ((space[0] - seen.width) // 2, space[1] - 60 - seen.height))
    else:
        panel = ImageOps.fit(image, space, Image.Resampling.LANCZOS)
    picture.paste(panel, (SEAM, 0))
    picture.alpha_composite(Image.new("RGBA", (6, HEIGHT), AMBER), (SEAM - 3, 0))


def _product(product: Product) -> Image.Image:
    brand = SITE.brand(product.brand)
    picture = _words(product.name, brand.name)
    if source := source_of(_front(product)):
        _fill(picture, source, brand.tint)
    return picture


def _front(product: Product) -> str:
    """Return the name of the picture of the middle size."""
    return f"products/{product.id}/{product.sizes[len(product.sizes) // 2].id}-front"


def _page(path: str, title: str) -> Image.Image:
    picture = _words(SITE.company.tagline if path == "/" else title, "" if path == "/" else SITE.company.tagline)
    if source := source_of(_shown(path)):
        _fill(picture, source, WASH)
    return picture


def _shown(path: str) -> str:
    """Return the name of the picture that the preview of a page shows: one of its own, or the first slide."""
    return optional_toml(PLAN).get("previews", {}).get(path, f"slides/{SITE.slides[0].id}" if SITE.slides else "")


def write() -> None:
    """Write the preview of every page whose words or picture changed; one that a person gave stays."""
    previews: dict[str, tuple[str, str, Callable[[], Image.Image]]] = {
        product.path: (product.name, _front(product), partial(_product, product)) for product in SITE.products
    }
    previews |= {
        page.path: (page.title, _shown(page.path), partial(_page, page.path, page.title)) for page in SITE.pages
    }
    for path, (title, shown, draw) in previews.items():
        name = f"social/{preview_name(path)}"
        file = paths.ASSETS / f"{name}.jpg"
        if state(file) in {"imported", "own"}:
            print(kept(file))
            continue
        words = (title, SITE.company.name, SITE.company.tagline, SITE.brands, INK, MUTED, PAPER, WASH, AMBER)
        inputs = made_from(words, shown, served(shown), served_mark("company"), code=("social", "svg"))
        if fresh(name, inputs, (), file):
            continue
        buffer = io.BytesIO()
        draw().convert("RGB").save(buffer, "JPEG", quality=80, progressive=True, optimize=True)
        put(file, buffer.getvalue())
        note(name, inputs)
