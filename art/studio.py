"""The one studio: light from the upper left, a floor that only catches shadows, one camera height.

Packs stand around the origin, the front towards -Y. The picture shows ``FRAME_HEIGHT`` units of height at the
origin; the camera looks level and is shifted, so that upright edges stay upright.
"""

import contextlib
import os
from dataclasses import dataclass
from math import cos, pi, radians, sin
from pathlib import Path

import bpy
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector
from PIL import Image, ImageFilter

from art.retouch import faded, smooth_outlines

CANVAS = (1920, 1480)
FRAME_HEIGHT = 1.5
CAMERA_HEIGHT = 1.55
DISTANCE = 8.0
FLOOR_LINE = 0.12
"""Height of the floor at the origin in the picture, as a share of the picture's height from below."""

BENCH = 30.0
"""Degrees above the floor from which pictures in use are seen."""
ROOM = (0.84, 0.84)
"""Share of the picture's width and height that a scene may take."""
SHADOW_SCALE, SHADOW_SAMPLES = 0.16, 16
GLASS = 4
"""How many times the samples a picture takes in which one looks through glass."""
SHADOW_TONE = (24, 22, 26, 255)


@dataclass(frozen=True, kw_only=True)
class Quality:
    """What a picture may cost."""

    samples: int = 5
    width: int = 1920

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the master in pixels."""
        return self.width, round(self.width * CANVAS[1] / CANVAS[0])


def open_studio(quality: Quality) -> None:
    """Empty Blender and set up renderer, light, floor and camera."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    _set_renderer(quality)
    _set_world()
    _light("key", (-3.6, -3.4, 4.6), 3.2, 240)
    _light("rim", (4.2, 1.2, 2.6), 1.6, 90)
    _light("front", (1.5, -7.0, 2.2), 3.0, 40)
    _lay_floor()
    _place_camera()


def clear() -> None:
    """Take everything off the floor again, with its materials and prints."""
    _look_level()
    keep = {"key", "rim", "front", "floor", "camera"}
    for thing in [o for o in bpy.data.objects if o.name not in keep]:
        bpy.data.objects.remove(thing, do_unlink=True)
    for store in (bpy.data.meshes, bpy.data.curves, bpy.data.materials, bpy.data.images):
        for item in [i for i in store if i.users == 0]:
            store.remove(item)


def _set_renderer(quality: Quality) -> None:
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.resolution_x, scene.render.resolution_y = quality.size
    scene.render.film_transparent = True
    scene.render.use_persistent_data = True
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGBA"
    scene.render.image_settings.compression = 10
    scene.view_settings.view_transform = "Khronos PBR Neutral"
    cycles = scene.cycles
    cycles.device, cycles.samples = "CPU", quality.samples
    # So few samples leave nothing to adapt.
    cycles.use_adaptive_sampling = False
    cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
    cycles.denoising_input_passes, cycles.denoising_prefilter = "RGB_ALBEDO_NORMAL", "ACCURATE"
    cycles.denoising_quality = "FAST"
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 2, 1, 2
    cycles.transmission_bounces, cycles.transparent_max_bounces = 1, 16
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 4.0
    cycles.use_light_tree = False


def _set_world() -> None:
    """Pale surroundings, brighter above and darker below, so that metal has something to mirror."""
    world = bpy.data.worlds.new("surroundings")
    bpy.context.scene.world = world
    world.use_nodes = True
    world.cycles.sampling_method = "NONE"
    tree = world.node_tree
    where, parts, ramp = (tree.nodes.new(f"ShaderNode{k}") for k in ("TexCoord", "SeparateXYZ", "ValToRGB"))
    remap = tree.nodes.new("ShaderNodeMapRange")
    remap.inputs["From Min"].default_value = -1.0
    steps = ramp.color_ramp
    steps.elements[0].position, steps.elements[0].color = 0.35, (0.16, 0.16, 0.17, 1)
    steps.elements[1].position, steps.elements[1].color = 0.95, (1, 1, 1, 1)
    middle = steps.elements.new(0.55)
    middle.color = (0.5, 0.5, 0.52, 1)
    tree.links.new(where.outputs["Generated"], parts.inputs[0])
    tree.links.new(parts.outputs["Z"], remap.inputs["Value"])
    tree.links.new(remap.outputs[0], ramp.inputs["Fac"])
    tree.links.new(ramp.outputs["Color"], tree.nodes["Background"].inputs["Color"])
    tree.nodes["Background"].inputs["Strength"].default_value = 0.62


