"""Surfaces that read as plastic, metal, paper, wood and glue; every one a small node tree."""

from pathlib import Path

import bpy

Rgba = tuple[float, float, float, float]


def linear(colour: str) -> Rgba:
    """Return a ``#rrggbb`` colour in the linear light that the renderer counts in."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return red, green, blue, 1.0


def shade(colour: str, factor: float) -> str:
    """Return a colour mixed with black (factor below 1) or white (above 1)."""
    parts = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    mixed = [p * factor if factor <= 1 else p + (255 - p) * (factor - 1) for p in parts]
    return "#" + "".join(f"{round(min(255, m)):02x}" for m in mixed)


def _surface(name: str, colour: str, **inputs: float) -> tuple[bpy.types.Material, bpy.types.Node]:
    """Make a principled material and set the named inputs (underscores for spaces)."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    node = material.node_tree.nodes["Principled BSDF"]
    node.inputs["Base Color"].default_value = linear(colour)
    for key, value in inputs.items():
        node.inputs[key.replace("_", " ")].default_value = value
    return material, node


def plastic(colour: str, gloss: float = 0.65) -> bpy.types.Material:
    """Moulded plastic, between matt (0) and polished (1)."""
    return _surface("plastic", colour, Roughness=0.62 - 0.42 * gloss, Specular_IOR_Level=0.5)[0]


def metal(colour: str = "#c9ccd1", roughness: float = 0.24) -> bpy.types.Material:
    """Bare tinplate or aluminium."""
    return _surface("metal", colour, Metallic=1.0, Roughness=roughness)[0]


def lacquer(colour: str, roughness: float = 0.3) -> bpy.types.Material:
    """Painted sheet metal under a clear coat."""
    return _surface("lacquer", colour, Roughness=roughness, Coat_Weight=0.6, Coat_Roughness=0.08)[0]


def paper(colour: str) -> bpy.types.Material:
    """Uncoated paper or board."""
    return _surface("paper", colour, Roughness=0.8, Specular_IOR_Level=0.25)[0]


def clear() -> bpy.types.Material:
    """Thin clear plastic of a blister: see-through with a sheen, cheap to trace."""
    material = bpy.data.materials.new("clear")
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.remove(tree.nodes["Principled BSDF"])
    through, gloss, mix = (tree.nodes.new(f"ShaderNode{k}") for k in ("BsdfTransparent", "BsdfGlossy", "MixShader"))
    edge = tree.nodes.new("ShaderNodeLayerWeight")
    through.inputs["Color"].default_value = (0.97, 0.98, 0.99, 1)
    gloss.inputs["Roughness"].default_value = 0.06
    edge.inputs["Blend"].default_value = 0.22
    tree.links.new(edge.outputs["Fresnel"], mix.inputs["Fac"])
    tree.links.new(through.outputs[0], mix.inputs[1])
    tree.links.new(gloss.outputs[0], mix.inputs[2])
    tree.links.new(mix.outputs[0], tree.nodes["Material Output"].inputs["Surface"])
    return material


def glass(colour: str = "#DDE9EE") -> bpy.types.Material:
    """The wall of a vessel: seen straight on nearly nothing, at its edges pale and glossy.

    Real glass would mirror and refract the dark nothing behind a transparent picture and turn black.
    """
    material, pale = _surface("clear", colour, Roughness=0.08)
    tree = material.node_tree
    through, mix, edge, share = (
        tree.nodes.new(f"ShaderNode{k}") for k in ("BsdfTransparent", "MixShader", "LayerWeight", "MapRange")
    )
    edge.inputs["Blend"].default_value = 0.35
    share.inputs["To Min"].default_value, share.inputs["To Max"].default_value = 0.07, 0.85
    tree.links.new(edge.outputs["Facing"], share.inputs["Value"])
    tree.links.new(share.outputs[0], mix.inputs["Fac"])
    tree.links.new(through.outputs[0], mix.inputs[1])
    tree.links.new(pale.outputs[0], mix.inputs[2])
    tree.links.new(mix.outputs[0], tree.nodes["Material Output"].inputs["Surface"])
    return material


def printed(picture: Path, roughness: float = 0.38, metallic: float = 0.0, woven: float = 0.0) -> bpy.types.Material:
    """A printed surface; ``woven`` raises the threads of a sack (strength of the relief)."""
    material, node = _surface("printed", "#ffffff", Roughness=roughness, Metallic=metallic, Specular_IOR_Level=0.45)
    tree = material.node_tree
    image = tree.nodes.new("ShaderNodeTexImage")
    image.image = bpy.data.images.load(str(picture), check_existing=True)
    image.extension = "EXTEND"
    tree.links.new(image.outputs["Color"], node.inputs["Base Color"])
    if woven:
        threads = _threads(tree)
        relief = tree.nodes.new("ShaderNodeBump")
        relief.inputs["Strength"].default_value = woven
        tree.links.new(threads, relief.inputs["Height"])
        tree.links.new(relief.outputs["Normal"], node.inputs["Normal"])
    return material


