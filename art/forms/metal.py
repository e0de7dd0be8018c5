"""Sheet-metal packs: tin, can, drum and spray can."""

from math import pi

from art import materials
from art.forms import caps, mesh
from art.pack_style import PackStyle


def tin(volume_ml: float, style: PackStyle) -> None:
    """A round tin with rolled seams and a press lid; a larger one has a wire handle."""
    tall = 1.16
    radius = (volume_ml * 1.05 / (pi * tall * 2)) ** (1 / 3)
    body = tall * 2 * radius
    seam = radius * 0.03
    bare = materials.metal("#cfd2d6", 0.22)
    profile = [(radius, 0.0), (radius, body)]
    mesh.turned("wall", profile, bare)
    low, high = seam * 1.6, body - seam * 1.6
    mesh.wrapped(
        "label", profile, low, high, materials.printed(style.print("wrap", mesh.girth(radius), high - low), 0.28)
    )
    for height in (seam, body - seam * 0.2):
        caps.rim(radius, height, seam, bare)
    _press_lid(radius, body, bare)
    if volume_ml >= 2500:
        caps.bail(radius * 1.03, body * 0.8, radius * 0.34, radius * 0.014, bare, materials.plastic("#202226"))


def _press_lid(radius: float, top: float, bare: materials.bpy.types.Material) -> None:
    """The ring of the opening, the groove and the lid pressed into it."""
    deep = radius * 0.09
    mesh.turned(
        "lid",
        mesh.rounded(
            [
                (radius * 0.99, top),
                (radius * 0.93, top - deep),
                (radius * 0.84, top - deep),
                (radius * 0.8, top - deep * 0.2),
                (radius * 0.77, top + deep * 0.05),
                (radius * 0.74, top - deep * 0.3),
                (radius * 0.7, top - deep * 0.75),
                (0, top - deep * 0.75),
            ],
            radius * 0.02,
        ),
        bare,
    )


def can(volume_ml: float, style: PackStyle) -> None:
    """A rectangular can with rolled edges, a screw cap and a handle on top."""
    depth, tall = (0.58, 1.42) if volume_ml < 8000 else (0.98, 1.46)
    half = (volume_ml * 1.06 / (4 * depth * tall * 2)) ** (1 / 3)
    body = tall * 2 * half
    section = mesh.rectangle(depth, 0.14)
    seam = half * 0.028
    bare = materials.metal("#cfd2d6", 0.24)
    profile = [(half, 0.0), (half, body)]
    mesh.turned("wall", profile, bare, section)
    low, high = seam * 1.6, body - seam * 1.6
    around = mesh.girth(half, section)
    mesh.wrapped(
        "label",
        profile,
        low,
        high,
        materials.printed(style.print("wrap", around, high - low, 2 * half / around * 0.94), 0.28),
        section,
    )
    for height in (seam, body - seam * 0.4):
        mesh.turned(
            "seam",
            [
                (half, height - seam),
                (half + seam, height - seam * 0.7),
                (half + seam * 1.2, height),
                (half + seam, height + seam * 0.7),
                (half, height + seam),
                (half - seam * 2, height),
            ],
            bare,
            section,
        )
    mesh.turned(
        "top",
        [(half * 0.99, body - seam * 1.2), (half * 0.9, body - seam * 1.6), (0, body - seam * 1.6)],
        bare,
        section,
    )
    neck = half * 0.26
    offset = -half * 0.52
    before = set(materials.bpy.data.objects)
    mesh.turned(
        "neck",
        [(neck * 1.15, body - seam * 1.6), (neck * 1.05, body + half * 0.03), (neck * 0.9, body + half * 0.04)],
        bare,
    )
    caps.screw_cap(neck, body + half * 0.03, half * 0.2, materials.plastic(style.main, 0.6), 40)
    for made in set(materials.bpy.data.objects) - before:
        made.location.x = offset
    strap = mesh.rounded(
        [
            (-half * 0.12, body - seam),
            (-half * 0.04, body + half * 0.26),
            (half * 0.62, body + half * 0.26),
            (half * 0.7, body - seam),
        ],
        half * 0.12,
        8,
    )
    mesh.wire("handle", [(x, 0, z) for x, z in strap], half * 0.035, bare)


