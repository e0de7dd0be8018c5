"""Builds the modelled pack of a product size from content."""

import hashlib
import tempfile
from functools import cache
from pathlib import Path

import bpy
from mathutils import Vector

from art import forms, labels
from art.catalogue import brands
from art.content import Brand, Product, Size
from art.pack_style import PackStyle, PrintKind


@cache
def _prints() -> Path:
    """Return the folder of this run's prints."""
    return Path(tempfile.mkdtemp(prefix="prints-"))


def copy_of(product: Product, size: Size, brand: Brand) -> labels.Copy:
    """Return what the label of a size says."""
    return labels.Copy(
        brand_id=brand.id,
        brand=brand.name.upper(),
        title=product.label.title,
        line=product.label.line,
        size=size.label,
        symbols=product.label.symbols,
        small_print=product.cautions,
        main=brand.colours[0],
        second=brand.colours[1],
    )


def style_of(product: Product, size: Size) -> PackStyle:
    """Return the colours and the printer of a size."""
    brand = brands()[product.brand]
    copy = copy_of(product, size, brand)

    def printer(kind: PrintKind, width: float, height: float, front: float) -> Path:
        key = hashlib.sha256(repr((kind, copy, round(height / width, 4), front)).encode()).hexdigest()[:16]
        path = _prints() / f"{key}.png"
        if not path.exists():
            labels.compose(kind, copy, width, height, front).save(path, compress_level=1)
        return path

    return PackStyle(colour=product.pack_colour, main=brand.colours[0], second=brand.colours[1], printer=printer)


def pack(product: Product, size: Size) -> bpy.types.Object:
    """Build the pack of a size in centimetres, its front towards -Y; return its root."""
    return forms.build(size.form, size.volume_ml, style_of(product, size))


def _spots(root: bpy.types.Object) -> list[Vector]:
    """Return the points of a pack as it stands."""
    bpy.context.view_layer.update()
    spots = []
    for part in root.children_recursive:
        points = [v.co for v in part.data.vertices] if part.type == "MESH" else [Vector(c) for c in part.bound_box]
        spots += [part.matrix_world @ point for point in points]
    return spots


def extent(root: bpy.types.Object) -> tuple[float, float, float]:
    """Return the width, depth and height of a pack, as it stands."""
    spots = _spots(root)
    width, depth, height = (max(s[axis] for s in spots) - min(s[axis] for s in spots) for axis in range(3))
    return width, depth, height


def reach(root: bpy.types.Object) -> tuple[float, float]:
    """Return how far a pack reaches to the left and to the right."""
    across = [spot.x for spot in _spots(root)]
    return min(across), max(across)
