"""Bottles: the white-glue bottle with its nozzle, and the plain bottle with a screw cap."""

from math import pi

from art import materials
from art.forms import caps, mesh
from art.pack_style import PackStyle


def nozzle_bottle(volume_ml: float, style: PackStyle) -> None:
    """An oval squeeze bottle with a nozzle cap."""
    depth, tall = 0.66, 2.35
    radius = (volume_ml * 1.12 / (pi * depth * tall * 2 * 0.92)) ** (1 / 3)
    body = tall * 2 * radius
    section = mesh.ellipse(depth, power=2.3)
    shoulder, top = body * 0.86, body
    profile = mesh.rounded(
        [
            (0, 0),
            (radius * 0.93, 0),
            (radius, radius * 0.12),
            (radius, shoulder - radius * 0.2),
            (radius * 0.86, shoulder),
            (radius * 0.5, top),
            (radius * 0.42, top),
        ],
        radius * 0.2,
        7,
    )
    mesh.turned("body", profile, materials.plastic(style.colour, 0.6), section)
    low, high = radius * 0.34, shoulder - radius * 0.34
    around = mesh.girth(radius, section)
    picture = style.print("wrap", around, high - low, 0.4)
    mesh.wrapped("label", profile, low, high, materials.printed(picture), section)
    cap = materials.plastic(style.main, 0.7)
    neck = radius * 0.44
    mesh.turned("neck", [(neck * 0.8, top - 0.1), (neck * 0.8, top + radius * 0.12)], materials.plastic(style.colour))
    caps.nozzle_cap(neck * 1.12, top + radius * 0.03, radius * 1.45, cap, materials.plastic(style.second, 0.7))


def bottle(volume_ml: float, style: PackStyle) -> None:
    """A round bottle with a ribbed screw cap."""
    tall = 1.95
    radius = (volume_ml * 1.1 / (pi * tall * 2 * 0.9)) ** (1 / 3)
    body = tall * 2 * radius
    shoulder = body * 0.8
    profile = mesh.rounded(
        [
            (0, 0),
            (radius * 0.94, 0),
            (radius, radius * 0.1),
            (radius, shoulder),
            (radius * 0.5, body * 0.95),
            (radius * 0.4, body),
            (radius * 0.4, body + radius * 0.1),
        ],
        radius * 0.3,
        8,
    )
    mesh.turned("body", profile, materials.plastic(style.colour, 0.75))
    low, high = radius * 0.3, shoulder - radius * 0.32
    picture = style.print("wrap", mesh.girth(radius), high - low)
    mesh.wrapped("label", profile, low, high, materials.printed(picture))
    caps.rim(radius * 0.42, body + radius * 0.02, radius * 0.05, materials.plastic(style.colour, 0.75), "collar")
    caps.screw_cap(radius * 0.5, body + radius * 0.06, radius * 0.62, materials.plastic(style.main, 0.7), 48)
