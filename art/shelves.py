"""Packs on shelves and side by side, put together from their fronts."""

from collections.abc import Sequence
from functools import partial

from PIL import Image, ImageChops

from art.company.displays import PICTURES
from art.composed import fronts_of, group, keep, member
from art.display import Display, Names, Room
from art.record import made_from
from art.svg import box, document, fade, pixels, tag, tone

MARGIN = 90
"""Pixels kept beside the outer packs of a row, for their shadows."""


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
        inputs = made_from(display, code=("shelves", "display", "composed", "svg"), pictures=fronts)
        keep(name, inputs, partial(_displayed, display))
