"""Scenes of surfaces: sole, wall, timber, paint, dashboard, hinge."""

from math import cos, pi, radians, sin
from random import Random

from mathutils import Matrix

from art import materials
from art.company.uses import props
from art.content import Product
from art.forms import mesh, metal
from art.packs import style_of
from art.scenes.materials import wood


def _sole(
    scale: float, lift: float, thick: float, material: materials.bpy.types.Material
) -> materials.bpy.types.Object:
    """The outline of a shoe's sole, toe to the left."""
    outline = []
    for i in range(64):
        t = 2 * pi * i / 64
        x = 0.62 * cos(t)
        half = 0.165 + 0.05 * cos(t * 2 + 0.5) - 0.045 * cos(t)
        outline.append((x * scale, (half * sin(t) + 0.03 * cos(t * 2)) * scale))
    count = len(outline)
    vertices = [(x, y, z) for z in (lift, lift + thick) for x, y in outline]
    faces = [
        tuple(reversed(range(count))),
        tuple(range(count, 2 * count)),
        *((n, (n + 1) % count, count + (n + 1) % count, count + n) for n in range(count)),
    ]
    made = mesh.object_of("sole", vertices, faces, material, smooth=False)
    edge = made.modifiers.new("edge", "BEVEL")
    edge.width, edge.segments, edge.limit_method = min(0.012, thick * 0.4), 3, "ANGLE"
    return made


def shoe_sole(product: Product) -> None:
    """Adhesive brushed onto a leather sole."""
    parts = [
        _sole(1.0, 0, 0.05, materials.leather("#B98350")),
        _sole(0.9, 0.048, 0.008, materials.glue("#D9A441", 0.8)),
    ]
    props.settled(parts, (-0.12, -0.12, 0), (0, 0, 12))
    second = [_sole(1.0, 0, 0.05, materials.leather("#A87242"))]
    props.settled(second, (-0.12, 0.42, 0), (0, 0, 9))
    props.brush((-0.05, -0.1, 0.07), (-20, 48, 10), "#D9A441", 0.15)
    props.standing(product, 2, 0.5, (0.72, -0.1, 0), -12)


def wall_coat(product: Product) -> None:
    """A broad brush drawing a fresh coat of distemper across a wall."""
    mesh.box("wall", (1.5, 0.1, 1.0), (-0.05, 0.35, 0.5), materials.rough("#D8D2C6", 26, 0.12), 0.01)
    coat = props.film(0.95, 0.3, (-0.2, 0.298, 0.66), materials.glue("#E2A15E", 0.15), 0, 0.14, 0.006)
    coat.rotation_euler.x = pi / 2
    older = props.film(1.1, 0.26, (-0.1, 0.298, 0.26), materials.glue("#E2A15E", 0.1), 0, 0.1, 0.005, 9)
    older.rotation_euler.x = pi / 2
    props.brush((0.25, 0.288, 0.66), (0, 90, -38), "#E2A15E", 0.28)
    props.standing(product, 1, 0.5, (0.6, -0.1, 0), -12)


def timber_coat(product: Product) -> None:
    """A brush drawing preservative along the grain of a timber board."""
    props.board((1.5, 0.3, 0.07), (-0.08, -0.2, 0), 8, props.PINE, 3)
    wet = props.film(
        0.86,
        0.296,
        (-0.395, -0.243, 0.0702),
        wood("#8A5A2E", "#5C3616", size=0.45, turn=3.0, rough=0.22),
        8,
        0.12,
        0.0012,
    )
    wet.name = "wet"
    props.board((1.5, 0.3, 0.07), (-0.08, 0.22, 0), 6, ("#8A5A2E", "#5C3616"), 9)
    props.brush((0.02, -0.19, 0.08), (-14, 52, 8), "#6B4320", 0.24)
    props.standing(product, 0, 0.54, (0.98, 0.12, 0), -12)


def colour_fan(product: Product) -> None:
    """A fan of painted colour cards behind an open spray can."""
    colours = (
        "#B3122C",
        "#E2552B",
        "#F2A30B",
        "#F4D35E",
        "#7BAE3F",
        "#1C6B42",
        "#1C8C8A",
        "#2E7BC4",
        "#1F3FA0",
        "#5B3A8C",
        "#A63D7A",
        "#F4F1EA",
        "#9AA0A8",
        "#2E3136",
    )
    for index, colour in enumerate(colours):
        angle = radians(-78 + 156 * index / (len(colours) - 1))
        card = mesh.box("card", (0.2, 0.006, 0.8), (0, 0, 0.48), materials.lacquer(colour), 0.002)
        card.rotation_euler = (-0.12, angle, 0)
        card.location = (0, 0.22 + 0.012 * index, 0.16)
    mesh.box("stand", (0.34, 0.26, 0.06), (0, 0.3, 0.03), materials.lacquer("#2E3136"), 0.01)
    before = set(materials.bpy.data.objects)
    size = product.sizes[0]
    metal.spray_can(size.volume_ml, style_of(product, size), is_open=True)
    root = props.settled(set(materials.bpy.data.objects) - before, (0, -0.3, 0), (0, 0, -10))
    root.scale = (0.74 / 20,) * 3


