"""A shoemaker's bench: a shoe on its last, its sole and a brush beside it, leather in rolls."""

import math

from art.company.scenes.wood import bench
from art.scenes import materials as m
from art.scenes import shapes as s
from art.scenes.stage import area, camera, empty, world

# along, half width, height of the ridge, sideways shift, squareness
LAST = (
    (0.00, 0.05, 0.55, 0.00),
    (0.06, 0.26, 0.95, 0.00),
    (0.25, 0.36, 1.55, 0.00),
    (0.55, 0.40, 1.62, 0.01),
    (0.85, 0.40, 1.52, 0.03),
    (1.10, 0.41, 1.28, 0.05),
    (1.40, 0.46, 1.02, 0.07),
    (1.70, 0.52, 0.84, 0.09),
    (2.00, 0.55, 0.70, 0.10),
    (2.30, 0.54, 0.60, 0.09),
    (2.55, 0.46, 0.53, 0.06),
    (2.75, 0.33, 0.46, 0.02),
    (2.87, 0.18, 0.38, -0.01),
    (2.92, 0.04, 0.26, -0.02),
)
SOLE = 0.16


def _spring(x: float) -> float:
    """Return how high the underside stands: heel raised, waist arched, toe lifted."""
    heel = 0.28 * (1 - min(max((x - 0.75) / 0.9, 0), 1) ** 1) ** 2
    return SOLE + heel + 0.07 * max(0, (x - 2.2) / 0.7) ** 2


def _ring(
    x: float, half: float, top: float, shift: float, grow: float = 0.0, steps: int = 48
) -> list[tuple[float, float, float]]:
    base = _spring(x)
    ring = []
    for n in range(steps):
        angle = 2 * math.pi * n / steps
        c, d = math.cos(angle), math.sin(angle)
        across = abs(c) ** 0.75 * math.copysign(1, c)
        narrow = 1 - 0.42 * max(d, 0) ** 1.3 if top > 0.9 else 1 - 0.2 * max(d, 0)
        up = (top - base) * (0.5 + 0.5 * d) if d > 0 else (top - base) * 0.5 * (1 + math.copysign(abs(d) ** 0.5, d))
        ring.append((x, shift + across * (half * narrow + grow), base + up + (grow if d > 0 else 0)))
    return ring


def _outline(grow: float = 0.0, first: float = 0.0, last: float = 3.0) -> list[tuple[float, float]]:
    """Return the outline of the sole from above."""
    kept = [row for row in LAST if first <= row[0] <= last]
    right = [(x, shift - half * 0.98 - grow) for x, half, _, shift in kept]
    left = [(x, shift + half * 0.98 + grow) for x, half, _, shift in reversed(kept)]
    return right + left


def _smooth(rows: tuple[tuple[float, ...], ...], steps: int) -> list[tuple[float, ...]]:
    """Return rows in between, on a Catmull-Rom curve."""
    finer = []
    for n in range(len(rows) - 1):
        before, here, there, after = rows[max(n - 1, 0)], rows[n], rows[n + 1], rows[min(n + 2, len(rows) - 1)]
        for k in range(steps):
            t = k / steps
            finer.append(
                tuple(
                    0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)
                    for a, b, c, d in zip(before, here, there, after, strict=True)
                )
            )
    return [*finer, rows[-1]]


def _upper(material: s.Material, wood: s.Material) -> None:
    """Add a leather upper on a wooden last, which shows above its collar."""
    rows = _smooth(LAST, 4)
    s.loft([_ring(*row) for row in rows], wood)
    shoe = s.loft([_ring(row[0], row[1], row[2], row[3], 0.035) for row in rows], material)
    for vertex in shoe.data.vertices:
        x, z = vertex.co.x, vertex.co.z
        collar = 1.02 + 0.12 * math.cos(min(max(x / 1.2, 0), 1) * math.pi)
        if z > collar and x < 1.2:
            vertex.co.z = collar
            vertex.co.y *= 0.9
    for row in (1.34, 1.5, 1.66, 1.82):
        top = next(r for r in rows if r[0] >= row)
        half = 0.16
        points = [(top[0], top[3] + y, top[2] + 0.05 - 0.9 * y * y) for y in (-half, -half / 2, 0, half / 2, half)]
        s.rod(points, 0.022, m.plain("#3A2416", 0.6))


