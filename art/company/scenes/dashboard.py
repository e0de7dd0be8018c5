"""Scene: a clean dashboard in morning light with a cloth on it."""

import math

from art.scenes import materials as m
from art.scenes import shapes as s
from art.scenes.stage import area, camera, empty, world

PROFILE = (
    (5.6, 1.15),
    (4.2, 1.32),
    (2.6, 1.42),
    (1.1, 1.34),
    (0.35, 1.12),
    (0.05, 0.82),
    (0.1, 0.5),
    (0.5, 0.3),
    (0.62, -0.2),
    (0.55, -0.7),
    (0.3, -1.0),
    (0.2, -1.6),
    (0.3, -3.2),
    (0.9, -6.0),
    (3.0, -7.0),
    (5.6, -5.0),
)


def _curve(points: tuple[tuple[float, float], ...], steps: int = 6) -> list[tuple[float, float]]:
    finer = []
    count = len(points)
    for n in range(count):
        a, b, c, d = (points[(n + k - 1) % count] for k in range(4))
        for k in range(steps):
            t = k / steps
            finer.append(
                tuple(
                    0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - w) * t * t + (3 * q - p - 3 * r + w) * t**3)
                    for p, q, r, w in zip(a, b, c, d, strict=True)
                )
            )
    return finer


def _dash() -> None:
    """Add the dashboard from door to door, bowed towards the windscreen."""
    rings = []
    for n in range(56):
        x = -11 + 0.4 * n
        bow = 0.018 * x * x
        rings.append([(x, y + bow, z - 0.004 * x * x) for y, z in _curve(PROFILE)])
    s.loft(rings, m.leather("#565A61", "#4A4E55", 0.5, 26))
    seam = [
        (-10.6 + 0.4 * n, 0.33 + 0.018 * (-10.6 + 0.4 * n) ** 2, 1.13 - 0.004 * (-10.6 + 0.4 * n) ** 2)
        for n in range(54)
    ]
    s.rod(seam, 0.022, m.plain("#F2A30B", 0.5))
    trim = [
        (-10.6 + 0.4 * n, 0.49 + 0.018 * (-10.6 + 0.4 * n) ** 2, 0.0 - 0.004 * (-10.6 + 0.4 * n) ** 2)
        for n in range(54)
    ]
    s.rod(trim, 0.2, m.wood("#7A4A2B", "#43240F", size=1.2, rough=0.12))


def _vent(x: float) -> None:
    """Add a vent: a dark box in a bright frame, with slats."""
    y, z = 0.1 + 0.018 * x * x, 0.36
    s.board((1.5, 0.3, 0.62), m.plain("#B9BEC5", 0.2, metal=1.0), (x, y, z), edge=0.1)
    s.board((1.38, 0.3, 0.5), m.plain("#0C0D10", 0.6), (x, y - 0.02, z + 0.06), edge=0.08)
    for n in range(4):
        s.board((1.3, 0.1, 0.03), m.plain("#34383F", 0.35), (x, y - 0.12, z + 0.13 + 0.11 * n), (20, 0, 0), edge=0.008)


def _wheel(x: float) -> None:
    """Add the steering wheel in front of the hooded instruments."""
    import bpy

    holder = bpy.data.objects.new("wheel", None)
    bpy.context.collection.objects.link(holder)
    hide, steel = m.leather("#1D1F23", "#17181B", 0.4, 40), m.plain("#C9CDD3", 0.22, metal=1.0)
    ring = [(1.85 * math.cos(math.pi * n / 16), 1.85 * math.sin(math.pi * n / 16), 0.0) for n in range(32)]
    parts = [s.rod(ring, 0.19, hide, closed=True)]
    parts.append(s.turned([(0, -0.12), (0.62, -0.12), (0.7, 0.0), (0.66, 0.14), (0.45, 0.22), (0, 0.24)], hide))
    parts.append(s.place(s.turned([(0, 0), (0.2, 0), (0.2, 0.03), (0, 0.04)], steel), (0, 0, 0.225)))
    for angle in (0, 180, 270):
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        parts.append(s.board((1.3, 0.46, 0.12), hide, (1.12 * cos, 1.12 * sin, -0.02), (0, 0, angle), edge=0.05))
        parts.append(s.board((0.8, 0.1, 0.03), steel, (1.15 * cos, 1.15 * sin, 0.1), (0, 0, angle), edge=0.01))
    for part in parts:
        part.parent = holder
    s.place(holder, (x, -1.5, 0.75), (66, 0, 0))
    _instruments(x)


