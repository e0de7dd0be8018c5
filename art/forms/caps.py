"""Caps, collars, handles and rims that several forms share; heights in centimetres."""

from math import pi

import bpy

from art.forms import mesh


def screw_cap(radius: float, base: float, height: float, material: bpy.types.Material, ribs: int = 60) -> None:
    """A ribbed screw cap with a plain, softly rounded top."""
    top = base + height
    profile = mesh.rounded(
        [(radius * 0.9, base), (radius, base), (radius, top - height * 0.14), (radius * 0.95, top), (0, top)],
        radius * 0.07,
    )
    mesh.turned("cap", profile, material, mesh.ribbed(ribs, 0.035), only=(base, top - height * 0.16))


def nozzle_cap(radius: float, base: float, height: float, body: bpy.types.Material, tip: bpy.types.Material) -> None:
    """A collar with ribs, a tapering nozzle and a small closing cap at its end."""
    collar, nozzle = base + height * 0.26, base + height * 0.74
    mesh.turned(
        "collar",
        mesh.rounded([(radius * 0.9, base), (radius, base), (radius, collar), (radius * 0.6, collar)], radius * 0.08),
        body,
        mesh.ribbed(44, 0.04),
        only=(base, collar - 0.02),
    )
    mesh.turned(
        "nozzle",
        mesh.rounded(
            [
                (radius * 0.72, collar - 0.02),
                (radius * 0.62, collar + height * 0.06),
                (radius * 0.3, nozzle),
                (0, nozzle),
            ],
            radius * 0.12,
        ),
        body,
    )
    mesh.turned(
        "tip",
        mesh.rounded(
            [
                (radius * 0.3, nozzle - height * 0.06),
                (radius * 0.4, nozzle - height * 0.06),
                (radius * 0.34, base + height),
                (0, base + height),
            ],
            radius * 0.08,
        ),
        tip,
        mesh.ribbed(20, 0.05),
        only=(base, nozzle + height * 0.12),
    )


def rim(radius: float, height: float, thickness: float, material: bpy.types.Material, name: str = "rim") -> None:
    """A rolled seam: a ring of round section."""
    steps = 14
    profile = [
        (radius + thickness * mesh.cos(2 * pi * i / steps), height + thickness * mesh.sin(2 * pi * i / steps))
        for i in range(steps + 1)
    ]
    # Downwards on the inside and upwards outside: the outside must face outwards.
    mesh.turned(name, profile, material)


def bail(
    radius: float, base: float, rise: float, thickness: float, wire: bpy.types.Material, grip: bpy.types.Material
) -> None:
    """A wire handle that hangs down in front of a bucket, with ears and a grip."""
    points = []
    for i in range(41):
        turn = pi * i / 40
        points.append((-radius * mesh.cos(turn), -radius * 1.02 * mesh.sin(turn), base - rise * mesh.sin(turn)))
    mesh.wire("bail", points, thickness, wire)
    middle = [p for p in points if abs(p[0]) < radius * 0.28]
    mesh.wire("grip", middle, thickness * 2.6, grip)
    for side in (-1, 1):
        _ear(side * radius * 0.94, base, radius * 0.16, thickness, wire)


def _ear(x: float, base: float, width: float, thickness: float, material: bpy.types.Material) -> None:
    """A lug from the wall out to the end of the wire."""
    mesh.box("ear", (width, thickness * 8, thickness * 8), (x, 0, base), material, thickness)
