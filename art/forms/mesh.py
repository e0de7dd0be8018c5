"""Meshes of packs: turned profiles, sheets and wires, all in centimetres, the front towards -Y."""

from collections.abc import Callable, Sequence
from math import acos, cos, hypot, pi, sin, tan

import bpy
import numpy as np
from mathutils import Vector

Point = tuple[float, float]
Profile = Sequence[Point]


def rounded(points: Profile, radius: float, steps: int = 5) -> list[Point]:
    """Return the profile with every inner corner replaced by an arc of at most ``radius``."""
    result = [points[0]]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        a, b = Vector(before) - Vector(corner), Vector(after) - Vector(corner)
        room = min(a.length, b.length) * 0.48
        angle = acos(max(-1.0, min(1.0, a.normalized().dot(b.normalized()))))
        if angle > pi - 0.02 or room < 1e-4:
            result.append(corner)
            continue
        reach = min(radius / tan(angle / 2), room)
        start, end = Vector(corner) + a.normalized() * reach, Vector(corner) + b.normalized() * reach
        for step in range(steps + 1):
            t = step / steps
            mixed = start.lerp(Vector(corner), t).lerp(Vector(corner).lerp(end, t), t)
            result.append((mixed.x, mixed.y))
    result.append(points[-1])
    return result


def circle(points: int = 96) -> list[Point]:
    """Return a round cross-section of radius 1 that starts at the back and passes left, front, right."""
    return [(-sin(2 * pi * i / points), cos(2 * pi * i / points)) for i in range(points)]


def ellipse(aspect: float, points: int = 112, power: float = 2.0) -> list[Point]:
    """Return an oval cross-section of half width 1 and half depth ``aspect``; a higher power makes it squarer."""

    def bent(value: float) -> float:
        return float(np.sign(value)) * abs(value) ** (2 / power)

    return [(bent(x), bent(y) * aspect) for x, y in circle(points)]


def rectangle(aspect: float, corner: float, steps: int = 6) -> list[Point]:
    """Return a rectangular cross-section of half width 1, half depth ``aspect`` and rounded corners."""
    corners = [
        (-1 + corner, aspect - corner, pi / 2),
        (-1 + corner, -aspect + corner, pi),
        (1 - corner, -aspect + corner, 1.5 * pi),
        (1 - corner, aspect - corner, 0.0),
    ]
    points: list[Point] = [(0.0, aspect)]
    for x, y, start in corners:
        points += [
            (x + corner * cos(start + t * pi / 2 / steps), y + corner * sin(start + t * pi / 2 / steps))
            for t in range(steps + 1)
        ]
        # Points along the straight sides keep shading flat there.
    return _with_supports(points, closed=True)


def ribbed(count: int, depth: float) -> list[Point]:
    """Return the cross-section of a cap with ``count`` ribs, ``depth`` as a share of the radius."""
    points = count * 6
    return [
        (
            x * (1 + depth * 0.5 * cos(2 * pi * count * i / points)),
            y * (1 + depth * 0.5 * cos(2 * pi * count * i / points)),
        )
        for i, (x, y) in enumerate(circle(points))
    ]


def _with_supports(points: Profile, closed: bool = False) -> list[Point]:
    """Add points next to both ends of long segments, so that smooth shading stays flat between them."""
    chain = [*points, points[0]] if closed else list(points)
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in zip(chain, chain[1:], strict=False)]
    long = sum(lengths) * 0.04
    result = [chain[0]]
    for a, b, length in zip(chain, chain[1:], lengths, strict=False):
        if length > long:
            result += [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in (0.04, 0.96)]
        result.append(b)
    return result[:-1] if closed else result


def object_of(
    name: str,
    vertices: Sequence,
    faces: Sequence,
    material: bpy.types.Material,
    uv: Callable[[int, int], Point] | None = None,
    smooth: bool = True,
) -> bpy.types.Object:
    """Make an object of vertices and faces; ``uv`` gives the coordinates of corner ``k`` of face ``f``."""
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([tuple(v) for v in vertices], [], faces)
    if uv:
        layer = mesh.uv_layers.new(name="print")
        flat = [c for f, face in enumerate(faces) for k in range(len(face)) for c in uv(f, k)]
        layer.data.foreach_set("uv", flat)
    mesh.polygons.foreach_set("use_smooth", [smooth] * len(faces))
    if smooth:
        mesh.set_sharp_from_angle(angle=0.7)
    mesh.materials.append(material)
    made = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(made)
    return made


