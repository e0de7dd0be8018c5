"""Things that appear in the pictures in use: boards, brushes, beads and drops."""

from collections.abc import Iterable, Sequence
from math import cos, pi, radians, sin
from random import Random

import bpy
import numpy as np

from art import materials, packs
from art.content import Product
from art.forms import mesh
from art.scenes.materials import wood

Place = tuple[float, float, float]
OAK, PINE, BIRCH = ("#D9B27C", "#A9773F"), ("#E8CB98", "#C79A5B"), ("#EAD5AE", "#CFAE7B")


def settled(
    things: Iterable[bpy.types.Object], at: Place = (0, 0, 0), turn: Place = (0, 0, 0), size: float = 1.0
) -> bpy.types.Object:
    """Parent objects to one root, then turn (degrees), scale and move it."""
    root = bpy.data.objects.new("root", None)
    bpy.context.scene.collection.objects.link(root)
    for thing in things:
        if thing.parent is None:
            thing.parent = root
    root.location, root.scale = at, (size,) * 3
    root.rotation_euler = tuple(radians(angle) for angle in turn)
    return root


def standing(product: Product, index: int, height: float, at: Place, turn: float = 0.0) -> bpy.types.Object:
    """Add the pack of one size in the scene, scaled to a height."""
    root = packs.pack(product, product.sizes[index])
    root.scale = (height / packs.extent(root)[2],) * 3
    root.location, root.rotation_euler.z = at, radians(turn)
    return root


def board(
    size: Place, at: Place, turn: float = 0.0, colours: tuple[str, str] = OAK, seed: float = 0.0
) -> bpy.types.Object:
    """A planed board; ``at`` is the middle of its underside."""
    made = mesh.box("board", size, (0, 0, size[2] / 2), wood(*colours, size=0.45, turn=seed), 0.008)
    made.location, made.rotation_euler.z = at, radians(turn)
    return made


def plywood(size: Place, at: Place, turn: float = 0.0) -> bpy.types.Object:
    """A panel of five plies."""
    thick = size[2] / 5
    plies = [
        mesh.box(
            "ply",
            (size[0] - (i % 2) * 0.004, size[1] - (i % 2) * 0.004, thick),
            (0, 0, thick * (i + 0.5)),
            wood(*(BIRCH if i % 2 == 0 else ("#C49A63", "#A87B45")), size=0.6, turn=i * 3.0),
            0.002,
        )
        for i in range(5)
    ]
    return settled(plies, at, (0, 0, turn))


def bead(points: Sequence[Place], radius: float, material: bpy.types.Material, seed: int = 1) -> bpy.types.Object:
    """A bead of glue along points, a little uneven, as from a nozzle."""
    chance = Random(seed)
    fine = np.linspace(0, len(points) - 1, 60)
    path = [
        tuple(
            float(np.interp(t, range(len(points)), [p[axis] for p in points])) + (chance.random() - 0.5) * radius * 0.12
            for axis in range(3)
        )
        for t in fine
    ]
    made = mesh.wire("bead", path, radius, material)
    for index, point in enumerate(made.data.splines[0].points):
        ends = min(1.0, 0.35 + index / 4, 0.35 + (59 - index) / 4)
        point.radius = ends * (1 + 0.14 * sin(index * 0.9) + 0.08 * chance.random())
    return made


def film(
    width: float,
    depth: float,
    at: Place,
    material: bpy.types.Material,
    turn: float = 0.0,
    ragged: float = 0.06,
    thick: float = 0.008,
    seed: int = 3,
) -> bpy.types.Object:
    """A spread film with brushed, uneven ends; its long side along X."""
    chance = Random(seed)
    lefts = [chance.random() * ragged for _ in range(25)]
    rights = [chance.random() * ragged for _ in range(25)]

    def place(u: float, v: float) -> Place:
        row = min(24, int(v * 24))
        left, right = -width / 2 + lefts[row], width / 2 - rights[row]
        edge = min(1.0, 14 * min(u, 1 - u), 10 * min(v, 1 - v))
        waves = 0.25 * sin(v * 70 + sin(u * 9)) * edge
        return left + (right - left) * u, (v - 0.5) * depth, thick * (edge + waves)

    made = mesh.sheet("film", 60, 72, place, material)
    made.location, made.rotation_euler.z = at, radians(turn)
    return made


