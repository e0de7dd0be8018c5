"""Meshes of the scenes: boards, rods, lathed and swept shapes. One unit is a decimetre."""

import math
from collections.abc import Callable, Iterable, Sequence

import bmesh
import bpy

from art.scenes.stage import Point

Thing = bpy.types.Object
Material = bpy.types.Material


def mesh(points: Sequence[Point], faces: Sequence[Sequence[int]], material: Material, smooth: bool = False) -> Thing:
    """Return an object of the given corners and faces."""
    data = bpy.data.meshes.new("mesh")
    data.from_pydata(points, [], faces)
    data.materials.append(material)
    for face in data.polygons:
        face.use_smooth = smooth
    thing = bpy.data.objects.new("mesh", data)
    bpy.context.collection.objects.link(thing)
    return thing


def bevel(thing: Thing, width: float, segments: int = 3) -> Thing:
    """Bevel the edges of an object."""
    modifier = thing.modifiers.new("bevel", "BEVEL")
    modifier.width, modifier.segments, modifier.limit_method = width, segments, "ANGLE"
    return thing


def place(thing: Thing, at: Point = (0, 0, 0), turn: Point = (0, 0, 0)) -> Thing:
    """Move and turn an object; angles in degrees."""
    thing.location = at
    thing.rotation_euler = tuple(math.radians(angle) for angle in turn)
    return thing


def board(size: Point, material: Material, at: Point = (0, 0, 0), turn: Point = (0, 0, 0), edge: float = 0.02) -> Thing:
    """Return a board of length, width, thickness; its underside rests on ``at``."""
    x, y, z = size[0] / 2, size[1] / 2, size[2]
    points = [(sx * x, sy * y, h) for h in (0, z) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    faces = [(3, 2, 1, 0), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
    return place(bevel(mesh(points, faces, material), edge), at, turn)


def sheet(outline: Sequence[tuple[float, float]], thick: float, material: Material, edge: float = 0.01) -> Thing:
    """Return a flat piece of any outline, lying on the ground."""
    count = len(outline)
    points = [(x, y, z) for z in (0.0, thick) for x, y in outline]
    sides = [(n, (n + 1) % count, count + (n + 1) % count, count + n) for n in range(count)]
    thing = mesh(points, [tuple(reversed(range(count))), tuple(range(count, 2 * count)), *sides], material)
    return bevel(thing, edge) if edge else thing


def turned(profile: Sequence[tuple[float, float]], material: Material, steps: int = 64) -> Thing:
    """Return a lathed body; the profile is (radius, height) from the bottom."""
    return loft([[(r * math.cos(a), r * math.sin(a), z) for a in _angles(steps)] for r, z in profile], material)


def _angles(steps: int) -> Iterable[float]:
    return (2 * math.pi * n / steps for n in range(steps))


def loft(rings: Sequence[Sequence[Point]], material: Material, caps: bool = True, closed: bool = True) -> Thing:
    """Return a surface through rings of equally many points."""
    count = len(rings[0])
    points = [point for ring in rings for point in ring]
    faces: list[Sequence[int]] = []
    for row in range(len(rings) - 1):
        for n in range(count if closed else count - 1):
            a, b = row * count + n, row * count + (n + 1) % count
            faces.append((a, b, b + count, a + count))
    if caps and closed:
        faces += [tuple(reversed(range(count))), tuple(range(len(points) - count, len(points)))]
    thing = mesh(points, faces, material, smooth=True)
    for face in thing.data.polygons:
        if len(face.vertices) > 4:
            face.use_smooth = False
    _outwards(thing)
    return crisp(thing)


def _outwards(thing: Thing) -> None:
    """Recalculate the normals, outwards."""
    solid = bmesh.new()
    solid.from_mesh(thing.data)
    bmesh.ops.recalc_face_normals(solid, faces=solid.faces)
    solid.to_mesh(thing.data)
    solid.free()


def crisp(thing: Thing, angle: float = 40) -> Thing:
    """Shade smoothly, except over sharp edges."""
    thing.data.set_sharp_from_angle(angle=math.radians(angle))
    return thing


def rod(points: Sequence[Point], radius: float, material: Material, closed: bool = False, smooth: bool = True) -> Thing:
    """Return a round rod along points: wire, bead of glue, lace, handle."""
    data = bpy.data.curves.new("rod", "CURVE")
    data.dimensions, data.bevel_depth, data.bevel_resolution, data.use_fill_caps = "3D", radius, 6, True
    spline = data.splines.new("NURBS" if smooth else "POLY")
    spline.points.add(len(points) - 1)
    for node, point in zip(spline.points, points, strict=True):
        node.co = (*point, 1)
    spline.use_cyclic_u = closed
    spline.use_endpoint_u = not closed
    spline.order_u = min(4, len(points))
    data.resolution_u = 16
    data.materials.append(material)
    thing = bpy.data.objects.new("rod", data)
    bpy.context.collection.objects.link(thing)
    return thing


def pipe(outer: float, inner: float, length: float, material: Material) -> Thing:
    """Return a hollow pipe standing upright."""
    lip = (outer - inner) * 0.15
    profile = [
        (inner, 0),
        (outer - lip, 0),
        (outer, lip),
        (outer, length - lip),
        (outer - lip, length),
        (inner, length),
    ]
    return loft(
        [[(r * math.cos(a), r * math.sin(a), z) for a in _angles(64)] for r, z in [*profile, profile[0]]],
        material,
        caps=False,
    )


def ribbon(
    path: Callable[[float], tuple[float, float]], width: float, material: Material, thick: float, steps: int = 160
) -> Thing:
    """Return a thin band standing on its edge along a plane curve: a shaving, a rolled sheet."""
    rings = []
    for n in range(steps + 1):
        x, y = path(n / steps)
        rings.append([(x, y, 0.0), (x, y, width)])
    thing = loft(rings, material, caps=False, closed=False)
    modifier = thing.modifiers.new("thick", "SOLIDIFY")
    modifier.thickness = thick
    return thing


def spiral(turns: float, start: float, end: float) -> Callable[[float], tuple[float, float]]:
    """Return the path of a spiral from one radius to another."""

    def where(share: float) -> tuple[float, float]:
        radius, angle = start + (end - start) * share, 2 * math.pi * turns * share
        return radius * math.cos(angle), radius * math.sin(angle)

    return where