def turned(
    name: str,
    profile: Profile,
    material: bpy.types.Material,
    section: Sequence[Point] | None = None,
    only: tuple[float, float] | None = None,
) -> bpy.types.Object:
    """Sweep a profile of (radius, height) around a cross-section.

    ``only`` limits the section to a range of heights; the rest is round (a ribbed cap has a plain top).
    """
    shape = np.array(section or circle())
    lengths = np.hypot(*(np.roll(shape, -1, axis=0) - shape).T)
    across = np.concatenate([[0.0], np.cumsum(lengths)]) / lengths.sum()
    plain = shape / np.maximum(np.hypot(*shape.T), 1e-6)[:, None]
    points = _with_supports(profile)
    rings = []
    for radius, height in points:
        ring = plain if only and not only[0] <= height <= only[1] else shape
        rings.append(np.column_stack([ring * max(radius, 1e-4), np.full(len(ring), height)]))
    n = len(shape)
    heights = np.array([p[1] for p in points])
    low, high = float(heights.min()), float(heights.max())
    faces = [
        (i * n + j, i * n + (j + 1) % n, (i + 1) * n + (j + 1) % n, (i + 1) * n + j)
        for i in range(len(points) - 1)
        for j in range(n)
    ]

    def uv(face: int, corner: int) -> Point:
        i, j = divmod(face, n)
        row, column = i + (corner > 1), j + (corner in {1, 2})
        return float(across[column]), (float(heights[row]) - low) / max(high - low, 1e-6)

    return object_of(name, np.concatenate(rings), faces, material, uv)


def radius_at(profile: Profile, height: float) -> float:
    """Return the outer radius of a profile at a height."""
    hits = [
        a[0] + (b[0] - a[0]) * (height - a[1]) / (b[1] - a[1])
        for a, b in zip(profile, profile[1:], strict=False)
        if a[1] != b[1] and min(a[1], b[1]) <= height <= max(a[1], b[1])
    ]
    return max(hits)


def wrapped(
    name: str,
    profile: Profile,
    low: float,
    high: float,
    material: bpy.types.Material,
    section: Sequence[Point] | None = None,
    gap: float = 0.004,
) -> bpy.types.Object:
    """Wrap a label around a turned body between two heights, ``gap`` (share of the radius) above it."""
    heights = np.linspace(low, high, 12)
    points = [(radius_at(profile, float(h)) * (1 + gap), float(h)) for h in heights]
    return turned(name, points, material, section)


def girth(radius: float, section: Sequence[Point] | None = None) -> float:
    """Return the length around a cross-section at a radius."""
    shape = np.array(section or circle()) * radius
    return float(np.hypot(*(np.roll(shape, -1, axis=0) - shape).T).sum())


def sheet(
    name: str,
    columns: int,
    rows: int,
    place: Callable[[float, float], tuple[float, float, float]],
    material: bpy.types.Material,
) -> bpy.types.Object:
    """Make a surface by placing (u, v) of a grid; u runs left to right, v upwards, seen from its front."""
    us, vs = np.linspace(0, 1, columns + 1), np.linspace(0, 1, rows + 1)
    vertices = [place(float(u), float(v)) for v in vs for u in us]
    n = columns + 1
    faces = [
        (i * n + j, i * n + j + 1, (i + 1) * n + j + 1, (i + 1) * n + j) for i in range(rows) for j in range(columns)
    ]

    def uv(face: int, corner: int) -> Point:
        i, j = divmod(face, columns)
        return float(us[j + (corner in {1, 2})]), float(vs[i + (corner > 1)])

    return object_of(name, vertices, faces, material, uv)


def box(
    name: str,
    size: tuple[float, float, float],
    centre: tuple[float, float, float],
    material: bpy.types.Material,
    bevel: float = 0.05,
) -> bpy.types.Object:
    """Make a box with bevelled edges, standing around ``centre``."""
    x, y, z = (s / 2 for s in size)
    vertices = [
        (centre[0] + a * x, centre[1] + b * y, centre[2] + c * z) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)
    ]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    made = object_of(name, vertices, faces, material, smooth=False)
    if bevel:
        edge = made.modifiers.new("edge", "BEVEL")
        edge.width, edge.segments, edge.harden_normals = bevel, 3, False
        made.data.polygons.foreach_set("use_smooth", [True] * len(made.data.polygons))
        made.data.set_sharp_from_angle(angle=0.9)
    return made


def wire(
    name: str,
    points: Sequence[tuple[float, float, float]],
    thickness: float,
    material: bpy.types.Material,
    closed: bool = False,
) -> bpy.types.Object:
    """Bend a round wire through points."""
    curve = bpy.data.curves.new(name, "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution, curve.use_fill_caps = "3D", thickness, 4, True
    spline = curve.splines.new("POLY")
    spline.points.add(len(points) - 1)
    for point, place in zip(spline.points, points, strict=True):
        point.co = (*place, 1)
    spline.use_cyclic_u, spline.use_smooth = closed, True
    curve.materials.append(material)
    made = bpy.data.objects.new(name, curve)
    bpy.context.scene.collection.objects.link(made)
    return made


def arch(width: float, height: float, base: float, steps: int = 28, y: float = 0.0) -> list[tuple[float, float, float]]:
    """Return the points of a handle that rises from both sides."""
    return [(-width * cos(pi * i / steps), y, base + height * sin(pi * i / steps)) for i in range(steps + 1)]
