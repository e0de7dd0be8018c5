"""Contact sheets of the packshots, so that all of them can be looked at at once.

``python -m art.contact_sheets`` writes ``docs/contact-sheets/packshots-*.jpg`` from the masters,
or from the largest files that are served where a master is missing.
"""

from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw

from art.catalogue import products
from art.derive import source_of
from art.labels import INK, font
from art.packshots import Shot, View, shots
from art.paths import ROOT

FOLDER = ROOT / "docs" / "contact-sheets"
PAPER, CELL, CAPTION = "#FBF8F3", (260, 200), 20
COLUMNS, HEAVIEST = 7, 390_000
SHEETS: dict[str, tuple[View, ...]] = {
    "fronts": ("front",),
    "quarters": ("quarter",),
    "families-and-uses": ("family", "use"),
}


def _sheet(taken: Sequence[Shot]) -> Image.Image:
    """Return the pictures side by side, each with its name."""
    rows = -(-len(taken) // COLUMNS)
    sheet = Image.new("RGB", (COLUMNS * CELL[0], rows * (CELL[1] + CAPTION)), PAPER)
    draw = ImageDraw.Draw(sheet)
    for index, shot in enumerate(taken):
        x, y = index % COLUMNS * CELL[0], index // COLUMNS * (CELL[1] + CAPTION)
        picture = Image.open(source_of(shot.name) or "").convert("RGBA").resize(CELL, Image.Resampling.LANCZOS)
        sheet.paste(picture, (x, y), picture)
        draw.text((x + 6, y + CELL[1]), shot.name.removeprefix("products/"), fill=INK, font=font("Regular", 13))
    return sheet


def _save(sheet: Image.Image, path: Path) -> None:
    """Save a sheet as well as its weight allows."""
    for quality in (82, 74, 66, 58, 50):
        sheet.save(path, "JPEG", quality=quality, optimize=True, progressive=True)
        if path.stat().st_size <= HEAVIEST:
            return


def main() -> None:
    """Write all sheets of what has been rendered."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    order = [product.id for product in products()]
    for name, views in SHEETS.items():
        taken = [s for s in shots() if s.view in views and source_of(s.name)]
        taken.sort(key=lambda s: order.index(s.product.id))
        if taken:
            path = FOLDER / f"packshots-{name}.jpg"
            _save(_sheet(taken), path)
            print(f"{path.relative_to(ROOT)}: {len(taken)} pictures, {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
