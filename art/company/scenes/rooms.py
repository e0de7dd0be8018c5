"""Scenes of the news: clamped joints, a report on a desk, a meeting hall."""

import math

from art.company.scenes.wood import bench, shavings
from art.scenes import materials as m
from art.scenes import shapes as s
from art.scenes.stage import area, camera, empty, world


def _clamp(x: float) -> None:
    """Add a bar clamp across the boards."""
    steel, red = m.plain("#8C9199", 0.3, metal=1.0), m.plain("#B3122C", 0.35, coat=0.4)
    s.board((0.22, 6.6, 0.34), steel, (x, 0.2, 0.62), edge=0.01)
    for y in (-2.05, 2.05):
        s.board((0.46, 0.42, 0.95), red, (x, y, 0.08), edge=0.08)
    s.rod([(x, -2.2, 0.42), (x, -3.0, 0.42)], 0.09, steel)
    s.rod([(x - 0.55, -2.95, 0.42), (x + 0.55, -2.95, 0.42)], 0.06, m.wood("#C99A62", "#A4743F", size=0.5))


def clamped() -> None:
    """Build three boards glued edge to edge, held in clamps on a bench."""
    empty()
    world("#DDE3EA", 0.4)
    bench()
    for n, (light, dark) in enumerate((("#D9B07A", "#AF8350"), ("#B98557", "#865A36"), ("#DDB885", "#B58B58"))):
        s.board(
            (9.5, 1.2, 0.34),
            m.wood(light, dark, size=1.2, rough=0.4, turn=3 + n * 5),
            (-0.6, -1.21 + 1.21 * n, 0.06),
            edge=0.012,
        )
    white = m.glue()
    for y in (-0.605, 0.605):
        s.rod([(-5 + 0.3 * k, y + 0.012 * math.sin(k * 1.7), 0.4) for k in range(30)], 0.03, white)
    for x in (-3.0, -0.4, 2.2):
        _clamp(x)
    shavings(6, 11, (-3.0, 3.0, -3.9, -3.0))
    s.board((40, 0.4, 16), m.rough("#E4DACA", "#D8CBB6", 2.0, 0.02), (0, 9, -1))
    area((-5, -3, 7), (0, 0, 0.5), 3.2, 950, "#FFF1DC")
    area((6, 4, 5), (0, 1, 0.5), 3, 350, "#DCE8FF")
    camera((4.6, -7.6, 4.3), (0.1, -0.2, 0.3), 45, (0.6, -1.2, 0.5), 0.22)


def _page(at: tuple[float, float, float], turn: float, seed: int) -> None:
    """Add a printed sheet: grey lines stand for words, a few columns for a chart."""
    holder = s.board((2.1, 2.97, 0.012), m.plain("#FBFAF6", 0.7), (0, 0, 0), edge=0.002)
    grey, ink, amber = m.plain("#A9AEB8", 0.8), m.plain("#141C33", 0.7), m.plain("#F2A30B", 0.6)
    parts = [s.board((1.1, 0.12, 0.002), ink, (-0.35, 1.15, 0.012), edge=0)]
    parts += [
        s.board((1.6 - 0.13 * ((k * 7 + seed) % 4), 0.03, 0.002), grey, (-0.08, 0.85 - 0.095 * k, 0.012), edge=0)
        for k in range(9)
    ]
    for k in range(6):
        tall = 0.25 + 0.09 * ((k * 5 + seed) % 6)
        parts.append(
            s.board((0.17, tall, 0.002), amber if k == 4 else ink, (-0.65 + 0.26 * k, -1.1 + tall / 2, 0.012), edge=0)
        )
    for part in parts:
        part.parent = holder
    s.place(holder, at, (0, 0, turn))


