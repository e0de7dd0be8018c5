"""Scenes of joints: wood, tube and cup, sealant, pipes."""

from math import cos, pi, sin

from art import materials
from art.company.uses import props
from art.content import Product
from art.forms import mesh

WHITE, AMBER, CLEAR = "#F7F4EA", "#C98A2B", "#DCE6EA"


def oak_joint(product: Product) -> None:
    """A bead of white glue on an oak joint, the second piece ready beside it."""
    props.board((1.25, 0.3, 0.1), (-0.12, -0.2, 0), 14, seed=2)
    props.board((1.05, 0.3, 0.1), (0.1, 0.32, 0), 8, seed=7)
    line = [(-0.62 + 0.1 * i, -0.335 + 0.0247 * i + 0.012 * sin(i * 2.2), 0.112) for i in range(11)]
    props.bead(line, 0.02, materials.glue(WHITE))
    props.standing(product, 2, 0.8, (0.86, -0.05, 0), -14)


def plywood_and_carton(product: Product) -> None:
    """White glue spread over a plywood panel, a folded paper carton behind it."""
    props.plywood((1.2, 0.72, 0.07), (-0.1, -0.15, 0), -10)
    props.film(0.72, 0.46, (-0.16, -0.15, 0.072), materials.glue(WHITE, 0.7), -10)
    _carton((-0.42, 0.62, 0))
    props.standing(product, 1, 0.52, (0.9, 0.16, 0), -12)


def _carton(at: props.Place) -> None:
    """A plain carton with its flaps half open."""
    board = materials.paper("#C69C6D")
    parts = [mesh.box("carton", (0.62, 0.42, 0.46), (0, 0, 0.23), board, 0.006)]
    for side in (-1, 1):
        flap = mesh.box("flap", (0.62, 0.2, 0.008), (0, side * 0.1, 0), board, 0.002)
        flap.location, flap.rotation_euler.x = (0, side * 0.205, 0.457), side * 0.7
        parts.append(flap)
    tape = mesh.box("tape", (0.08, 0.424, 0.2), (0, 0, 0.35), materials.paper("#B98D5C"), 0.004)
    inside = mesh.box("inside", (0.59, 0.39, 0.004), (0, 0, 0.46), materials.paper("#6E4E2E"), 0.001)
    props.settled([*parts, tape, inside], at, (0, 0, 16))


def clamped_plywood(product: Product) -> None:
    """Two pieces of plywood held in clamps on a workbench."""
    props.board((1.5, 0.8, 0.07), (0, 0.1, 0), 0, props.PINE, 4)
    props.plywood((0.95, 0.36, 0.07), (-0.18, 0.0, 0.07), 4)
    props.film(0.94, 0.35, (-0.18, 0.0, 0.138), materials.glue("#D9B878", 0.6), 4, ragged=0.0)
    props.plywood((0.95, 0.36, 0.07), (-0.18, 0.0, 0.145), 4)
    for x in (-0.48, 0.12):
        _clamp((x, -0.1 + 0.02 * (x > 0), 0.07))
    props.standing(product, 0, 0.62, (0.58, 0.12, 0.07), -14)


def _clamp(at: props.Place) -> None:
    """A bar clamp that holds two panels from the front."""
    steel, iron, grip = materials.metal("#B4B8BE", 0.3), materials.lacquer("#B3122C"), materials.lacquer("#C58A45")
    parts = [
        mesh.box("bar", (0.035, 0.02, 0.51), (0, -0.19, 0.255), steel, 0.003),
        mesh.box("jaw", (0.05, 0.3, 0.045), (0, -0.06, -0.005), iron, 0.01),
        mesh.box("arm", (0.05, 0.3, 0.055), (0, -0.06, 0.26), iron, 0.01),
        mesh.wire("screw", [(0, 0.05, 0.16), (0, 0.05, 0.34)], 0.014, steel),
        mesh.turned("foot", mesh.rounded([(0, 0.148), (0.034, 0.148), (0.034, 0.165), (0, 0.165)], 0.005), steel),
        mesh.turned(
            "handle", mesh.rounded([(0, 0.34), (0.03, 0.34), (0.036, 0.4), (0.03, 0.5), (0, 0.51)], 0.012), grip
        ),
    ]
    for part in parts[4:]:
        part.location.y = 0.05
    props.settled(parts, at)


def broken_edge(product: Product) -> None:
    """A tube laying a short line of gel along a broken edge."""
    glaze = materials.plastic("#E9EEF0", 0.9)
    for side in (-1, 1):
        _shard(side, glaze)
    path = [(-0.16 + _crack(-0.33 + 0.03 * i), -0.33 + 0.03 * i, 0.078) for i in range(22)]
    props.bead(path, 0.018, materials.glue("#F3EBD2"), 5)
    props.standing(product, 1, 0.6, (0.55, 0.1, 0), -10)


def _crack(y: float) -> float:
    """Return the deviation of the broken edge from a straight line."""
    return 0.035 * sin(y * 9) + 0.012 * sin(y * 31)