def _shoe(at: tuple[float, float, float], turn: float) -> None:
    """Add the whole shoe."""
    import bpy

    before = set(bpy.data.objects)
    _upper(m.leather("#7A3F1D", "#5A2B12", 0.32), m.wood("#D8B483", "#B78B57", size=0.8, rough=0.35))
    welt = s.sheet(_outline_smooth(0.06), 0.07, m.leather("#B98A55", "#9C7040", 0.6), 0.015)
    for vertex in welt.data.vertices:
        vertex.co.z += _spring(vertex.co.x) - 0.07
    heel = s.sheet([p for p in _outline_smooth(0.04) if p[0] < 0.85], 0.34, m.leather("#2A1A12", "#1C110B", 0.5), 0.02)
    heel.location.z = 0
    holder = bpy.data.objects.new("shoe", None)
    bpy.context.collection.objects.link(holder)
    for thing in set(bpy.data.objects) - before - {holder}:
        thing.parent = holder
    s.place(holder, at, (0, 0, turn))


def _outline_smooth(grow: float) -> list[tuple[float, float]]:
    rows = _smooth(LAST, 4)
    right = [(x, shift - half * 0.98 - grow) for x, half, _, shift in rows]
    left = [(x, shift + half * 0.98 + grow) for x, half, _, shift in reversed(rows)]
    return right + left


def _brush(at: tuple[float, float, float], turn: float) -> None:
    """Add a flat brush with glue on its bristles."""
    import bpy

    holder = bpy.data.objects.new("brush", None)
    bpy.context.collection.objects.link(holder)
    handle = s.sheet(
        [(0, -0.09), (1.1, -0.07), (1.3, -0.17), (1.42, -0.17), (1.42, 0.17), (1.3, 0.17), (1.1, 0.07), (0, 0.09)],
        0.12,
        m.wood("#B3122C", "#8E0E22", size=0.6, rough=0.25),
        0.04,
    )
    band = s.board((0.3, 0.37, 0.16), m.plain("#C9CDD3", 0.25, metal=1.0), (1.55, 0, -0.02), edge=0.02)
    hair = s.board((0.5, 0.34, 0.12), m.rough("#D9C7A0", "#A98F60", 30, 0.03), (1.93, 0, 0), edge=0.03)
    tip = s.board((0.26, 0.33, 0.13), m.glue("#E0A53A"), (2.12, 0, -0.005), edge=0.05)
    for part in (handle, band, hair, tip):
        part.parent = holder
    s.place(holder, at, (0, 0, turn))


def build() -> None:
    """Build the scene."""
    empty()
    world("#E4E0DA", 0.4)
    bench("#8F7358", "#5F4833")
    _shoe((-1.5, 0.1, 0.0), -24)
    sole = s.sheet(_outline_smooth(0.06), 0.1, m.rough("#C89A63", "#B5854E", 8, 0.01, 0.7), 0.02)
    s.place(sole, (-2.6, -1.75, 0.0), (0, 0, -12))
    film = s.sheet(_outline_smooth(-0.05), 0.02, m.glue("#E2A63A"), 0)
    s.place(film, (-2.6, -1.75, 0.095), (0, 0, -12))
    _brush((0.9, -2.5, 0.02), 152)
    hides = (("#5B2A17", "#431C0E"), ("#A2693A", "#86522A"), ("#23201F", "#171514"), ("#7E1F23", "#611418"))
    for n, (colour, shade) in enumerate(hides):
        roll = s.ribbon(s.spiral(5, 0.12, 0.52), 5.2, m.leather(colour, shade, 0.5), 0.03, 300)
        x, z = ((-2.2, 0.52), (-0.9, 0.52), (0.55, 0.52), (-1.5, 1.42))[n]
        s.place(roll, (x * 0.95 + 0.6, 3.2 + 0.1 * n, z), (-90, 0, 14 - 5 * n))
    sheet = s.sheet(
        [(0, 0), (2.4, -0.3), (3.1, 0.5), (2.7, 1.7), (1.1, 1.5), (0.2, 1.1)],
        0.03,
        m.leather("#C98F52", "#B27A40"),
        0.008,
    )
    s.place(sheet, (1.2, 0.3, 0.0), (0, 0, 18))
    s.board((40, 0.4, 16), m.rough("#CDBFAA", "#BEAF98", 2.0, 0.02), (0, 10, -1))
    area((-5, -3, 7), (0, 0, 0.5), 3.2, 900, "#FFF0DA")
    area((6, 3, 5), (0, 1, 0.5), 3, 380, "#DCE8FF")
    area((0, -8, 3), (0, 0, 0), 5, 120)
    camera((0.9, -9.0, 4.0), (-0.45, 0.0, 0.55), 52, (-0.3, -0.5, 0.7), 0.24)
