"""Scene: two plastic pipes in front of an elbow, with a ring of cement on the end of one."""

import math

from art.scenes import materials as m
from art.scenes import shapes as s
from art.scenes.stage import area, camera, empty, world

OUTER, INNER = 0.62, 0.52


def _socket(
    length: float, material: s.Material, at: tuple[float, float, float], turn: tuple[float, float, float]
) -> None:
    """Add the widened end of a fitting with its collar."""
    s.place(s.pipe(OUTER + 0.13, OUTER + 0.015, length, material), at, turn)
    s.place(s.pipe(OUTER + 0.18, OUTER + 0.015, 0.16, material), at, turn)


def _elbow(material: s.Material) -> None:
    """Bend a fitting from the x axis up to the z axis, around the origin."""
    rings = []
    bend = 0.85
    for step in range(13):
        angle = math.pi / 2 * step / 12
        x, z = -bend + bend * math.sin(angle), bend - bend * math.cos(angle)
        across = (-math.sin(angle), math.cos(angle))
        ring = []
        for n in range(64):
            turn = 2 * math.pi * n / 64
            reach = (OUTER + 0.13) * math.cos(turn)
            ring.append((x + across[0] * reach, (OUTER + 0.13) * math.sin(turn), z + across[1] * reach))
        rings.append(ring)
    s.loft(rings, material)
    _socket(0.85, material, (-bend - 0.8, 0, 0), (0, 90, 0))
    s.place(s.pipe(OUTER + 0.13, OUTER + 0.015, 0.85, material), (0, 0, bend), (0, 0, 0))
    s.place(s.pipe(OUTER + 0.18, OUTER + 0.015, 0.16, material), (0, 0, bend + 0.69), (0, 0, 0))


def _tin() -> None:
    """Add an open tin of cement, its dauber lid beside it."""
    steel, red = m.plain("#C9CDD3", 0.25, metal=1.0), m.plain("#2E3136", 0.35, coat=0.5)
    s.place(
        s.turned(
            [
                (0.0, 0),
                (0.52, 0),
                (0.52, 0.03),
                (0.5, 0.05),
                (0.5, 1.05),
                (0.52, 1.07),
                (0.52, 1.11),
                (0.4, 1.12),
                (0.24, 1.14),
                (0.24, 1.3),
                (0.21, 1.3),
                (0.21, 1.1),
            ],
            red,
        ),
        (2.3, -0.9, -0.78),
    )
    s.place(s.pipe(0.506, 0.49, 0.5, m.plain("#B04A0E", 0.4, coat=0.3)), (2.3, -0.9, -0.5))
    s.place(s.pipe(0.25, 0.2, 0.14, steel), (2.3, -0.9, 0.42))
    s.place(
        s.turned([(0.0, 0), (0.27, 0), (0.28, 0.03), (0.28, 0.2), (0.26, 0.22), (0, 0.22)], steel), (3.2, -1.3, -0.78)
    )


def build() -> None:
    """Build the scene."""
    empty()
    world("#E6ECF2", 0.5)
    grey = m.plain("#7D8791", 0.32, coat=0.25)
    light = m.plain("#DDE1E4", 0.3, coat=0.25)
    amber = m.plain("#E8930C", 0.08, coat=1.0)
    _elbow(grey)
    s.place(s.pipe(OUTER, INNER, 7, light), (-9.0, 0, 0), (0, 90, 0))
    s.place(s.pipe(OUTER + 0.012, OUTER - 0.02, 0.3, amber), (-2.3, 0, 0), (0, 90, 0))
    s.place(s.pipe(OUTER, INNER, 7, light), (0, 0, 1.35))
    s.place(s.pipe(OUTER + 0.012, OUTER - 0.02, 0.5, amber), (0, 0, 1.5))
    for y, z in ((2.6, -0.16), (3.9, -0.16), (3.25, 0.98), (5.2, -0.16), (4.55, 0.98)):
        s.place(s.pipe(OUTER, INNER, 9, light if y != 3.9 else grey), (-5.2, y, z), (0, 90, 4))
    floor = m.rough("#C8C2B8", "#B5AEA2", 3.0, 0.01, 0.6)
    s.board((60, 40, 0.4), floor, (0, 6, -1.18))
    wall = m.rough("#D9E0E4", "#CBD4DA", 1.5, 0.01)
    s.board((60, 0.4, 20), wall, (0, 9.5, -1))
    _tin()
    area((-5, -4, 8), (0, 0, 1), 4, 1300, "#FFF3E2")
    area((7, 2, 5), (0, 0, 1), 4, 500, "#DDE9FF")
    area((0, -9, 3), (0, 0, 0), 6, 150)
    camera((3.6, -10.6, 3.4), (-0.3, 0, 1.0), 48, (0, -0.6, 1.6), 0.3)