def _light(name: str, place: tuple[float, float, float], size: float, power: float) -> None:
    """Hang a square soft box that looks at the pack."""
    lamp = bpy.data.lights.new(name, "AREA")
    lamp.size, lamp.energy = size, power
    hung = bpy.data.objects.new(name, lamp)
    hung.location = place
    hung.rotation_euler = (Vector((0, 0, 0.5)) - Vector(place)).to_track_quat("-Z", "Y").to_euler()
    bpy.context.scene.collection.objects.link(hung)


def _lay_floor() -> None:
    """Lay a floor that lends its light to the packs and is itself never seen."""
    mesh = bpy.data.meshes.new("floor")
    mesh.materials.append(_floor_paint())
    mesh.from_pydata([(-9, -6, 0), (9, -6, 0), (9, 9, 0), (-9, 9, 0)], [], [(0, 1, 2, 3)])
    floor = bpy.data.objects.new("floor", mesh)
    floor.visible_camera = False
    bpy.context.scene.collection.objects.link(floor)


def _floor_paint() -> bpy.types.Material:
    paint = bpy.data.materials.new("floor")
    paint.use_nodes = True
    paint.node_tree.nodes["Principled BSDF"].inputs["Roughness"].default_value = 1.0
    return paint


def _place_camera() -> None:
    lens = bpy.data.cameras.new("camera")
    lens.sensor_fit, lens.sensor_height = "VERTICAL", 24
    camera = bpy.data.objects.new("camera", lens)
    bpy.context.scene.collection.objects.link(camera)
    bpy.context.scene.camera = camera
    _look_level()


def _look_level() -> None:
    camera = bpy.context.scene.camera
    camera.data.lens, camera.data.shift_x = 24 * DISTANCE / FRAME_HEIGHT, 0
    camera.location, camera.rotation_euler = (0, -DISTANCE, CAMERA_HEIGHT), (pi / 2, 0, 0)
    # The floor stands at FLOOR_LINE; a level camera has the horizon in its middle, so shift the film.
    camera.data.shift_y = -(CAMERA_HEIGHT / FRAME_HEIGHT + FLOOR_LINE - 0.5)


def _is_level() -> bool:
    return abs(bpy.context.scene.camera.location.z - CAMERA_HEIGHT) < 1e-4


def look_from(degrees: float) -> None:
    """Raise the camera for a scene on the floor and frame all of it; ``clear`` takes it back to the packs."""
    camera, angle = bpy.context.scene.camera, radians(degrees)
    camera.data.shift_x = camera.data.shift_y = 0
    camera.location = Vector((0, -DISTANCE * cos(angle), 0.24 + DISTANCE * sin(angle)))
    camera.rotation_euler = (pi / 2 - angle, 0, 0)
    left, right, bottom, top = _outline()
    nearer = min(ROOM[0] / (right - left), ROOM[1] / (top - bottom), 1.2)
    camera.data.lens *= nearer
    # Shifts count in heights of the picture.
    camera.data.shift_x = ((left + right) / 2 - 0.5) * nearer * CANVAS[0] / CANVAS[1] + 0.03
    camera.data.shift_y = ((bottom + top) / 2 - 0.5) * nearer


def _outline() -> tuple[float, float, float, float]:
    """Return left, right, bottom and top of everything on the floor, in shares of the picture."""
    scene, camera = bpy.context.scene, bpy.context.scene.camera
    bpy.context.view_layer.update()
    spots = [
        world_to_camera_view(scene, camera, thing.matrix_world @ Vector(corner))
        for thing in _things()
        for corner in thing.bound_box
    ]
    xs, ys = [s.x for s in spots], [s.y for s in spots]
    return min(xs), max(xs), min(ys), max(ys)


