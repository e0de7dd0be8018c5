"""Contact sheets of slides, brands, news and marks, to be looked at by a person."""

from collections.abc import Callable, Iterable
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from art.catalogue import SITE
from art.derive import served, source_of
from art.made import mark, served_mark
from art.names import wanted
from art.paths import FONTS, ROOT
from art.record import fresh, made_from, note
from art.svg import pixels

FOLDER = ROOT / "docs" / "contact-sheets"
PAPER, INK, NIGHT = "#FBF8F3", "#141C33", "#0E1424"
GAP = 24

Named = tuple[str, Image.Image]


def _sheet(pictures: Iterable[Named], columns: int, cell: tuple[int, int], ground: str = PAPER) -> Image.Image:
    """Return pictures in a grid, each with its name under it."""
    shown = list(pictures)
    width, height = cell[0] + GAP, cell[1] + GAP + 26
    rows = -(-len(shown) // columns)
    sheet = Image.new("RGB", (columns * width + GAP, rows * height + GAP), ground)
    draw = ImageDraw.Draw(sheet)
    font = ImageFont.truetype(FONTS / "AnekLatin-Regular.ttf", 20)
    for n, (name, picture) in enumerate(shown):
        x, y = GAP + n % columns * width, GAP + n // columns * height
        small = picture.convert("RGBA")
        small.thumbnail(cell, Image.Resampling.LANCZOS)
        sheet.paste(small, (x + (cell[0] - small.width) // 2, y + cell[1] - small.height), small)
        draw.text((x, y + cell[1] + 4), name, INK if ground == PAPER else PAPER, font)
    return sheet


def _group(folder: str) -> Iterable[Named]:
    """Yield the masters of one folder, in the order of the content."""
    for item in wanted():
        source = source_of(item.name) if item.name.startswith(f"{folder}/") else None
        if source:
            with Image.open(source) as picture:
                yield item.name.removeprefix(f"{folder}/"), picture.copy()


def _marks() -> Iterable[Named]:
    yield SITE.company.name, pixels(mark("company"), 220)
    yield f"{SITE.company.name}, dark", pixels(mark("company-dark"), 220)
    yield "icon", pixels(mark("icon"), 220)
    yield "icon at 32", pixels(mark("icon"), 32)
    for brand in SITE.brands:
        yield brand.name, pixels(mark(brand.id), 220)


def write(folder: Path = FOLDER) -> None:
    """Write the sheets of what changed as JPEG."""
    folder.mkdir(parents=True, exist_ok=True)
    sheets: dict[str, Callable[[], Image.Image]] = {
        "slides": lambda: _sheet(_group("slides"), 4, (480, 400)),
        "brands": lambda: _sheet(_group("brands"), 3, (480, 360)),
        "news": lambda: _sheet(_group("news"), 3, (480, 320)),
        "banners": lambda: _sheet(_group("banners"), 2, (720, 180)),
        "marks": lambda: _sheet(_marks(), 5, (240, 240)),
        "marks-dark": lambda: _sheet(_marks(), 5, (240, 240), NIGHT),
    }
    for name, draw in sheets.items():
        file = folder / f"{name}.jpg"
        shown = [(item.name, served(item.name)) for item in wanted() if item.name.startswith(f"{name}/")]
        marks = [served_mark(entry.id) for entry in SITE.brands] if name.startswith("marks") else []
        inputs = made_from(shown, served_mark("company"), marks, code=("overviews",))
        if not fresh(f"sheets/{name}", inputs, (), file):
            draw().save(file, "JPEG", quality=78, optimize=True, progressive=True)
            note(f"sheets/{name}", inputs)