def report() -> None:
    """Build a printed report and a pen on a desk."""
    empty()
    world("#EDEFF2", 0.5)
    s.board((30, 20, 0.4), m.wood("#8A684A", "#5E432C", size=3.0, rough=0.35), (0, 4, -0.4))
    for n in range(14):
        s.board(
            (2.1, 2.97, 0.012),
            m.plain("#F3F1EC", 0.8),
            (0.25 + 0.004 * (n % 3), 0.2, 0.013 * n),
            (0, 0, -11 + 0.3 * (n % 4)),
            edge=0.002,
        )
    _page((0.25, 0.2, 0.185), -11, 2)
    _page((-2.1, 0.75, 0.0), 9, 5)
    black, steel = m.plain("#14181F", 0.2, coat=0.8), m.plain("#D9B24A", 0.2, metal=1.0)
    pen = s.turned([(0, 0), (0.012, 0.02), (0.05, 0.22), (0.055, 0.7), (0.06, 1.25), (0.055, 1.38), (0, 1.4)], black)
    s.place(pen, (1.75, -0.75, 0.06), (90, 0, 24))
    s.place(
        s.pipe(0.064, 0.05, 0.06, steel),
        (1.75 - 0.7 * math.sin(math.radians(-24)), -0.75 - 0.7 * math.cos(math.radians(24)), 0.06),
        (90, 0, 24),
    )
    cup = m.plain("#F4F1EA", 0.25, coat=0.5)
    s.place(
        s.turned([(0, 0), (0.36, 0), (0.42, 0.1), (0.45, 0.85), (0.42, 0.86), (0.4, 0.15), (0, 0.12)], cup),
        (-0.5, 3.0, 0),
    )
    s.place(s.turned([(0, 0), (0.41, 0), (0, 0.01)], m.plain("#3A2012", 0.15, coat=0.6)), (-0.5, 3.0, 0.7))
    s.board((40, 0.4, 16), m.rough("#D9DCE0", "#CBD0D6", 1.2, 0.01), (0, 9, -1))
    area((-5, 1, 6), (0, 0, 0.2), 3.2, 720, "#FFF3E2")
    area((5, -4, 5), (0, 0, 0), 4, 160, "#E3ECFF")
    camera((1.3, -5.4, 3.7), (-0.35, 0.45, 0.05), 44, (0.4, -0.2, 0.2), 0.25)


def _chair(x: float, y: float, cloth: s.Material, steel: s.Material) -> None:
    """Add one meeting chair, seen from behind."""
    s.board((4.4, 4.2, 0.5), cloth, (x, y, 4.3), edge=0.2)
    s.board((4.3, 0.45, 3.6), cloth, (x, y - 2.1, 5.2), (8, 0, 0), edge=0.2)
    for side in (-2.05, 2.05):
        s.rod([(x + side, y - 2.5, 0), (x + side, y - 2.1, 4.4), (x + side, y - 2.35, 7.0)], 0.13, steel, smooth=False)
        s.rod([(x + side, y - 2.1, 4.3), (x + side, y + 1.9, 4.3), (x + side, y + 2.2, 0)], 0.13, steel, smooth=False)


def hall() -> None:
    """Build rows of chairs in a meeting hall, looking towards the platform."""
    empty()
    world("#EDEBE6", 0.6)
    cloth, steel = m.rough("#22304F", "#1B2742", 30, 0.03, 0.9), m.plain("#B9BEC5", 0.3, metal=1.0)
    for row in range(6):
        for n in range(-6, 7):
            if n:
                _chair(5.4 * n + (1.2 if n < 0 else -1.2), 9.5 * row, cloth, steel)
    s.board((200, 160, 0.5), m.wood("#B8946A", "#8C6A46", axis="y", size=16, rough=0.3), (0, 40, -0.5))
    s.board((80, 14, 4), m.wood("#7A5A3D", "#553B25", size=10, rough=0.4), (0, 78, 0))
    s.board((22, 4, 8), m.wood("#94704B", "#6B4D31", size=8, rough=0.35), (0, 76, 4), edge=0.3)
    wall = m.rough("#EFE8DB", "#E6DDCC", 0.2, 0.02)
    s.board((200, 2, 70), wall, (0, 88, 0))
    s.board((44, 0.5, 24), m.plain("#FBFAF6", 0.6, glow=0.35), (0, 86.5, 20), edge=0.3)
    for side in (-62, 62):
        s.board((2, 170, 70), wall, (side, 20, 0))
    for x in (-25, 25):
        for y in (10, 50):
            area((x, y, 52), (x, y, 0), 16, 60000, "#FFF3E0")
    area((0, -10, 45), (0, 30, 5), 20, 24000, "#FFFFFF")
    camera((3.0, -24, 14.5), (0, 30, 7.5), 34, (0, 4, 6), 0.09)
