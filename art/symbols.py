"""Emblems of the brands and symbols of use, drawn geometrically on a unit square of 100."""

from collections.abc import Callable
from math import cos, pi, sin

from PIL import Image, ImageDraw

Painter = Callable[[ImageDraw.ImageDraw, float], None]
SHARP = 4
"""Symbols are drawn this much larger and reduced, which smooths their edges."""


def tile(painter: Painter, size: int, colour: str) -> Image.Image:
    """Paint a symbol in one colour on a transparent square of ``size`` pixels."""
    mask = Image.new("L", (size * SHARP, size * SHARP))
    painter(ImageDraw.Draw(mask), size * SHARP / 100)
    made = Image.new("RGBA", (size, size), colour)
    made.putalpha(mask.resize((size, size), Image.Resampling.LANCZOS))
    return made


def _spokes(count: int, outer: float, inner: float, turn: float = -90.0) -> list[tuple[float, float]]:
    """Return the corners of a star around (50, 50)."""
    points = []
    for i in range(count * 2):
        reach, angle = (inner if i % 2 else outer), (turn + 180 * i / count) * pi / 180
        points.append((50 + reach * cos(angle), 50 + reach * sin(angle)))
    return points


def _polygon(draw: ImageDraw.ImageDraw, k: float, points: list[tuple[float, float]], fill: int = 255) -> None:
    draw.polygon([(x * k, y * k) for x, y in points], fill=fill)


def _line(
    draw: ImageDraw.ImageDraw, k: float, points: list[tuple[float, float]], width: float = 7, fill: int = 255
) -> None:
    draw.line([(x * k, y * k) for x, y in points], fill=fill, width=round(width * k), joint="curve")
    for x, y in (points[0], points[-1]):
        _dot(draw, k, x, y, width / 2, fill)


def _dot(draw: ImageDraw.ImageDraw, k: float, x: float, y: float, radius: float, fill: int = 255) -> None:
    draw.ellipse(((x - radius) * k, (y - radius) * k, (x + radius) * k, (y + radius) * k), fill=fill)


def _ring(draw: ImageDraw.ImageDraw, k: float, x: float, y: float, radius: float, width: float) -> None:
    draw.ellipse(
        ((x - radius) * k, (y - radius) * k, (x + radius) * k, (y + radius) * k), outline=255, width=round(width * k)
    )


def _box(
    draw: ImageDraw.ImageDraw,
    k: float,
    left: float,
    top: float,
    right: float,
    bottom: float,
    radius: float = 0,
    fill: int = 255,
) -> None:
    draw.rounded_rectangle((left * k, top * k, right * k, bottom * k), radius * k, fill=fill)


def star(draw: ImageDraw.ImageDraw, k: float) -> None:
    """A five-pointed star."""
    _polygon(draw, k, _spokes(5, 50, 20))


def crown(draw: ImageDraw.ImageDraw, k: float) -> None:
    """A crown of three points."""
    _polygon(draw, k, [(6, 28), (28, 52), (50, 14), (72, 52), (94, 28), (86, 72), (14, 72)])
    _box(draw, k, 14, 78, 86, 88, 3)


def crowned_star(draw: ImageDraw.ImageDraw, k: float) -> None:
    """A star inside a ring."""
    _ring(draw, k, 50, 50, 48, 8)
    _polygon(draw, k, _spokes(5, 35, 14))


def whirl(draw: ImageDraw.ImageDraw, k: float) -> None:
    """Three arms that turn around a centre."""
    for arm in range(3):
        points = []
        # So many dots that a label printed large shows a smooth edge, not beads.
        for i in range(400):
            reach, angle = 8 + 38 * i / 399, (arm * 120 + 200 * i / 399) * pi / 180
            points.append((50 + reach * cos(angle), 50 + reach * sin(angle)))
        for i, (x, y) in enumerate(points):
            _dot(draw, k, x, y, 8 * (1 - i / 600))


