"""Scene: two finger-jointed boards before they are joined, a bead of glue, shavings."""

import math
import random

from art.scenes import materials as m
from art.scenes import shapes as s
from art.scenes.stage import area, camera, empty, world

FINGERS, DEPTH, THICK = 7, 2.1, 0.34
APART = 0.55
"""Smallest distance between shavings."""


def bench(wood_light: str = "#A98B69", wood_dark: str = "#755A40") -> None:
    """Add the planks of a workbench."""
    for n in range(7):
        plank = m.wood(wood_light, wood_dark, size=2.2, rough=0.42, turn=n * 3.7)
        s.board((26, 1.9, 0.4), plank, (0, -5 + n * 1.92, -0.4), edge=0.03)


def _fingered(at: float, sign: int, wood: s.Material, first: int) -> None:
    """Add a board whose end at x = ``at`` is cut into fingers that point towards ``sign``."""
    row, reach = DEPTH / FINGERS, THICK
    s.board((4.6, DEPTH, THICK), wood, (at - sign * 2.3, 0, 0), edge=0.015)
    for n in range(first, FINGERS, 2):
        y = -DEPTH / 2 + row * (n + 0.5)
        s.board((reach + 0.02, row * 0.985, THICK), wood, (at + sign * reach / 2, y, 0), edge=0.012)


def joint() -> None:
    """Add one board flat and one upright, a finger's length apart, with glue between the fingers."""
    oak = m.wood("#D9B07A", "#A87843", size=1.1, rough=0.4, turn=2)
    walnut = m.wood("#9A7049", "#5E3D23", axis="z", size=1.1, rough=0.38, turn=9)
    _fingered(0, 1, oak, 0)
    row = DEPTH / FINGERS
    x = THICK / 2 + 0.42
    s.board((THICK, DEPTH, 2.5), walnut, (x, 0, THICK), edge=0.015)
    for n in range(1, FINGERS, 2):
        s.board((THICK, row * 0.985, THICK + 0.02), walnut, (x, -DEPTH / 2 + row * (n + 0.5), 0), edge=0.012)
    white = m.glue()
    for n in range(0, FINGERS, 2):
        y = -DEPTH / 2 + row * (n + 0.5)
        s.rod(
            [(0.16, y - row * 0.3, THICK + 0.01), (0.19, y, THICK + 0.03), (0.15, y + row * 0.3, THICK + 0.01)],
            0.05,
            white,
        )
    trail = [(-0.12 + 0.02 * math.sin(k * 2.1), -0.98 + k * 0.165, THICK + 0.025) for k in range(13)]
    s.rod(trail, 0.042, white)


def shavings(count: int, seed: int, near: tuple[float, float, float, float]) -> None:
    """Add shavings at random places; ``near`` is the range of x and of y."""
    chance = random.Random(seed)
    taken: list[tuple[float, float]] = []
    for _ in range(count):
        wood = m.wood("#E8C896", "#CFA468", size=0.6, rough=0.55, turn=chance.random() * 20)
        turns, width = chance.uniform(1.2, 2.6), chance.uniform(0.18, 0.36)
        curl = s.ribbon(s.spiral(turns, 0.06, chance.uniform(0.2, 0.34)), width, wood, 0.008)
        lying = chance.random() < 0.6
        x, y = chance.uniform(near[0], near[1]), chance.uniform(near[2], near[3])
        while any(math.dist((x, y), other) < APART for other in taken):
            x, y = chance.uniform(near[0], near[1]), chance.uniform(near[2], near[3])
        taken.append((x, y))
        turn = (90, 0, chance.uniform(0, 360)) if lying else (0, 0, chance.uniform(0, 360))
        # A curl that lies down rests on the lowest point of its spiral.
        s.place(curl, (x, y, 0.006 - min(v.co.y for v in curl.data.vertices) if lying else 0.005), turn)


def _clamp(x: float, y: float) -> None:
    """Add a sash clamp's bar and head in the background."""
    steel, red = m.plain("#8C9199", 0.3, metal=1.0), m.plain("#B3122C", 0.35, coat=0.4)
    s.board((0.22, 4.4, 0.1), steel, (x, y, 0.5), edge=0.01)
    for at in (-1.3, 1.1):
        s.board((0.4, 0.36, 0.95), red, (x, y + at, 0.0), edge=0.06)
    s.rod([(x, y - 1.5, 0.62), (x, y - 2.3, 0.62)], 0.07, steel)
    s.rod([(x - 0.4, y - 2.25, 0.62), (x + 0.4, y - 2.25, 0.62)], 0.05, red)


def _background() -> None:
    """Add stacked boards and a wall behind, out of focus."""
    for n in range(5):
        wood = m.wood("#C79A66" if n % 2 else "#9A6B42", "#8A5A34", size=1.6, turn=n * 5.1)
        s.board((9, 1.6, 0.42), wood, (-1.5 + 0.5 * (n % 2), 6.4, 0.46 * n), (0, 0, 3 - 2 * n))
    wall = m.rough("#E4DACA", "#D8CBB6", 2.0, 0.02)
    s.board((40, 0.4, 16), wall, (0, 10.5, -1))
    steel = m.plain("#9DA3AB", 0.28, metal=1.0)
    handle = m.wood("#7A3E24", "#4E2515", axis="z", size=0.6, rough=0.3)
    for x, tall in ((4.2, 1.2), (4.8, 1.0), (5.3, 1.35)):
        s.place(s.turned([(0.0, 0), (0.17, 0.02), (0.2, tall * 0.5), (0.14, tall), (0.05, tall)], handle), (x, 6, 0.9))
        s.board((0.28, 0.05, 0.9), steel, (x, 6, 0), edge=0.01)
    rack = m.wood("#B98F5F", "#8E673F", size=0.9, turn=4)
    s.board((2.2, 0.8, 0.22), rack, (4.75, 6, 0.62), edge=0.03)
    for x in (3.85, 5.65):
        s.board((0.2, 0.7, 0.62), rack, (x, 6, 0), edge=0.02)


def build() -> None:
    """Build the scene."""
    empty()
    world("#DDE3EA", 0.35)
    bench()
    joint()
    shavings(6, 3, (-3.6, -0.6, -2.2, -1.4))
    shavings(5, 8, (1.1, 3.2, -1.4, 1.2))
    shavings(5, 5, (-4.5, 0.5, 2.2, 4.0))
    _background()
    _clamp(2.9, 2.6)
    area((-5, -2.5, 7), (0, 0, 0.5), 3.2, 950, "#FFF1DC")
    area((6, 4, 5), (0, 1, 0.5), 3, 350, "#DCE8FF")
    area((0, -8, 4), (0, 0, 0), 5, 120, "#FFFFFF")
    camera((-3.4, -9.6, 4.9), (-0.75, 0.4, 1.0), 50, (0.1, -0.7, 0.5), 0.24)
