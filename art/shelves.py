"""Packs on shelves and side by side, put together from their fronts: news, and the slide of all brands until it is rendered."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PIL import Image, ImageChops

from art.composed import fronts_of, group, keep, member
from art.record import made_from
from art.shapes import SHAPES
from art.svg import box, document, fade, pixels, tag, tone

Names = Sequence[tuple[str, str]]
MARGIN = 90
"""Pixels kept beside the outer packs of a row, for their shadows."""


@dataclass(frozen=True)
class Room:
    """Where a picture is set: wall, boards, and the light that lies over everything."""

    wall: str
    board: str
    light: str
    shade: str


SHOP = Room("#EFE3CF", "#B98B58", "#FFFFFF", "#E8DCC8")
STORE = Room("#A8B0B6", "#6E7883", "#F4EFE6", "#8592A2")
PAPER = Room("#F1EADF", "#F1EADF", "#FFFFFF", "#F4EFE6")
SIDE_BY_SIDE: Names = (
    ("synthetic-resin-adhesive", "1-kg"),
    ("gumking-synthetic-resin", "1-kg"),
    ("synthetic-rubber-adhesive", "1-ltr"),
    ("synthetic-distemper-adhesive", "1-kg"),
)
SMALL: Names = (
    ("synthetic-resin-adhesive", "250-g"),
    ("gumking-synthetic-rubber", "500-ml"),
    ("pur-adhesive", "500-ml"),
    ("wood-preservative", "500-ml"),
    ("spray-paint", "400-ml"),
    ("synthetic-distemper-adhesive", "500-gm"),
    ("silica-sealant", "300-gm"),
    ("gumking-synthetic-resin", "500-gm"),
)
MIDDLE: Names = (
    ("synthetic-resin-adhesive", "2-kg"),
    ("nc-thinner", "3-78-ltr"),
    ("synthetic-rubber-adhesive", "2-ltr"),
    ("gumking-synthetic-resin", "2-kg"),
    ("pu-hardener", "1-ltr"),
    ("synthetic-distemper-adhesive", "1-kg"),
)
LARGE: Names = (
    ("synthetic-resin-adhesive", "10-kg"),
    ("gumking-synthetic-resin", "10-kg"),
    ("synthetic-rubber-adhesive", "5-ltr"),
    ("nc-thinner", "3-78-ltr"),
    ("synthetic-distemper-adhesive", "5-kg"),
)
FAMILY: Names = (
    ("synthetic-distemper-adhesive", "500-gm"),
    ("gumking-synthetic-resin", "2-kg"),
    ("synthetic-rubber-adhesive", "2-ltr"),
    ("synthetic-resin-adhesive", "2-kg"),
    ("spray-paint", "400-ml"),
    ("wood-preservative", "1-ltr"),
    ("pur-adhesive", "500-ml"),
    ("synthetic-resin-adhesive", "250-g"),
    ("upvc-solvent-cement", "500-ml"),
)


@dataclass(frozen=True)
class Display:
    """One picture: its room, its rows with the height they stand at, how tall its tallest pack may be, its size."""

    room: Room
    rows: tuple[tuple[Names, int], ...]
    tall: int
    size: tuple[int, int] = SHAPES["news"]


PICTURES = {
    "news/dealer-meeting": Display(SHOP, ((SMALL, 430), (MIDDLE, 880)), 340),
    "news/safe-handling": Display(STORE, ((LARGE, 800),), 520),
    "news/product-pages": Display(PAPER, ((SIDE_BY_SIDE, 780),), 470),
    "slides/family": Display(PAPER, ((FAMILY, 900),), 560, SHAPES["slides"]),
    "slides/family-portrait": Display(PAPER, ((FAMILY[:4], 960),), 520, SHAPES["portrait"]),
    "banners/financial-statement": Display(PAPER, ((FAMILY, 420),), 330, SHAPES["banners"]),
}


def _walls(room: Room, floors: Sequence[int], size: tuple[int, int]) -> Image.Image:
    """Return the wall with its boards: a lit top that packs stand on, a front edge, a shadow under it."""
    width, height = size
    stops = ((0, tone(room.wall, 0.25), 1), (1, tone(room.wall, -0.1), 1))
    parts = [
        tag(
            "defs", fade("wall", *stops, vertical=True), fade("under", (0, "#000", 0.28), (1, "#000", 0), vertical=True)
        )
    ]
    parts.append(box(0, 0, width, height, "url(#wall)"))
    for floor in floors if room.board != room.wall else ():
        parts.append(box(0, floor - 34, width, 64, tone(room.board, 0.28)))
        parts.append(box(0, floor + 28, width, 30, tone(room.board, -0.08)))
        parts.append(box(0, floor + 58, width, 60, "url(#under)"))
    return pixels(document(width, height, *parts))


def _row(names: Names, tall: int, breadth: int) -> Image.Image | None:
    """Return one row of packs, cropped to what is seen and scaled to its place."""
    together = group([member(*entry) for entry in names], single=True)
    if together is None:
        return None
    seen = together.getchannel("A").point(lambda value: 255 if value > 235 else 0).getbbox()
    if seen is None:
        return None
    factor = min((breadth - 120) / (seen[2] - seen[0]), tall / (seen[3] - seen[1]))
    left, right = max(seen[0] - MARGIN, 0), min(seen[2] + MARGIN, together.width)
    cut = _fading_out(together.crop((left, seen[1], right, min(seen[3] + 40, together.height))))
    return cut.resize((round(cut.width * factor), round(cut.height * factor)), Image.Resampling.LANCZOS)


def _fading_out(row: Image.Image) -> Image.Image:
    """Let the shadow of the last pack die away towards the margin instead of ending in a line."""
    ramp = Image.linear_gradient("L").rotate(90).resize((MARGIN, row.height))
    reach = Image.new("L", row.size, 255)
    reach.paste(ramp.transpose(Image.Transpose.FLIP_LEFT_RIGHT), (row.width - MARGIN, 0))
    reach.paste(ramp, (0, 0))
    row.putalpha(ImageChops.multiply(row.getchannel("A"), reach))
    return row


def _lit(picture: Image.Image, room: Room) -> Image.Image:
    """Lay the light of the room over the picture: bright from the upper left, shaded to the right."""
    width, height = picture.size
    veil = fade("veil", (0, room.light, 1), (1, room.shade, 1))
    light = pixels(document(width, height, tag("defs", veil), box(0, 0, width, height, "url(#veil)")))
    return ImageChops.multiply(picture.convert("RGB"), light.convert("RGB"))


def _displayed(display: Display) -> Image.Image | None:
    """Return one picture, or nothing while a pack of it has not been rendered."""
    picture = _walls(display.room, [floor for _, floor in display.rows], display.size)
    for names, floor in display.rows:
        row = _row(names, display.tall, display.size[0])
        if row is None:
            return None
        margin = round(40 * row.height / (display.tall + 40))
        picture.alpha_composite(row, ((display.size[0] - row.width) // 2, floor - row.height + margin))
    return _lit(picture, display.room)


def write() -> None:
    """Put together every picture whose packs changed."""
    for name, display in PICTURES.items():
        fronts = fronts_of(entry for names, _ in display.rows for entry in names)
        inputs = made_from(display, code=("shelves", "composed", "svg"), pictures=fronts)
        keep(name, inputs, partial(_displayed, display))