def dashboard(product: Product) -> None:
    """A cloth on a car's dashboard, the can beside it."""
    skin, trim = materials.rough("#3C4047", 70, 0.12, 0.45), materials.plastic("#0F1114", 0.8)
    dash = mesh.box("dash", (1.5, 0.62, 0.34), (-0.1, 0.15, 0.17), skin, 0.11)
    dash.modifiers["edge"].segments = 12
    hood = mesh.turned(
        "hood", mesh.rounded([(0.0, 0), (0.27, 0), (0.27, 0.34), (0, 0.34)], 0.05), skin, mesh.ellipse(0.72)
    )
    hood.location, hood.rotation_euler = (-0.48, -0.02, 0.34), (pi / 2 - 0.15, 0, 0)
    for x in (0.06, 0.36):
        mesh.box("vent", (0.24, 0.03, 0.13), (x, -0.165, 0.19), trim, 0.012)
        for z in (0.155, 0.19, 0.225):
            mesh.box("slat", (0.2, 0.02, 0.008), (x, -0.185, z), materials.metal("#8C9096", 0.35), 0.002)
    wheel = [(0.3 * cos(2 * pi * i / 48), 0.0, 0.3 * sin(2 * pi * i / 48)) for i in range(48)]
    rim = mesh.wire("wheel", wheel, 0.026, trim, closed=True)
    spokes = [
        mesh.wire("spoke", [(0, 0, 0), (x, 0, z)], 0.03, trim) for x, z in ((-0.29, 0.02), (0.29, 0.02), (0, -0.29))
    ]
    hub = mesh.turned("hub", mesh.rounded([(0, 0), (0.085, 0), (0.07, 0.05), (0, 0.06)], 0.02), trim)
    hub.rotation_euler.x = pi / 2
    props.settled([rim, *spokes, hub], (-0.48, -0.42, 0.33), (-22, 0, 0))
    _cloth((0.16, 0.08, 0.345))
    props.standing(product, 0, 0.8, (0.86, -0.3, 0), -12)


def _cloth(at: props.Place) -> None:
    """A folded cloth."""

    def place(u: float, v: float) -> props.Place:
        x, y = (u - 0.5) * 0.5, (v - 0.5) * 0.42
        fold = 0.02 * sin(9 * x + 14 * y) + 0.016 * sin(23 * x - 11 * y) + 0.01 * sin(31 * y)
        return x + 0.02 * sin(13 * y), y + 0.02 * sin(11 * x), 0.05 + fold

    made = mesh.sheet("cloth", 60, 60, place, materials.rough("#F2B632", 90, 0.25))
    made.location, made.rotation_euler.z = at, radians(-16)


def door_hinge(product: Product) -> None:
    """A fine spray of lubricant reaching a steel door hinge."""
    steel, hole = materials.metal("#B9BDC3", 0.28), materials.metal("#6C7076", 0.4)
    mesh.box("door", (0.56, 0.08, 0.95), (-0.72, 0.2, 0.475), wood("#C89A62", "#9A6A38", axis="z", size=0.45), 0.01)
    mesh.box("frame", (0.26, 0.12, 0.95), (-0.27, 0.24, 0.475), wood("#E8DCC4", "#D8C6A4", axis="z", size=0.45), 0.01)
    for x in (-0.53, -0.31):
        mesh.box("leaf", (0.17, 0.012, 0.46), (x, 0.155 if x < -0.5 else 0.172, 0.5), steel, 0.004)
        for z in (0.34, 0.5, 0.66):
            screw = mesh.turned("screw", mesh.rounded([(0.022, 0), (0.02, 0.008), (0, 0.01)], 0.004), hole)
            screw.location, screw.rotation_euler = (x, 0.148 if x < -0.5 else 0.165, z), (pi / 2, 0, 0)
    knuckle = mesh.turned("knuckle", mesh.rounded([(0, 0.26), (0.035, 0.26), (0.035, 0.74), (0, 0.74)], 0.01), steel)
    knuckle.location = (-0.42, 0.14, 0)
    before = set(materials.bpy.data.objects)
    size = product.sizes[0]
    metal.spray_can(size.volume_ml, style_of(product, size), is_open=True)
    made = set(materials.bpy.data.objects) - before
    materials.bpy.context.view_layer.update()
    for part in made:
        if part.name.startswith(("actuator", "jet")):
            part.matrix_world = Matrix.Rotation(radians(-95), 4, "Z") @ part.matrix_world
    can = props.settled(made, (0.5, -0.05, 0), (0, 0, -8))
    can.scale = (0.74 / 20,) * 3
    _mist((0.468, -0.043, 0.635), (-0.37, 0.155, 0.51))


def _mist(nozzle: props.Place, target: props.Place) -> None:
    """Fine drops from a nozzle to what it wets, spreading on their way."""
    chance = Random(4)
    fog = []
    for _ in range(2600):
        t = chance.random() ** 0.75
        spread = 0.002 + 0.05 * t
        middle = [a + (b - a) * t for a, b in zip(nozzle, target, strict=True)]
        x, y, z = (m + chance.gauss(0, spread * share) for m, share in zip(middle, (0.3, 0.5, 1.0), strict=True))
        fog.append(((x, min(y, 0.15), z), 0.0011 + 0.0016 * chance.random()))
    props.drops(fog, materials.glue("#D9B875", 0.9))
