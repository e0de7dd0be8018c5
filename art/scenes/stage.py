"""Set-up that all scenes share: empty file, lights, camera with depth of field, rendering."""

import math
from pathlib import Path

import bpy
from mathutils import Vector

Point = tuple[float, float, float]
WIDTH, HEIGHT = 1440, 1013
"""Pixels. The wide picture and the upright one are crops of one render."""


def empty() -> None:
    """Delete everything in Blender's file."""
    bpy.ops.wm.read_factory_settings(use_empty=True)


def world(colour: str, strength: float = 1.0) -> None:
    """Set an even ambient light."""
    ambient = bpy.data.worlds.new("world")
    ambient.use_nodes = True
    node = ambient.node_tree.nodes["Background"]
    node.inputs[0].default_value = linear(colour)
    node.inputs[1].default_value = strength
    bpy.context.scene.world = ambient


def linear(colour: str) -> tuple[float, float, float, float]:
    """Return a hexadecimal colour in linear RGB."""
    bands = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (b / 12.92 if b <= 0.04045 else ((b + 0.055) / 1.055) ** 2.4 for b in bands)
    return red, green, blue, 1.0


def area(
    place: Point, at: Point, size: float, power: float, colour: str = "#FFFFFF", height: float | None = None
) -> bpy.types.Object:
    """Add an area light that points at a target; power in watts."""
    data = bpy.data.lights.new("area", "AREA")
    data.energy, data.color, data.size = power, linear(colour)[:3], size
    if height is not None:
        data.shape, data.size_y = "RECTANGLE", height
    lamp = bpy.data.objects.new("area", data)
    lamp.location = place
    lamp.rotation_euler = (Vector(at) - Vector(place)).to_track_quat("-Z", "Y").to_euler()
    bpy.context.collection.objects.link(lamp)
    return lamp


def camera(place: Point, at: Point, lens: float, focus: Point | None = None, stop: float = 4.0) -> None:
    """Set the camera; ``focus`` is the point that is sharp, ``stop`` the aperture."""
    data = bpy.data.cameras.new("camera")
    data.lens = lens
    if focus is not None:
        data.dof.use_dof, data.dof.aperture_fstop = True, stop
        data.dof.focus_distance = (Vector(focus) - Vector(place)).length
    eye = bpy.data.objects.new("camera", data)
    eye.location = place
    eye.rotation_euler = (Vector(at) - Vector(place)).to_track_quat("-Z", "Y").to_euler()
    bpy.context.collection.objects.link(eye)
    bpy.context.scene.camera = eye


def render(file: Path, samples: int = 24, size: tuple[int, int] = (WIDTH, HEIGHT), exposure: float = 0.0) -> None:
    """Render the scene into a PNG file, denoised."""
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device, cycles.samples = "CPU", samples
    cycles.use_adaptive_sampling, cycles.adaptive_threshold = True, 0.03
    cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
    cycles.denoising_input_passes, cycles.denoising_prefilter = "RGB_ALBEDO_NORMAL", "FAST"
    cycles.denoising_quality, cycles.use_light_tree, cycles.adaptive_min_samples = "BALANCED", False, 4
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 4, 2, 2
    cycles.use_fast_gi, cycles.fast_gi_method, cycles.ao_bounces_render = True, "REPLACE", 1
    cycles.transmission_bounces, cycles.transparent_max_bounces = 4, 6
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 6
    scene.render.resolution_x, scene.render.resolution_y = size
    scene.render.resolution_percentage = 100
    scene.view_settings.view_transform = "AgX"
    scene.view_settings.look = "AgX - Medium High Contrast"
    scene.view_settings.exposure = exposure
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGB"
    scene.render.image_settings.compression = 30
    scene.render.filepath = str(file)
    file.parent.mkdir(parents=True, exist_ok=True)
    bpy.ops.render.render(write_still=True)


def radians(*degrees: float) -> tuple[float, ...]:
    """Return angles in radians."""
    return tuple(math.radians(angle) for angle in degrees)
