"""The unfinished joint: two boards with fingers that have not met yet, and the glue that waits."""

import math

from art.svg import document, group, line, path, tag, tone

WIDTH, HEIGHT = 1280, 960
OAK, WALNUT, AMBER = "#C99A62", "#8A5A36", "#F2A30B"
COS, SIN = math.cos(math.radians(30)), math.sin(math.radians(30))
DEPTH, THICK = 300, 70
FINGER, BODY = 90, 380
LEFT_END, RIGHT_END = 30, 70

Point = tuple[float, float, float]


def _flat(point: Point) -> str:
    """Return a point of space on the paper, seen from above at an angle."""
    x, y, z = point
    return f"{(x - y) * COS:.1f} {(x + y) * SIN - z:.1f}"


def _face(points: tuple[Point, ...], fill: str) -> str:
    return path("M" + "L".join(_flat(point) for point in points) + "Z", fill, stroke=fill, stroke_width=1)


def _block(x: float, y: float, length: float, width: float, colour: str) -> str:
    """Return a board lying on the bench: top, front and right side."""
    x2, y2, z = x + length, y + width, THICK
    return (
        _face(((x, y2, 0), (x2, y2, 0), (x2, y2, z), (x, y2, z)), tone(colour, -0.22))
        + _face(((x2, y, 0), (x2, y2, 0), (x2, y2, z), (x2, y, z)), tone(colour, -0.38))
        + _face(((x, y, z), (x2, y, z), (x2, y2, z), (x, y2, z)), colour)
    )


def _grain(x: float, y: float, length: float, colour: str) -> str:
    """Return a line of the wood's grain on the top of a board."""
    ends = _flat((x, y, THICK)), _flat((x + length, y, THICK))
    return line(f"M{ends[0]}L{ends[1]}", tone(colour, -0.12), 3)


def _board(fingers_at: float, body_at: float, colour: str, first: int) -> str:
    """Return a board whose end is cut into fingers; what is nearer to the eye comes last."""
    row = DEPTH / 5
    fingers = [_block(fingers_at, n * row, FINGER, row, colour) for n in range(first, 5, 2)]
    body = [_block(body_at, 0, BODY, DEPTH, colour)]
    parts = body + fingers if body_at < fingers_at else fingers + body
    grains = [_grain(body_at + 40 + 30 * (n % 3), 32 + n * 58, 230, colour) for n in range(5)]
    return "".join(parts + grains)


def _shade(x: float, length: float) -> str:
    """Return the soft shadow of a board on the bench."""
    x2, y, y2 = x + length, 24, DEPTH + 40
    return path(
        "M" + "L".join(_flat(point) for point in ((x, y, 0), (x2, y, 0), (x2, y2, 0), (x, y2, 0))) + "Z",
        "#141C33",
        opacity=0.3,
        filter="url(#soft)",
    )


def _drop(row: int) -> str:
    """Return a drop of glue on one finger."""
    x, y = _flat((-LEFT_END - FINGER / 2, DEPTH / 10 + row * DEPTH / 5, THICK)).split()
    return tag("ellipse", cx=x, cy=y, rx=30, ry=16, fill=AMBER)


def drawing() -> str:
    """Return the drawing, on nothing, for light and dark pages."""
    soft = tag(
        "filter", tag("feGaussianBlur", stdDeviation=14), id="soft", x="-20%", y="-20%", width="140%", height="140%"
    )
    left_body = -LEFT_END - FINGER - BODY
    parts = (
        _shade(left_body, BODY + FINGER),
        _shade(RIGHT_END, BODY + FINGER),
        _board(-LEFT_END - FINGER, left_body, OAK, 0),
        *(_drop(row) for row in (0, 2, 4)),
        _board(RIGHT_END, RIGHT_END + FINGER, WALNUT, 1),
    )
    return document(WIDTH, HEIGHT, tag("defs", soft), group(*parts, x=WIDTH / 2 + 128, y=HEIGHT / 2 - 40))