def drum(volume_ml: float, style: PackStyle) -> None:
    """A painted steel drum with rolling hoops, seams and bungs."""
    tall = 1.5
    radius = (volume_ml * 1.06 / (pi * tall * 2)) ** (1 / 3)
    body = tall * 2 * radius
    hoop = radius * 0.035
    points = [(radius, 0.0)]
    for share in (0.29, 0.71):
        points += [
            (radius, body * share - hoop * 1.5),
            (radius + hoop, body * share),
            (radius, body * share + hoop * 1.5),
        ]
    points.append((radius, body))
    paint = materials.lacquer(style.colour)
    mesh.turned("wall", mesh.rounded(points, hoop), paint)
    for height in (hoop * 0.8, body - hoop * 0.5):
        caps.rim(radius + hoop * 0.1, height, hoop * 0.75, paint)
    mesh.turned(
        "top",
        mesh.rounded([(radius, body - hoop), (radius * 0.95, body - hoop * 2), (0, body - hoop * 2)], hoop),
        paint,
    )
    low, high = body * 0.32, body * 0.68
    straight = [(radius, low), (radius, high)]
    around = mesh.girth(radius)
    mesh.wrapped("label", straight, low, high, materials.printed(style.print("wrap", around, high - low, 0.36)))
    bare = materials.metal("#cfd2d6", 0.25)
    for x, size in ((-0.62, 0.13), (0.66, 0.08)):
        before = set(materials.bpy.data.objects)
        caps.screw_cap(radius * size, body - hoop * 2, radius * 0.07, bare, 16)
        for made in set(materials.bpy.data.objects) - before:
            made.location.x = radius * x


def spray_can(volume_ml: float, style: PackStyle, *, is_open: bool = False) -> None:
    """An aerosol can with a domed shoulder and an overcap, or without it to show the actuator."""
    tall = 2.55
    radius = (volume_ml * 1.25 / (pi * tall * 2)) ** (1 / 3)
    body = tall * 2 * radius
    bare = materials.metal("#cfd2d6", 0.2)
    profile = [(radius, 0.0), (radius, body)]
    mesh.turned("wall", mesh.rounded([(radius * 0.9, 0), (radius, radius * 0.06), (radius, body)], radius * 0.04), bare)
    low, high = radius * 0.1, body - radius * 0.03
    mesh.wrapped(
        "label", profile, low, high, materials.printed(style.print("wrap", mesh.girth(radius), high - low), 0.26)
    )
    caps.rim(radius, radius * 0.06, radius * 0.035, bare)
    caps.rim(radius * 0.985, body, radius * 0.035, bare)
    dome = body + radius * 0.62
    mesh.turned(
        "shoulder", [(radius * (1 - 0.52 * (i / 10) ** 1.9), body + radius * 0.62 * i / 10) for i in range(11)], bare
    )
    caps.rim(radius * 0.46, dome, radius * 0.055, bare, "valve")
    if is_open:
        white = materials.plastic("#f4f4f2", 0.6)
        mesh.turned(
            "actuator",
            mesh.rounded(
                [
                    (radius * 0.4, dome),
                    (radius * 0.4, dome + radius * 0.12),
                    (radius * 0.3, dome + radius * 0.2),
                    (radius * 0.28, dome + radius * 0.6),
                    (0, dome + radius * 0.64),
                ],
                radius * 0.08,
            ),
            white,
        )
        mesh.box(
            "jet",
            (radius * 0.09, radius * 0.06, radius * 0.09),
            (0, -radius * 0.29, dome + radius * 0.44),
            materials.plastic("#1d1f22"),
            radius * 0.01,
        )
        return
    top = body + radius * 1.3
    mesh.turned(
        "cap",
        mesh.rounded(
            [
                (radius * 0.94, body + radius * 0.04),
                (radius * 0.96, body + radius * 0.04),
                (radius * 0.93, top - radius * 0.1),
                (radius * 0.84, top),
                (0, top),
            ],
            radius * 0.16,
            8,
        ),
        materials.plastic(style.colour, 0.75),
    )