def _instruments(x: float) -> None:
    """Add the hooded instruments on the dashboard."""
    shell = m.leather("#4A4E55", "#40444A", 0.5, 26)
    rings = []
    for wide, tall, y in ((1.75, 0.95, -0.12), (1.78, 0.98, 0.0), (1.7, 0.9, 0.9), (1.2, 0.55, 2.2), (0.4, 0.2, 2.8)):
        arch = [
            (x + wide * math.cos(math.pi * n / 24), y, 0.95 + tall * abs(math.sin(math.pi * n / 24)) ** 0.7)
            for n in range(25)
        ]
        rings.append(arch)
    s.loft(rings, shell)
    plate = [(1.62 * math.cos(math.pi * n / 24), 0.84 * abs(math.sin(math.pi * n / 24)) ** 0.7) for n in range(25)]
    s.place(s.sheet(plate, 0.02, m.plain("#0B0C0E", 0.25, coat=0.6), 0), (x, -0.12, 1.0), (90, 0, 0))
    glow = m.plain("#DDE6EE", 0.3, glow=0.8)
    for side in (-0.72, 0.72):
        face = s.turned([(0, 0), (0.34, 0), (0.37, 0.04), (0.33, 0.05), (0, 0.02)], m.plain("#0E1013", 0.3))
        s.place(face, (x + side, -0.13, 1.42), (90, 0, 0))
        for n in range(9):
            a = math.radians(-120 + 30 * n + 90)
            tick = (x + side + 0.27 * math.cos(a), -0.19, 1.42 + 0.27 * math.sin(a))
            s.board((0.07, 0.02, 0.02), glow, tick, (0, -math.degrees(a), 0), edge=0.002)
        s.board(
            (0.22, 0.02, 0.02),
            m.plain("#B3122C", 0.4, glow=1.0),
            (x + side + 0.06, -0.19, 1.46),
            (0, -40, 0),
            edge=0.002,
        )


def _cloth(x: float, y: float) -> None:
    """Add a folded cloth on the dashboard."""
    side = 46
    points, faces = [], []
    for row in range(side):
        for n in range(side):
            u, v = n / (side - 1) - 0.5, row / (side - 1) - 0.5
            fold = 0.16 * abs(math.sin(4.2 * u + 2.4 * v)) ** 1.5 + 0.1 * abs(math.sin(6.1 * v - 2.2 * u + 0.7)) ** 1.4
            edge = 1 - max(abs(u), abs(v)) ** 3 * 4
            points.append(
                (
                    x + 2.5 * u + 0.35 * v + 0.12 * math.sin(5 * v),
                    y + 1.9 * v + 0.1 * math.sin(6 * u),
                    1.44 + fold * edge,
                )
            )
    for row in range(side - 1):
        for n in range(side - 1):
            a = row * side + n
            faces.append((a, a + 1, a + side + 1, a + side))
    cloth = s.mesh(points, faces, m.rough("#F0B53C", "#E2A025", 60, 0.02, 0.95), smooth=True)
    cloth.modifiers.new("t", "SOLIDIFY").thickness = 0.05


_MORNING = (
    (0.0, "#5F6A55"),
    (0.37, "#7F8A70"),
    (0.405, "#B9B79A"),
    (0.42, "#F3D9B0"),
    (0.47, "#FBE9D0"),
    (0.56, "#DCE6EE"),
    (1.0, "#A9C8EC"),
)
"""Field, horizon and sky, from below."""


def _outside() -> None:
    """Add the background behind the windscreen: sky, a pale horizon, the bonnet."""
    s.mesh([(-60, 44, -14), (60, 44, -14), (60, 44, 22), (-60, 44, 22)], [(0, 1, 2, 3)], m.horizon(*_MORNING))
    bonnet = [
        [(-9 + 0.6 * n, 9 + 1.6 * k, 0.9 - 0.03 * k * k - 0.006 * (-9 + 0.6 * n) ** 2) for n in range(31)]
        for k in range(6)
    ]
    s.loft(bonnet, m.plain("#B3122C", 0.2, metal=0.2, coat=1.0), caps=False, closed=False)
    for x, lean in ((-8.6, 14), (8.6, -14)):
        s.board((0.7, 0.5, 9), m.plain("#1A1B1E", 0.6), (x, 5.0, 0.6), (-28, lean, 0), edge=0.15)


def build() -> None:
    """Build the scene."""
    empty()
    world("#DCE6F0", 0.55)
    _dash()
    for x in (-0.85, 0.85, 6.4):
        _vent(x)
    s.board((2.3, 0.2, 1.1), m.plain("#08090B", 0.12, coat=1.0), (0, 0.42, -0.95), (8, 0, 0), edge=0.06)
    _wheel(-3.6)
    _cloth(2.7, 2.0)
    _outside()
    area((6, 9, 8), (0, 1, 1), 4, 2600, "#FFDFB4")
    area((-4, -5, 6), (0, 0, 0.5), 5, 300, "#E8F0FF")
    camera((1.9, -9.0, 4.4), (-0.7, 1.2, 0.85), 38, (-0.6, 0.2, 1.2), 0.3)
