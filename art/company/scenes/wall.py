"""Scene: a half painted wall, a bucket, a brush and a roller."""

import math
import random

from art.scenes import materials as m
from art.scenes import shapes as s
from art.scenes.stage import area, camera, empty, world

COLOUR, SHADE = "#2F7F79", "#2A746E"


def _painted() -> None:
    """Add the new colour to the wall in upright strokes that end unevenly."""
    chance = random.Random(4)
    paint = m.rough(COLOUR, SHADE, 14, 0.006, 0.5)
    x = -12.0
    edge = [(x, -0.2)]
    while x < 1.6:
        top = 9.5 if x < -2.5 else 5.6 - max(0, x + 2.5) * 0.75 + chance.uniform(-0.35, 0.35)
        edge += [(x + 0.26 * k, top + 0.06 * math.sin(k * 1.9) + chance.uniform(-0.04, 0.04)) for k in range(5)]
        x += 1.3
    edge += [(x - 0.2, 2.2), (x - 0.32, 1.2), (x - 0.22, 0.4), (x - 0.3, -0.2)]
    s.place(s.sheet(edge, 0.02, paint, 0), (0, 2.985, 0), (90, 0, 0))


def _bucket(at: tuple[float, float, float]) -> None:
    """Add an open bucket with paint in it; its handle hangs down in front."""
    white, steel = m.plain("#F1EEE7", 0.3, coat=0.3), m.plain("#B9BEC5", 0.25, metal=1.0)
    x, y, z = at
    shell = [
        (0.0, 0.0),
        (0.92, 0.0),
        (0.95, 0.03),
        (1.12, 1.9),
        (1.2, 1.92),
        (1.2, 2.05),
        (1.1, 2.06),
        (1.08, 1.6),
        (0.0, 1.6),
    ]
    s.place(s.turned(shell, white), at)
    s.place(s.turned([(0, 0), (1.075, 0), (1.085, 0.02), (0, 0.02)], m.plain(COLOUR, 0.15, coat=0.8)), (x, y, z + 1.62))
    s.place(s.pipe(1.035, 0.9, 0.62, m.plain(COLOUR, 0.4, coat=0.3)), (x, y, z + 0.55))
    arc = [
        (x + 1.15 * math.cos(a), y - 1.13 * math.sin(a), z + 1.77 - 1.15 * math.sin(a))
        for a in (math.pi * n / 10 for n in range(11))
    ]
    s.rod(arc, 0.028, steel)
    for side in (-1, 1):
        s.place(
            s.turned([(0, 0), (0.1, 0), (0.1, 0.06), (0, 0.07)], white),
            (x + side * 1.09, y, z + 1.77),
            (0, side * 90, 0),
        )


def _brush(at: tuple[float, float, float]) -> None:
    """Add a wide brush across the bucket."""
    import bpy

    holder = bpy.data.objects.new("brush", None)
    bpy.context.collection.objects.link(holder)
    outline = [
        (-1.5, -0.1),
        (-0.2, -0.12),
        (0.1, -0.42),
        (0.3, -0.44),
        (0.3, 0.44),
        (0.1, 0.42),
        (-0.2, 0.12),
        (-1.5, 0.1),
    ]
    handle = s.sheet(outline, 0.16, m.wood("#C99A62", "#A4743F", size=0.6, rough=0.3), 0.05)
    band = s.board((0.5, 0.92, 0.22), m.plain("#C9CDD3", 0.22, metal=1.0), (0.5, 0, -0.03), edge=0.03)
    hair = s.board((0.55, 0.86, 0.2), m.rough("#3B302A", "#221B17", 40, 0.03), (1.0, 0, -0.02), edge=0.04)
    tip = s.board((0.5, 0.84, 0.18), m.plain(COLOUR, 0.2, coat=0.7), (1.35, 0, -0.01), edge=0.07)
    for part in (handle, band, hair, tip):
        part.parent = holder
    s.place(holder, at, (0, 4, 150))


def _roller(x: float, foot: float) -> None:
    """Add a roller on a pole that leans against the wall."""
    import bpy

    holder = bpy.data.objects.new("roller", None)
    bpy.context.collection.objects.link(holder)
    nap = s.place(
        s.turned(
            [(0.0, 0), (0.3, 0), (0.36, 0.04), (0.36, 2.06), (0.3, 2.1), (0, 2.1)],
            m.rough(COLOUR, SHADE, 60, 0.05, 0.6),
        ),
        (-1.05, 0, 7.4),
        (0, 90, 0),
    )
    steel = m.plain("#B9BEC5", 0.25, metal=1.0)
    wire = s.rod(
        [(1.05, 0, 7.4), (1.35, 0, 7.4), (1.35, 0, 6.85), (0, 0, 6.7), (0, 0, 6.0)], 0.045, steel, smooth=False
    )
    grip = s.place(
        s.turned([(0, 0), (0.16, 0.02), (0.17, 1.0), (0.12, 1.15), (0, 1.16)], m.plain("#1E222B", 0.45)), (0, 0, 5.1)
    )
    pole = s.place(
        s.turned([(0, 0), (0.12, 0), (0.12, 5.2), (0, 5.2)], m.wood("#D8B483", "#B78B57", axis="z", size=0.6)),
        (0, 0, 0),
    )
    for part in (nap, wire, grip, pole):
        part.parent = holder
    tilt = math.degrees(math.asin((2.6 - foot) / 7.4))
    s.place(holder, (x, foot, 0.06), (-tilt, 0, 0))


def build() -> None:
    """Build the scene."""
    empty()
    world("#EEF1F4", 0.55)
    s.board((60, 0.4, 18), m.rough("#E7E0D3", "#DDD4C4", 9, 0.008), (0, 3.2, -0.2))
    _painted()
    s.board((60, 0.14, 0.95), m.plain("#F6F4EF", 0.35, coat=0.2), (0, 2.93, 0), edge=0.03)
    for n in range(9):
        plank = m.wood("#C9A57C", "#9E7A52", size=2.4, rough=0.35, turn=n * 4.3)
        s.board((60, 1.6, 0.3), plank, (0, 2.2 - 1.62 * n, -0.3), edge=0.015)
    cloth = m.rough("#EFEBE2", "#E0DACD", 3, 0.03)
    s.place(
        s.sheet([(-3.4, -2.2), (3.2, -2.5), (3.9, 1.8), (0.5, 2.3), (-3.0, 1.9)], 0.03, cloth, 0.01), (1.2, 0.2, 0.0)
    )
    _bucket((1.0, -0.2, 0.03))
    _brush((0.95, -0.35, 2.12))
    _roller(3.6, 0.5)
    area((-7, -5, 9), (0, 3, 2.5), 4, 1900, "#FFF2DF")
    area((7, -3, 6), (0, 2, 2), 4, 500, "#DDE9FF")
    camera((-0.6, -13.5, 3.9), (0.75, 2.0, 3.1), 42, (1.0, -0.9, 1.8), 0.55)