def brush(at: Place, turn: Place, tip: str = "#F1E7CF", width: float = 0.2) -> bpy.types.Object:
    """A flat brush, the middle of its tip at ``at``, its handle upwards before it is turned."""
    bristle, loaded = materials.rough("#4A3626", 60, 0.5), materials.glue(tip, 0.5)

    def hair(
        bottom: float, top: float, spread: float, material: bpy.types.Material, grow: float = 0.0
    ) -> bpy.types.Object:
        profile = [(0, bottom), (width / 2 * spread + grow, bottom + 0.004), (width / 2 + grow, top), (0, top)]
        return mesh.turned("hair", mesh.rounded(profile, 0.008), material, mesh.rectangle(0.26, 0.08))

    ferrule = mesh.turned(
        "ferrule",
        mesh.rounded([(0, 0.17), (width * 0.52, 0.17), (width * 0.52, 0.27), (0, 0.27)], 0.006),
        materials.metal(),
        mesh.rectangle(0.3, 0.1),
    )
    handle = mesh.turned(
        "handle",
        mesh.rounded(
            [
                (width * 0.46, 0.265),
                (width * 0.42, 0.3),
                (width * 0.15, 0.44),
                (width * 0.17, 0.62),
                (width * 0.12, 0.74),
                (0, 0.76),
            ],
            0.05,
            8,
        ),
        materials.lacquer("#B3762F"),
        mesh.ellipse(0.5),
    )
    return settled([hair(0.0, 0.1, 0.82, loaded, 0.003), hair(0.095, 0.18, 0.99, bristle), ferrule, handle], at, turn)


def drops(places: Sequence[tuple[Place, float]], material: bpy.types.Material, squash: float = 1.0) -> bpy.types.Object:
    """Many small round bodies as one object: droplets, granules."""
    rows, columns = 6, 9
    unit = [
        (
            sin(pi * i / rows) * cos(2 * pi * j / columns),
            sin(pi * i / rows) * sin(2 * pi * j / columns),
            cos(pi * i / rows) * squash,
        )
        for i in range(rows + 1)
        for j in range(columns)
    ]
    vertices, faces = [], []
    for (x, y, z), radius in places:
        base = len(vertices)
        vertices += [(x + a * radius, y + b * radius, z + c * radius) for a, b, c in unit]
        faces += [
            (
                base + i * columns + j,
                base + (i + 1) * columns + j,
                base + (i + 1) * columns + (j + 1) % columns,
                base + i * columns + (j + 1) % columns,
            )
            for i in range(rows)
            for j in range(columns)
        ]
    return mesh.object_of("drops", vertices, faces, material)


def bowl(
    radius: float, at: Place, material: bpy.types.Material, filling: bpy.types.Material, fill: float = 0.7
) -> bpy.types.Object:
    """A bowl with something in it."""
    tall = radius * 0.72
    outside = [
        (radius * 0.45, 0),
        (radius * 0.55, 0.01),
        (radius * 0.86, tall * 0.45),
        (radius, tall),
        (radius * 0.96, tall + 0.004),
        (radius * 0.82, tall * 0.46),
        (radius * 0.4, 0.03),
        (0, 0.03),
    ]
    parts = [
        mesh.turned("bowl", mesh.rounded(outside, 0.03), material),
        mesh.turned("filling", [(radius * (0.62 + 0.36 * fill), tall * fill), (0, tall * fill)], filling),
    ]
    return settled(parts, at)
