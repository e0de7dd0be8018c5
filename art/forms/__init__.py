"""Packs as parametric models: a form and a volume give the pack."""

from collections.abc import Callable

import bpy

from art.content import PackForm
from art.forms import bottles, metal, sack, tubes, tubs
from art.pack_style import PackStyle

FORMS: dict[PackForm, Callable[[float, PackStyle], None]] = {
    "nozzle_bottle": bottles.nozzle_bottle,
    "jar": tubs.jar,
    "tub": tubs.tub,
    "bucket": tubs.bucket,
    "tin": metal.tin,
    "can": metal.can,
    "drum": metal.drum,
    "tube": tubes.tube,
    "carded_tube": tubes.carded_tube,
    "spray_can": metal.spray_can,
    "cartridge": tubes.cartridge,
    "bottle": bottles.bottle,
    "sack": sack.sack,
}

REVISIONS: dict[PackForm, int] = {"bucket": 2, "sack": 2, "tube": 2}
"""Counts the changes of a form; raise it (from 1), and the pictures that show the form are rendered again."""


def build(form: PackForm, volume_ml: float, style: PackStyle) -> bpy.types.Object:
    """Build a pack in centimetres, standing on the floor at the origin; move, turn and scale the returned root."""
    before = set(bpy.data.objects)
    FORMS[form](volume_ml, style)
    root = bpy.data.objects.new(form, None)
    bpy.context.scene.collection.objects.link(root)
    for part in set(bpy.data.objects) - before - {root}:
        part.parent = root
    return root
