"""Scenes of the product itself: brush and tin, granules, thinner, hardener."""

from math import cos, pi, sin, sqrt
from random import Random

import numpy as np

from art import materials
from art.company.uses import props
from art.content import Product
from art.forms import mesh

AMBER = "#C98A2B"


def brush_over_tin(product: Product) -> None:
    """Amber rubber adhesive on a flat brush above an open tin."""
    bare = materials.metal("#CFD2D6", 0.22)
    radius, tall = 0.28, 0.42
    mesh.turned(
        "tin",
        mesh.rounded([(0, 0), (radius, 0), (radius, tall), (radius * 0.94, tall), (radius * 0.94, 0.1)], 0.006),
        bare,
    )
    band = mesh.turned("band", [(radius * 1.004, 0.04), (radius * 1.004, tall - 0.04)], materials.lacquer("#1F3FA0"))
    glue = materials.glue(AMBER)
    level = mesh.turned("level", [(radius * 0.935, tall * 0.8), (0, tall * 0.8)], glue)
    lid = mesh.turned(
        "lid", mesh.rounded([(0, 0), (0.26, 0), (0.27, 0.02), (0.24, 0.022), (0.22, 0.012), (0, 0.012)], 0.004), bare
    )
    lid.location = (-0.52, -0.35, 0)
    props.settled([*(o for o in materials.bpy.data.objects if o.name.startswith("tin")), band, level], (-0.2, 0.1, 0))
    props.brush((-0.16, 0.08, tall * 0.9), (6, 28, 0), AMBER, 0.2)
    props.bead([(-0.16, 0.08, tall * 0.92), (-0.158, 0.08, tall * 0.86), (-0.16, 0.08, tall * 0.79)], 0.012, glue)
    props.standing(product, 2, 0.56, (0.56, -0.1, 0), -12)


def granules(product: Product) -> None:
    """Pale granules of hot melt adhesive spilling from a scoop."""
    chance = Random(7)
    pale = materials.plastic("#F0E4C4", 0.5)
    heap = mesh.turned("heap", [(0.46, 0.0), (0.3, 0.09), (0.14, 0.155), (0, 0.175)], pale)
    heap.location = (-0.28, -0.15, 0)
    grains = []
    for _ in range(1700):
        reach, angle = 0.56 * sqrt(chance.random()), 2 * pi * chance.random()
        height = float(np.interp(reach, (0, 0.14, 0.3, 0.46), (0.178, 0.158, 0.093, 0.012))) + chance.random() * 0.012
        grains.append(
            ((-0.28 + reach * cos(angle), -0.15 + reach * sin(angle) * 0.95, height), 0.015 + 0.004 * chance.random())
        )
    for _ in range(90):
        reach, angle = 0.5 + 0.3 * chance.random() ** 2, 2 * pi * chance.random()
        grains.append(((-0.28 + reach * cos(angle), -0.15 + reach * sin(angle) * 0.8, 0.011), 0.015))
    props.drops(grains, pale, 0.72)
    _scoop((-0.32, -0.02, 0.16))
    props.standing(product, 0, 0.92, (0.62, 0.4, 0), -12)


def _scoop(at: props.Place) -> None:
    """A metal scoop, lying on the heap with its mouth to the right front."""
    steel = materials.metal("#C3C7CC", 0.26)

    def shell(u: float, v: float) -> props.Place:
        angle = pi * (1.1 * u - 0.05)
        radius = 0.15 * (1 - 0.1 * v)
        return v * -0.44 + 0.1 * abs(cos(angle)) * (1 - v) * -1, -radius * cos(angle), -radius * sin(angle) + 0.1

    trough = mesh.sheet("trough", 40, 20, shell, steel)
    wall = trough.modifiers.new("wall", "SOLIDIFY")
    wall.thickness = 0.008
    back = mesh.turned("back", [(0.135, 0), (0, 0.004)], steel)
    back.location, back.rotation_euler = (-0.44, 0, 0.1), (0, -pi / 2, 0)
    handle = mesh.wire(
        "handle", [(-0.44, 0, 0.06), (-0.52, 0, 0.08), (-0.7, 0, 0.12)], 0.024, materials.lacquer("#3A3F46")
    )
    props.settled([trough, back, handle], at, (0, 6, 24))


def thinner_in_measure(product: Product) -> None:
    """Thinner in a glass measure, the can beside it."""
    glass, liquid = materials.glass(), materials.plastic("#CFE4EE", 1.0)
    wall = mesh.turned("glass", mesh.rounded([(0.19, 0), (0.2, 0.02), (0.2, 0.62), (0.214, 0.64)], 0.01), glass)
    foot = mesh.turned("foot", mesh.rounded([(0, 0.0), (0.26, 0), (0.26, 0.02), (0.19, 0.04), (0, 0.04)], 0.01), glass)
    body = mesh.turned("liquid", mesh.rounded([(0, 0.03), (0.192, 0.03), (0.192, 0.34), (0, 0.34)], 0.01), liquid)
    marks = [
        mesh.wire(
            "mark",
            [
                (0.201 * sin(a), -0.201 * cos(a), z)
                for a in [(-0.25 + 0.05 * k) for k in range(11 if i % 2 == 0 else 7)]
            ],
            0.0035,
            materials.plastic("#26303D"),
        )
        for i, z in enumerate((0.14, 0.2, 0.26, 0.32, 0.38, 0.44, 0.5))
    ]
    props.settled([wall, foot, body, *marks], (-0.32, -0.1, 0))
    props.standing(product, 0, 0.82, (0.45, 0.12, 0), -14)


def hardener_in_bowl(product: Product) -> None:
    """A bowl of adhesive with hardener stirred in, leather and foam beside it."""
    props.bowl(0.3, (-0.12, -0.22, 0), materials.plastic("#E7E9EB", 0.8), materials.glue(AMBER, 0.9))
    swirl = [
        (-0.12 + 0.005 * t * cos(t * 0.5), -0.22 + 0.005 * t * sin(t * 0.5), 0.155) for t in np.linspace(0, 35, 150)
    ]
    mesh.wire("swirl", swirl, 0.009, materials.glue("#F2D9A2"))
    stick = mesh.wire("stick", [(-0.2, -0.2, 0.1), (0.16, -0.02, 0.5)], 0.016, materials.lacquer("#D9B27C"))
    stick.name = "stick"
    for index, (colour, turn) in enumerate((("#5A3420", 10), ("#8A4B2A", 18))):
        hide = mesh.box("leather", (0.5, 0.36, 0.02), (0, 0, 0.01), materials.leather(colour), 0.006)
        hide.location, hide.rotation_euler.z = (-0.58, 0.32, 0.021 * index), turn * pi / 180
    for index, turn in enumerate((-4, 6)):
        foam = mesh.box("foam", (0.44, 0.3, 0.05), (0, 0, 0.025), materials.rough("#C3CDD0", 150, 0.9), 0.008)
        foam.location, foam.rotation_euler.z = (-0.56, 0.33, 0.043 + 0.051 * index), turn * pi / 180
    props.standing(product, 0, 0.78, (0.56, 0.1, 0), -14)