def photograph(target: Path, quality: Quality) -> None:
    """Render the packs sharply and the floor's shadow small and soft; lay both on the transparent canvas.

    The shadow has no detail that a sixth of the resolution would lose, and costs next to nothing there.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    scene = bpy.context.scene
    scene.render.resolution_x, scene.render.resolution_y = quality.size
    canvas = _shadow(target, quality)
    left, right, bottom, top = _outline()
    width, height = quality.size
    edge = 0.004
    border = (max(0.0, left - edge), min(1.0, right + edge), max(0.0, bottom - edge), min(1.0, top + edge))
    # Seen through glass the floor would appear after all: a scene with glass does without its light.
    floor = bpy.data.objects["floor"]
    floor.hide_render = any(m.name.startswith("clear") and m.users for m in bpy.data.materials) and not _is_level()
    # Nothing denoises how transparent glass is, so it takes more samples.
    samples = quality.samples * (GLASS if floor.hide_render else 1)
    packs = _render(target, quality, 1.0, samples, border)
    floor.hide_render = False
    canvas.alpha_composite(smooth_outlines(packs), (round(border[0] * width), height - round(border[3] * height)))
    partial = target.with_suffix(".partial.png")
    canvas.save(partial, compress_level=6)
    partial.replace(target)


def _shadow(target: Path, quality: Quality) -> Image.Image:
    """Render only what the packs take from the floor's light."""
    floor, things = bpy.data.objects["floor"], _things()
    floor.visible_camera = floor.is_shadow_catcher = True
    for thing in things:
        thing.visible_camera = False
    left, right, bottom, top = _outline()
    # Seen from the bench, shadows lie beside things rather than behind their feet.
    rise = 0.36 if _is_level() else top - bottom + 0.1
    border = (max(0.0, left - 0.12), min(1.0, right + 0.3), max(0.0, bottom - 0.1), min(1.0, bottom + rise))
    part = _render(target, quality, SHADOW_SCALE, SHADOW_SAMPLES, border)
    for thing in things:
        thing.visible_camera = True
    floor.visible_camera = floor.is_shadow_catcher = False
    alpha = faded(part.getchannel("A").filter(ImageFilter.GaussianBlur(0.7)))
    size = round(quality.size[0] * SHADOW_SCALE), round(quality.size[1] * SHADOW_SCALE)
    whole = Image.new("L", size)
    whole.paste(alpha, (round(border[0] * size[0]), size[1] - round(border[3] * size[1])))
    shadow = Image.new("RGBA", quality.size, SHADOW_TONE)
    shadow.putalpha(whole.resize(quality.size, Image.Resampling.BICUBIC))
    return shadow


def _things() -> list[bpy.types.Object]:
    return [t for t in bpy.context.scene.objects if t.type in {"MESH", "CURVE"} and t.name != "floor"]


def _render(
    target: Path, quality: Quality, scale: float, samples: int, border: tuple[float, float, float, float] | None
) -> Image.Image:
    """Render the scene, or the part of it within a border, and return the picture."""
    scene = bpy.context.scene
    scene.render.resolution_percentage = round(scale * 100)
    scene.cycles.samples = samples
    scene.render.use_border = scene.render.use_crop_to_border = border is not None
    if border:
        scene.render.border_min_x, scene.render.border_max_x = border[0], border[1]
        scene.render.border_min_y, scene.render.border_max_y = border[2], border[3]
    raw = target.with_suffix(".raw.png")
    scene.render.filepath = str(raw)
    with _silence():
        bpy.ops.render.render(write_still=True)
    picture = Image.open(raw).convert("RGBA")
    raw.unlink()
    return picture


@contextlib.contextmanager
def _silence():
    """Keep Blender's own progress lines off the terminal."""
    saved = os.dup(1)
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        try:
            yield
        finally:
            os.dup2(saved, 1)
            os.close(saved)