def _threads(tree: bpy.types.NodeTree) -> bpy.types.NodeSocket:
    """Return crossed waves over the print's coordinates."""
    where = tree.nodes.new("ShaderNodeUVMap")
    waves = []
    for direction in ("X", "Y"):
        wave = tree.nodes.new("ShaderNodeTexWave")
        wave.bands_direction = direction
        wave.inputs["Scale"].default_value = 38.0
        tree.links.new(where.outputs["UV"], wave.inputs["Vector"])
        waves.append(wave)
    mix = tree.nodes.new("ShaderNodeMath")
    mix.operation = "MULTIPLY"
    for index, wave in enumerate(waves):
        tree.links.new(wave.outputs["Fac"], mix.inputs[index])
    return mix.outputs[0]


def wood(light: str = "#d9b27c", dark: str = "#a8743f", scale: float = 1.0) -> bpy.types.Material:
    """Planed wood, the grain along X of the object; ``scale`` is grains per unit."""
    material, node = _surface("wood", light, Roughness=0.55)
    tree = material.node_tree
    where, stretch = tree.nodes.new("ShaderNodeTexCoord"), tree.nodes.new("ShaderNodeMapping")
    stretch.inputs["Scale"].default_value = (0.09 * scale, 1.0 * scale, 1.0 * scale)
    rings, fine = tree.nodes.new("ShaderNodeTexWave"), tree.nodes.new("ShaderNodeTexNoise")
    rings.bands_direction = "DIAGONAL"
    for key, value in {"Scale": 0.7, "Distortion": 7.0, "Detail": 3.0, "Detail Scale": 1.2}.items():
        rings.inputs[key].default_value = value
    fine.inputs["Scale"].default_value, fine.inputs["Detail"].default_value = 9.0, 4.0
    ramp, mix = tree.nodes.new("ShaderNodeValToRGB"), tree.nodes.new("ShaderNodeMath")
    mix.operation = "MULTIPLY_ADD"
    mix.inputs[1].default_value = 0.65
    ramp.color_ramp.elements[0].color, ramp.color_ramp.elements[1].color = linear(light), linear(dark)
    ramp.color_ramp.elements[0].position, ramp.color_ramp.elements[1].position = 0.25, 1.0
    half = tree.nodes.new("ShaderNodeMath")
    half.operation = "MULTIPLY"
    half.inputs[1].default_value = 0.35
    links = tree.links
    links.new(where.outputs["Object"], stretch.inputs["Vector"])
    links.new(stretch.outputs[0], rings.inputs["Vector"])
    links.new(stretch.outputs[0], fine.inputs["Vector"])
    links.new(fine.outputs["Fac"], half.inputs[0])
    links.new(rings.outputs["Fac"], mix.inputs[0])
    links.new(half.outputs[0], mix.inputs[2])
    links.new(mix.outputs[0], ramp.inputs["Fac"])
    links.new(ramp.outputs["Color"], node.inputs["Base Color"])
    return material


def leather(colour: str = "#6b3d22") -> bpy.types.Material:
    """Grained leather."""
    return rough(colour, scale=9.0, relief=0.35, roughness=0.5)


def rough(colour: str, scale: float, relief: float, roughness: float = 0.85) -> bpy.types.Material:
    """A surface with a grain: plaster, leather, foam."""
    material, node = _surface("rough", colour, Roughness=roughness)
    tree = material.node_tree
    where, cells = tree.nodes.new("ShaderNodeTexCoord"), tree.nodes.new("ShaderNodeTexVoronoi")
    cells.inputs["Scale"].default_value = scale
    bump = tree.nodes.new("ShaderNodeBump")
    bump.inputs["Strength"].default_value = relief
    tree.links.new(where.outputs["Object"], cells.inputs["Vector"])
    tree.links.new(cells.outputs["Distance"], bump.inputs["Height"])
    tree.links.new(bump.outputs["Normal"], node.inputs["Normal"])
    return material


def glue(colour: str = "#f6f2e6", shine: float = 0.85) -> bpy.types.Material:
    """A wet adhesive: glossy, a little soft."""
    return _surface("glue", colour, Roughness=0.32 - 0.25 * shine, Coat_Weight=0.8, Coat_Roughness=0.05)[0]