def drop(draw: ImageDraw.ImageDraw, k: float) -> None:
    """A falling drop."""
    _dot(draw, k, 50, 64, 30)
    _polygon(draw, k, [(50, 2), (23.5, 50), (76.5, 50)])


def _wood(draw: ImageDraw.ImageDraw, k: float) -> None:
    _box(draw, k, 8, 30, 92, 70, 4)
    _line(draw, k, [(16, 42), (48, 40), (60, 46), (84, 44)], 4, 0)
    _line(draw, k, [(16, 57), (40, 58), (62, 55), (84, 58)], 4, 0)


def _shoe(draw: ImageDraw.ImageDraw, k: float) -> None:
    _polygon(draw, k, [(10, 26), (34, 26), (46, 44), (78, 54), (92, 64), (92, 70), (10, 70)])
    _box(draw, k, 8, 74, 94, 82, 3)


def _pipe(draw: ImageDraw.ImageDraw, k: float) -> None:
    _box(draw, k, 6, 38, 50, 64, 2)
    _box(draw, k, 44, 30, 58, 72, 3)
    _box(draw, k, 58, 38, 94, 64, 2)


def _paper(draw: ImageDraw.ImageDraw, k: float) -> None:
    _polygon(draw, k, [(22, 8), (62, 8), (80, 26), (80, 92), (22, 92)])
    for y in (42, 56, 70):
        _line(draw, k, [(34, y), (68, y)], 5, 0)


def _wall(draw: ImageDraw.ImageDraw, k: float) -> None:
    _box(draw, k, 12, 16, 78, 40, 4)
    _line(draw, k, [(78, 28), (90, 28), (90, 54), (48, 54), (48, 64)], 5)
    _box(draw, k, 43, 62, 53, 94, 3)


def _car(draw: ImageDraw.ImageDraw, k: float) -> None:
    _polygon(draw, k, [(26, 30), (70, 30), (84, 50), (94, 54), (94, 72), (6, 72), (6, 52), (16, 48)])
    _polygon(draw, k, [(32, 36), (48, 36), (48, 49), (25, 49)], 0)
    _polygon(draw, k, [(53, 36), (66, 36), (75, 49), (53, 49)], 0)
    for x in (27, 73):
        _dot(draw, k, x, 72, 13, 0)
        _dot(draw, k, x, 72, 9)


def _spray(draw: ImageDraw.ImageDraw, k: float) -> None:
    _box(draw, k, 44, 36, 78, 94, 6)
    _box(draw, k, 52, 18, 70, 33, 3)
    for x, y, r in ((38, 20, 4), (26, 12, 4), (26, 24, 4), (26, 36, 4), (13, 6, 4), (13, 20, 4), (13, 34, 4)):
        _dot(draw, k, x, y, r)


def _heat(draw: ImageDraw.ImageDraw, k: float) -> None:
    for x in (24, 50, 76):
        points = [(x + 9 * sin(i / 20 * 2 * pi), 12 + 62 * i / 20) for i in range(21)]
        _line(draw, k, points, 8)
    _box(draw, k, 10, 82, 90, 91, 4)


def _tool(draw: ImageDraw.ImageDraw, k: float) -> None:
    _line(draw, k, [(24, 80), (62, 42)], 15)
    _dot(draw, k, 68, 34, 24)
    _polygon(draw, k, [(66, 38), (84, 2), (104, 22)], 0)


def _flame(draw: ImageDraw.ImageDraw, k: float) -> None:
    _polygon(draw, k, [(50, 0), (100, 50), (50, 100), (0, 50)])
    _polygon(draw, k, [(50, 9), (91, 50), (50, 91), (9, 50)], 0)
    _polygon(draw, k, [(52, 20), (60, 36), (67, 33), (70, 56), (60, 72), (40, 72), (30, 56), (36, 42), (44, 46)])


SYMBOLS: dict[str, Painter] = {
    "wood": _wood,
    "shoe": _shoe,
    "pipe": _pipe,
    "paper": _paper,
    "wall": _wall,
    "car": _car,
    "spray": _spray,
    "heat": _heat,
    "tool": _tool,
    "flame": _flame,
}
