"""The sack: filled, slumped, sewn along its top."""

from math import pi, sin

from art import materials
from art.forms import mesh
from art.pack_style import PackStyle


def sack(volume_ml: float, style: PackStyle) -> None:
    """A woven sack that stands upright, its weight low, its mouth flat and stitched."""
    half = (volume_ml * 1.05 / (2 * 2.75 * 0.78 * 0.72)) ** (1 / 3)
    tall, deep = half * 2.75, half * 0.6

    def place(u: float, v: float, side: int) -> tuple[float, float, float]:
        x = (u - 0.5) * 2
        slump = 1 + 0.07 * sin(pi * min(1.0, v * 1.35)) - 0.03 * v
        # A filled bag is thick below and closes towards its seam.
        full = max(0.0, 1 - max(0.0, (v - 0.3) / 0.68) ** 2.4) ** 1.1 * min(1.0, (v / 0.05 + 0.25)) ** 0.35
        round_ = max(0.0, 1 - abs(x) ** 2.8) ** 0.55
        folds = 0.035 * half * (sin(11 * x + 5 * v) * sin(17 * v + 2 * x) + 0.6 * sin(23 * x - 9 * v) * v)
        pleat = 0.05 * half * sin(14 * x + side) * max(0.0, (v - 0.6) / 0.4) * (1 - v)
        # Front and back meet at the sides.
        flat = 0.012 * half * (1 - abs(x) ** 8)
        depth = deep * full * round_ + folds * round_ * (0.25 + v) * full + pleat * round_ + flat
        edge = half * slump * (1 - 0.02 * sin(19 * v) * (1 - v))
        lift = 0.05 * half * abs(x) ** 3 * max(0.0, 1 - v * 7)
        return x * edge, side * depth, tall * v + lift

    front = materials.printed(style.print("sack", half * 2, tall, 1.0), 0.6, woven=0.25)
    plain = materials.rough(materials.shade("#efe8d8", 1.0), 30, 0.1, 0.65)
    mesh.sheet("front", 90, 110, lambda u, v: place(u, v, -1), front)
    mesh.sheet("back", 60, 70, lambda u, v: place(1 - u, v, 1), plain)
    _seam(half, tall, style)


def _seam(half: float, tall: float, style: PackStyle) -> None:
    """A tape over the mouth and the thread through it."""
    width = half * 1.96
    tape = materials.paper(style.main)
    mesh.box("tape", (width, half * 0.07, half * 0.16), (0, 0, tall), tape, half * 0.012)
    thread = materials.plastic("#f7f3ea", 0.2)
    stitches = 34
    for i in range(stitches):
        x = (i + 0.5) / stitches * width - width / 2
        mesh.box(
            "stitch",
            (width / stitches * 0.6, half * 0.015, half * 0.014),
            (x, -half * 0.038, tall - half * 0.01),
            thread,
            0,
        )
