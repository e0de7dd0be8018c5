"""Tubes and cartridges: aluminium tube with its carton, tube on a blister card, sealant cartridge."""

from math import pi, sin

import bpy

from art import materials
from art.forms import caps, mesh
from art.pack_style import PackStyle


def _squeeze_tube(radius: float, length: float, style: PackStyle, kind: str = "tube") -> None:
    """A tube that stands on its cap: round below, flattened to a crimp above."""
    cap_height, shoulder = radius * 0.95, radius * 1.25
    caps.screw_cap(radius * 0.72, 0, cap_height, materials.plastic(style.main, 0.7), 40)
    bare = materials.metal("#d3d5d8", 0.3)
    mesh.turned(
        "shoulder",
        mesh.rounded(
            [
                (radius * 0.3, cap_height),
                (radius * 0.5, cap_height),
                (radius, shoulder),
                (radius, shoulder + radius * 0.1),
            ],
            radius * 0.08,
        ),
        bare,
    )
    wide = radius * pi / 2 * 0.97

    def place(u: float, v: float, front: bool) -> tuple[float, float, float]:
        flat = max(0.0, (v - 0.08) / 0.92) ** 1.15
        x = (u - 0.5) * 2
        angle = x * pi / 2
        across = radius * sin(angle) * (1 - flat) + wide * x * flat
        # Front and back meet at the sides.
        depth = radius * mesh.cos(angle) * (1 - flat) + 0.02 * radius * (1 - x**8)
        return across, -depth if front else depth, shoulder + length * v

    picture = style.print(kind, wide * 2, length, 0.78)
    print_ = materials.printed(picture, 0.3, metallic=0.15)
    mesh.sheet("front", 40, 24, lambda u, v: place(u, v, True), print_)
    mesh.sheet("back", 40, 24, lambda u, v: place(1 - u, v, False), bare)
    _crimp(wide, shoulder + length, radius, bare)


def _crimp(wide: float, base: float, radius: float, material: bpy.types.Material) -> None:
    """The folded end of a tube, with its pressed ridges."""
    tall = radius * 0.42

    def place(u: float, v: float) -> tuple[float, float, float]:
        ridge = 0.025 * radius * sin(v * pi * 7)
        return (u - 0.5) * 2 * wide, -(0.09 * radius + ridge), base - radius * 0.03 + tall * v

    mesh.sheet("crimp", 4, 42, place, material)
    mesh.box("fold", (wide * 2, radius * 0.14, tall), (0, 0, base + tall / 2 - radius * 0.03), material, radius * 0.02)


def tube(volume_ml: float, style: PackStyle) -> None:
    """An aluminium tube on its cap, beside the carton it is sold in."""
    radius = (volume_ml * 1.15 / (pi * 5.2 * 0.78)) ** (1 / 3)
    length = radius * 5.2
    before = set(bpy.data.objects)
    _squeeze_tube(radius, length, style)
    for made in set(bpy.data.objects) - before:
        made.location.x += radius * 1.55
        made.location.y -= radius * 1.1
    wide, deep, tall = radius * 3.0, radius * 2.3, length + radius * 2.0
    _carton(wide, deep, tall, (-radius * 1.3, radius * 0.9), style)


def _carton(wide: float, deep: float, tall: float, place: tuple[float, float], style: PackStyle) -> None:
    """A folded carton, printed all around."""
    section = mesh.rectangle(deep / wide, 0.025, 3)
    board = materials.paper(materials.shade(style.main, 0.9))
    around = mesh.girth(wide / 2, section)
    picture = style.print("carton", around, tall, wide / around)
    walls = mesh.turned("carton", [(wide / 2, 0), (wide / 2, tall)], materials.printed(picture, 0.42), section)
    lid = mesh.turned(
        "flap", [(wide / 2, tall), (wide / 2 * 0.985, tall + 0.01 * wide), (0, tall + 0.012 * wide)], board, section
    )
    for made in (walls, lid):
        made.location.x, made.location.y = place


def carded_tube(volume_ml: float, style: PackStyle) -> None:
    """A small tube under the blister of a printed card that stands upright."""
    radius = (volume_ml * 1.15 / (pi * 5.2 * 0.78)) ** (1 / 3)
    length = radius * 4.6
    wide, tall = radius * 7.4, radius * 12.4
    card = materials.printed(style.print("card", wide, tall, 1.0), 0.35)
    mesh.box("board", (wide, radius * 0.06, tall), (0, 0, tall / 2), materials.paper("#f3efe6"), radius * 0.02)
    mesh.sheet(
        "face", 1, 1, lambda u, v: ((u - 0.5) * wide * 0.995, -radius * 0.035, 0.003 * tall + v * tall * 0.994), card
    )
    before = set(bpy.data.objects)
    _squeeze_tube(radius, length, style)
    for made in set(bpy.data.objects) - before:
        made.location.y = -radius * 1.16
        made.location.z = radius * 1.15
    _blister(radius * 2.15, radius * 2.3, length + radius * 2.2, radius * 0.72)


def _blister(half: float, deep: float, tall: float, base: float) -> None:
    """A clear bubble with rounded corners, closed by the card."""
    section = mesh.rectangle(tall / 2 / half, 0.3, 6)
    profile = mesh.rounded(
        [(half * 1.12, 0), (half * 1.02, 0), (half * 0.93, deep * 0.92), (half * 0.8, deep), (0, deep)], half * 0.16, 6
    )
    bubble = mesh.turned("blister", profile, materials.clear(), section)
    bubble.rotation_euler = (pi / 2, 0, 0)
    bubble.location = (0, 0, base + tall / 2 + half * 0.14)
    bubble.visible_shadow = False


def cartridge(volume_ml: float, style: PackStyle) -> None:
    """A sealant cartridge with its long nozzle, standing on its piston end."""
    tall = 4.3
    radius = (volume_ml * 1.08 / (pi * tall * 2)) ** (1 / 3)
    body = tall * 2 * radius * 0.92
    wall, white = materials.plastic(style.colour, 0.6), materials.plastic("#f4f3ef", 0.6)
    profile = mesh.rounded(
        [
            (radius * 0.9, 0),
            (radius * 1.02, 0),
            (radius * 1.02, radius * 0.2),
            (radius, radius * 0.22),
            (radius, body),
            (radius * 0.96, body + radius * 0.14),
            (radius * 0.4, body + radius * 0.2),
        ],
        radius * 0.07,
    )
    mesh.turned("body", profile, wall)
    low, high = radius * 0.42, body - radius * 0.14
    mesh.wrapped(
        "label",
        [(radius, 0.0), (radius, body)],
        low,
        high,
        materials.printed(style.print("wrap", mesh.girth(radius), high - low), 0.3),
    )
    base = body + radius * 0.2
    mesh.turned("thread", [(radius * 0.34, base - 0.02), (radius * 0.34, base + radius * 0.3)], white)
    mesh.turned(
        "nozzle",
        mesh.rounded(
            [
                (radius * 0.44, base + radius * 0.16),
                (radius * 0.46, base + radius * 0.16),
                (radius * 0.44, base + radius * 0.62),
                (radius * 0.3, base + radius * 0.72),
                (radius * 0.14, base + radius * 3.0),
                (radius * 0.1, base + radius * 3.0),
                (radius * 0.09, base + radius * 2.8),
            ],
            radius * 0.06,
        ),
        white,
        mesh.ribbed(20, 0.06),
        only=(base, base + radius * 0.6),
    )