def _shard(side: int, glaze: materials.bpy.types.Material) -> None:
    """Half of a tile, its broken edge jagged."""
    inner = [(-0.16 + _crack(-0.36 + 0.03 * i) + side * 0.006, -0.36 + 0.03 * i) for i in range(25)]
    outer = -0.72 if side < 0 else 0.32
    outline = [*inner, (outer, 0.36), (outer, -0.36)]
    outline = outline if side < 0 else outline[::-1]
    count = len(outline)
    vertices = [(x, y, z) for z in (0.0, 0.07) for x, y in outline]
    faces = [
        tuple(reversed(range(count))),
        tuple(range(count, 2 * count)),
        *((n, (n + 1) % count, count + (n + 1) % count, count + n) for n in range(count)),
    ]
    made = mesh.object_of("shard", vertices, faces, glaze, smooth=False)
    edge = made.modifiers.new("edge", "BEVEL")
    edge.width, edge.segments = 0.008, 2


def broken_cup(product: Product) -> None:
    """A drop of clear glue at the tip of a small tube above a broken cup handle."""
    china = materials.plastic("#F5F3EE", 0.95)
    profile = mesh.rounded(
        [(0, 0), (0.17, 0), (0.18, 0.03), (0.25, 0.12), (0.28, 0.46), (0.265, 0.46), (0.235, 0.13), (0, 0.05)], 0.06, 8
    )
    cup = mesh.turned("cup", profile, china)
    cup.location = (-0.22, 0.1, 0)
    ring = [(0.17 * sin(pi * i / 24), 0.0, 0.15 * cos(pi * i / 24)) for i in range(25)]
    handle = mesh.wire("handle", ring, 0.03, china)
    handle.location, handle.rotation_euler = (0.2, -0.28, 0.03), (pi / 2, 0, -0.5)
    for z in (0.36, 0.17):
        stub = mesh.turned("stub", [(0.034, 0), (0.031, 0.03), (0, 0.032)], materials.rough("#E4DCCB", 60, 0.4))
        stub.location, stub.rotation_euler = (-0.22 + 0.255, 0.02 + 0.02, z), (0, pi / 2, -0.3)
    props.drops([((0.268, -0.155, 0.07), 0.026)], materials.glue(CLEAR, 1.0), 0.8)
    props.standing(product, 0, 0.92, (0.66, 0.35, 0), -12)


def sealed_joint(product: Product) -> None:
    """An even line of sealant drawn along a joint."""
    tile = materials.plastic("#DCE3E6", 0.85)
    for row, y in enumerate((-0.29, 0.17)):
        for x in (-0.5, 0.03):
            mesh.box("tile", (0.5, 0.43, 0.06), (x, y, 0.03), tile, 0.012).name = f"tile{row}"
    mesh.box("bed", (1.05, 0.92, 0.03), (-0.235, -0.06, 0.015), materials.rough("#B9B4A8", 40, 0.2), 0.004)
    props.bead([(-0.72 + 0.1 * i, -0.06, 0.055) for i in range(11)], 0.026, materials.glue("#F6F5F0", 0.6), 2)
    props.standing(product, 0, 1.0, (0.66, 0.28, 0), -12)


def pipe_in_fitting(product: Product) -> None:
    """A grey pipe in its fitting, cement around the joint."""
    grey, dark = materials.plastic("#9AA2AA", 0.6), materials.plastic("#7D868F", 0.6)
    hollow = mesh.turned("pipe", mesh.rounded([(0.1, 0), (0.13, 0), (0.13, 0.62), (0.1, 0.62), (0.1, 0)], 0.008), grey)
    hollow.location, hollow.rotation_euler = (-0.68, 0, 0.17), (0, pi / 2, 0.0)
    socket = [
        (0.135, 0),
        (0.17, 0),
        (0.172, 0.05),
        (0.158, 0.06),
        (0.158, 0.3),
        (0.172, 0.31),
        (0.17, 0.36),
        (0.135, 0.36),
    ]
    fitting = mesh.turned("fitting", mesh.rounded(socket, 0.008), dark)
    fitting.location, fitting.rotation_euler = (-0.12, 0, 0.17), (0, pi / 2, 0)
    other = mesh.turned("pipe", mesh.rounded([(0.1, 0), (0.13, 0), (0.13, 0.42), (0.1, 0.42), (0.1, 0)], 0.008), grey)
    other.location, other.rotation_euler = (0.16, 0, 0.17), (0, pi / 2, 0)
    ring = [(-0.125, 0.138 * sin(2 * pi * i / 40), 0.17 + 0.138 * cos(2 * pi * i / 40)) for i in range(40)]
    mesh.wire("cement", ring, 0.014, materials.glue("#C9CDD0", 0.8), closed=True)
    end = mesh.turned("pipe", mesh.rounded([(0.1, 0), (0.13, 0), (0.13, 0.5), (0.1, 0.5), (0.1, 0)], 0.008), grey)
    end.location, end.rotation_euler = (-0.35, -0.5, 0.13), (0, pi / 2, 0.35)
    coat = mesh.turned(
        "coat",
        [(0.12, -0.002), (0.13, -0.002), (0.134, 0.006), (0.134, 0.14), (0.129, 0.15)],
        materials.glue("#B9BEC2", 0.9),
    )
    coat.location, coat.rotation_euler = (-0.35, -0.5, 0.13), (0, pi / 2, 0.35)
    props.standing(product, 3, 0.5, (0.74, -0.2, 0), -12)
