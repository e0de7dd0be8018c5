"""Scene: spray cans in front of a fan of colours."""

import colorsys

from art.scenes import materials as m
from art.scenes import shapes as s
from art.scenes.stage import area, camera, empty, world

BLADES = 24


def hue(share: float, strength: float = 0.78, value: float = 0.86) -> str:
    """Return a colour of the fan; the first is red, the last violet."""
    red, green, blue = colorsys.hsv_to_rgb(0.98 - 0.98 * share if share > 0 else 0.0, strength, value)
    return f"#{round(red * 255):02X}{round(green * 255):02X}{round(blue * 255):02X}"


def _fan() -> None:
    """Add the cards of a colour fan, standing upright behind the cans."""
    for n in range(BLADES):
        share = n / (BLADES - 1)
        angle = 84 - 168 * share
        card = [(-0.26, 0.2), (0.26, 0.2), (0.46, 5.0), (0.4, 5.12), (-0.4, 5.12), (-0.46, 5.0)]
        blade = s.sheet(card, 0.025, m.plain(hue(1 - share), 0.32, coat=0.35), 0.006)
        s.place(blade, (0, 1.9 - 0.035 * n, 0.15), (90, -angle, 0))
    s.place(
        s.turned([(0, 0), (0.3, 0), (0.3, 0.14), (0.24, 0.2), (0, 0.2)], m.plain("#C9CDD3", 0.2, metal=1.0)),
        (0, 1.05, 0.55),
        (90, 0, 0),
    )


def can(at: tuple[float, float, float], colour: str, capped: bool = True) -> None:
    """Add a spray can: white body, a band of its colour, a cap or the actuator."""
    white, steel = m.plain("#F4F2EE", 0.25, coat=0.4), m.plain("#C9CDD3", 0.18, metal=1.0)
    paint = m.plain(colour, 0.28, coat=0.5)
    s.place(s.turned([(0, 0), (0.31, 0), (0.335, 0.02), (0.335, 0.05), (0.325, 0.07)], steel), at)
    s.place(s.turned([(0.325, 0.06), (0.325, 1.46), (0.33, 1.47)], white), at)
    s.place(s.pipe(0.3275, 0.3, 0.72, paint), (at[0], at[1], at[2] + 0.18))
    s.place(
        s.turned(
            [(0.335, 1.46), (0.335, 1.5), (0.31, 1.53), (0.24, 1.6), (0.16, 1.64), (0.16, 1.69), (0, 1.69)], steel
        ),
        at,
    )
    if capped:
        s.place(s.turned([(0.29, 1.53), (0.29, 1.9), (0.27, 1.95), (0.22, 1.97), (0, 1.97)], paint), at)
        return
    s.place(s.turned([(0, 1.66), (0.13, 1.67), (0.13, 1.86), (0.11, 1.89), (0, 1.89)], white), at)
    s.place(
        s.turned([(0, 0), (0.03, 0), (0.03, 0.02), (0, 0.02)], paint), (at[0], at[1] - 0.125, at[2] + 1.8), (90, 0, 0)
    )


def build() -> None:
    """Build the scene."""
    empty()
    world("#F2EFEA", 0.55)
    paper = m.plain("#E9E1D4", 0.75)
    sweep = [(-12.0, 0.0), (3.0, 0.0), (4.6, 0.25), (5.6, 1.2), (6.0, 3.0), (6.0, 14.0)]
    s.loft([[(-20.0, y, z) for y, z in sweep], [(20.0, y, z) for y, z in sweep]], paper, caps=False, closed=False)
    _fan()
    row = ((-2.3, -0.35, 0.02), (-1.2, -0.75, 0.2), (0.0, -0.95, 0.42), (1.2, -0.75, 0.62), (2.3, -0.35, 0.8))
    for x, y, share in row:
        can((x, y, 0), hue(share), capped=x != 0.0)
    cap = m.plain(hue(0.42), 0.28, coat=0.5)
    s.place(s.turned([(0.29, 0.0), (0.29, 0.37), (0.27, 0.42), (0.22, 0.44), (0, 0.44)], cap), (0.62, -1.75, 0.0))
    area((-5, -5, 7), (0, 0, 1), 3.5, 900, "#FFF4E6")
    area((6, -2, 5), (0, 0, 1), 3, 300, "#E3ECFF")
    camera((0.0, -11.5, 2.5), (0.0, 0, 2.05), 50, (0, -1.2, 1.4), 0.45)
