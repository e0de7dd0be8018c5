"""Materials of the scenes: wood, leather, plastic, metal, paint, glue."""

import bpy

from art.scenes.stage import linear

Material = bpy.types.Material
Tree = bpy.types.NodeTree
Socket = bpy.types.NodeSocket


def plain(
    colour: str, rough: float = 0.5, metal: float = 0.0, coat: float = 0.0, subsurface: float = 0.0, glow: float = 0.0
) -> Material:
    """Return a material of one colour."""
    material = bpy.data.materials.new("plain")
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    values = {
        "Base Color": linear(colour),
        "Roughness": rough,
        "Metallic": metal,
        "Coat Weight": coat,
        "Subsurface Weight": subsurface,
        "Emission Strength": glow,
    }
    for name, value in values.items():
        shader.inputs[name].default_value = value
    if glow:
        shader.inputs["Emission Color"].default_value = linear(colour)
    return material


def _coordinates(tree: Tree, scale: tuple[float, float, float]) -> Socket:
    """Return object coordinates, stretched."""
    source = tree.nodes.new("ShaderNodeTexCoord")
    mapping = tree.nodes.new("ShaderNodeMapping")
    mapping.inputs["Scale"].default_value = scale
    tree.links.new(source.outputs["Object"], mapping.inputs["Vector"])
    return mapping.outputs["Vector"]


def _ramp(tree: Tree, factor: Socket, *stops: tuple[float, str]) -> Socket:
    """Return a colour that follows a factor."""
    node = tree.nodes.new("ShaderNodeValToRGB")
    elements = node.color_ramp.elements
    for position, _ in stops[2:]:
        elements.new(position)
    for element, (position, colour) in zip(elements, stops, strict=True):
        element.position, element.color = position, linear(colour)
    tree.links.new(factor, node.inputs["Fac"])
    return node.outputs["Color"]


def _bump(tree: Tree, height: Socket, strength: float, distance: float) -> None:
    node = tree.nodes.new("ShaderNodeBump")
    node.inputs["Strength"].default_value = strength
    node.inputs["Distance"].default_value = distance
    tree.links.new(height, node.inputs["Height"])
    tree.links.new(node.outputs["Normal"], tree.nodes["Principled BSDF"].inputs["Normal"])


def wood(light: str, dark: str, axis: str = "x", size: float = 1.0, rough: float = 0.5, turn: float = 0.0) -> Material:
    """Return wood whose grain runs along an axis; ``size`` of 1 suits a board a decimetre wide (1 unit = 1 dm)."""
    material = plain(light, rough)
    tree = material.node_tree
    along, across = 0.22 / size, 2.2 / size
    scale = tuple(along if name == axis else across for name in "xyz")
    where = _coordinates(tree, scale)
    tree.nodes["Mapping"].inputs["Location"].default_value = (turn, turn * 0.7, turn * 1.3)
    rings = tree.nodes.new("ShaderNodeTexNoise")
    rings.inputs["Scale"].default_value, rings.inputs["Detail"].default_value = 1.1, 2.0
    rings.inputs["Distortion"].default_value = 0.6
    fibre = tree.nodes.new("ShaderNodeTexNoise")
    fibre.inputs["Scale"].default_value, fibre.inputs["Detail"].default_value = 14.0, 3.0
    for node in (rings, fibre):
        tree.links.new(where, node.inputs["Vector"])
    bands = tree.nodes.new("ShaderNodeMath")
    bands.operation = "MULTIPLY_ADD"
    tree.links.new(rings.outputs["Fac"], bands.inputs[0])
    bands.inputs[1].default_value, bands.inputs[2].default_value = 7.0, 0.0
    wave = tree.nodes.new("ShaderNodeMath")
    wave.operation = "PINGPONG"
    wave.inputs[1].default_value = 1.0
    tree.links.new(bands.outputs[0], wave.inputs[0])
    mixed = tree.nodes.new("ShaderNodeMix")
    mixed.data_type = "FLOAT"
    mixed.inputs[0].default_value = 0.45
    tree.links.new(wave.outputs[0], mixed.inputs[2])
    tree.links.new(fibre.outputs["Fac"], mixed.inputs[3])
    colour = _ramp(tree, mixed.outputs[0], (0.12, dark), (0.75, light))
    tree.links.new(colour, tree.nodes["Principled BSDF"].inputs["Base Color"])
    _bump(tree, fibre.outputs["Fac"], 0.25, 0.02 * size)
    return material


def leather(colour: str, shade: str, rough: float = 0.42, grain: float = 55.0) -> Material:
    """Return grained leather."""
    material = plain(colour, rough)
    tree = material.node_tree
    where = _coordinates(tree, (1, 1, 1))
    cells = tree.nodes.new("ShaderNodeTexVoronoi")
    cells.inputs["Scale"].default_value = grain
    patches = tree.nodes.new("ShaderNodeTexNoise")
    patches.inputs["Scale"].default_value = 2.2
    for node in (cells, patches):
        tree.links.new(where, node.inputs["Vector"])
    base = _ramp(tree, patches.outputs["Fac"], (0.3, shade), (0.7, colour))
    tree.links.new(base, tree.nodes["Principled BSDF"].inputs["Base Color"])
    _bump(tree, cells.outputs["Distance"], 0.35, 0.01)
    return material


def rough(colour: str, shade: str, scale: float, depth: float, roughness: float = 0.85) -> Material:
    """Return an uneven surface: plaster, felt, rubber, nap of a roller."""
    material = plain(colour, roughness)
    tree = material.node_tree
    where = _coordinates(tree, (1, 1, 1))
    noise = tree.nodes.new("ShaderNodeTexNoise")
    noise.inputs["Scale"].default_value, noise.inputs["Detail"].default_value = scale, 3.0
    tree.links.new(where, noise.inputs["Vector"])
    base = _ramp(tree, noise.outputs["Fac"], (0.3, shade), (0.7, colour))
    tree.links.new(base, tree.nodes["Principled BSDF"].inputs["Base Color"])
    _bump(tree, noise.outputs["Fac"], 0.6, depth)
    return material


def glue(colour: str = "#F4F1E8") -> Material:
    """Return wet glue."""
    return plain(colour, 0.12, coat=0.6, subsurface=0.15)


def horizon(*stops: tuple[float, str]) -> Material:
    """Return a glowing backdrop whose colour follows its height."""
    material = plain("#000000", 1.0)
    tree = material.node_tree
    source, parts = tree.nodes.new("ShaderNodeTexCoord"), tree.nodes.new("ShaderNodeSeparateXYZ")
    tree.links.new(source.outputs["Generated"], parts.inputs[0])
    shader = tree.nodes["Principled BSDF"]
    tree.links.new(_ramp(tree, parts.outputs["Z"], *stops), shader.inputs["Emission Color"])
    shader.inputs["Emission Strength"].default_value = 1.6
    return material
