"""Wide plastic packs: jar, tub and bucket."""

from math import pi

from art import materials
from art.forms import caps, mesh
from art.pack_style import PackStyle


def jar(volume_ml: float, style: PackStyle) -> None:
    """A wide-necked jar with a ribbed screw lid almost as wide as its body."""
    tall = 1.05
    radius = (volume_ml * 1.12 / (pi * tall * 2)) ** (1 / 3)
    body = tall * 2 * radius
    profile = mesh.rounded(
        [
            (0, 0),
            (radius * 0.92, 0),
            (radius, radius * 0.1),
            (radius, body * 0.88),
            (radius * 0.9, body * 0.97),
            (radius * 0.84, body),
        ],
        radius * 0.22,
        7,
    )
    mesh.turned("body", profile, materials.plastic(style.colour, 0.65))
    low, high = radius * 0.26, body * 0.82
    mesh.wrapped("label", profile, low, high, materials.printed(style.print("wrap", mesh.girth(radius), high - low)))
    caps.screw_cap(radius * 0.95, body * 0.955, radius * 0.5, materials.plastic(style.main, 0.65), 84)


def tub(volume_ml: float, style: PackStyle) -> None:
    """A slightly tapering tub with an overlapping snap lid."""
    tall = 1.12
    radius = (volume_ml * 1.1 / (pi * tall * 2 * 0.9)) ** (1 / 3)
    body = tall * 2 * radius
    foot = radius * 0.9
    profile = mesh.rounded([(0, 0), (foot, 0), (radius, body), (radius * 0.98, body)], radius * 0.07)
    mesh.turned("body", profile, materials.plastic(style.colour, 0.6))
    low, high = body * 0.06, body * 0.84
    mesh.wrapped("label", profile, low, high, materials.printed(style.print("wrap", mesh.girth(radius), high - low)))
    lid = materials.plastic(style.main, 0.6)
    caps.rim(radius * 1.0, body * 0.885, radius * 0.035, materials.plastic(style.colour, 0.6), "bead")
    top = body + radius * 0.07
    mesh.turned(
        "lid",
        mesh.rounded(
            [
                (radius * 1.02, body * 0.92),
                (radius * 1.07, body * 0.92),
                (radius * 1.07, top),
                (radius * 0.97, top),
                (radius * 0.93, top - radius * 0.08),
                (0, top - radius * 0.08),
            ],
            radius * 0.03,
        ),
        lid,
    )


def bucket(volume_ml: float, style: PackStyle) -> None:
    """A large bucket with ribs under its rim, a lid and a wire handle."""
    tall = 1.12
    radius = (volume_ml * 1.1 / (pi * tall * 2 * 0.86)) ** (1 / 3)
    body = tall * 2 * radius
    foot, rib = radius * 0.86, radius * 0.045
    wall = materials.plastic(style.colour, 0.55)

    def at(height: float) -> float:
        return foot + (radius - foot) * height / body

    points = [(0.0, 0.0), (foot, 0.0)]
    for share in (0.79, 0.87):
        points += [
            (at(body * share), body * share),
            (at(body * share) + rib, body * share),
            (at(body * share) + rib, body * (share + 0.018)),
            (at(body * share), body * (share + 0.018)),
        ]
    points += [(radius, body), (radius * 0.98, body)]
    profile = mesh.rounded(points, radius * 0.03, 4)
    mesh.turned("body", profile, wall)
    low, high = body * 0.06, body * 0.665
    straight = [(at(low), low), (at(high), high)]
    mesh.wrapped(
        "label", straight, low, high, materials.printed(style.print("wrap", mesh.girth(radius * 0.95), high - low))
    )
    lid = materials.plastic(style.main, 0.55)
    top = body + radius * 0.06
    mesh.turned(
        "lid",
        mesh.rounded(
            [
                (radius * 1.0, body * 0.945),
                (radius * 1.06, body * 0.945),
                (radius * 1.06, top),
                (radius * 0.98, top),
                (radius * 0.94, top - radius * 0.07),
                (radius * 0.5, top - radius * 0.07),
                (radius * 0.48, top - radius * 0.04),
                (0, top - radius * 0.04),
            ],
            radius * 0.025,
        ),
        lid,
    )
    wire, grip = materials.metal("#b9bcc2", 0.3), materials.plastic("#f2f2f0", 0.5)
    caps.bail(radius * 1.07, body * 0.845, radius * 0.33, radius * 0.014, wire, grip)
