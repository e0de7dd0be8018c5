"""Family views: every size of a product in true proportion, the small ones in front."""

from math import radians

import bpy

from art import packs
from art.content import Product, optional_toml
from art.paths import PLAN

WIDEST, TALLEST = 1.7, 1.16
SHARES = (0.55, 0.24)
"""A pack lower than such a share of the tallest stands in a row further in front."""


def stand(product: Product) -> None:
    """Stand all sizes of a product on the floor; of an only size, a group of three or five."""
    if paints := optional_toml(PLAN).get("fans", {}).get(product.id):
        _fan(product, paints)
    elif len(product.sizes) == 1:
        _trio(product)
    else:
        _rows(product)


def _spread(row: list[bpy.types.Object], y: float, gap: float) -> float:
    """Stand packs side by side, centred; return the width they take."""
    widths = [packs.extent(root)[0] for root in row]
    total = sum(widths) + gap * (len(row) - 1)
    x = -total / 2
    for root, width in zip(row, widths, strict=True):
        left, _ = packs.reach(root)
        root.location.x += x - left
        root.location.y = y
        x += width + gap
    return total


def _scale(roots: list[bpy.types.Object], wide: float, tall: float) -> None:
    """Scale a group about the origin, so that its places shrink with its packs."""
    factor = min(WIDEST / wide, TALLEST / tall)
    for root in roots:
        root.scale = (factor,) * 3
        root.location = [c * factor for c in root.location]


def _rows(product: Product) -> None:
    """Large packs behind, small ones before them, each row from small to large."""
    roots = [packs.pack(product, size) for size in sorted(product.sizes, key=lambda s: s.volume_ml)]
    heights = {root: packs.extent(root)[2] for root in roots}
    tallest = max(heights.values())
    rows: list[list[bpy.types.Object]] = [[], [], []]
    for root in roots:
        share = heights[root] / tallest
        rows[0 if share >= SHARES[0] else 1 if share >= SHARES[1] else 2].append(root)
    rows = [row for row in rows if row]
    y, wide = 0.0, 0.0
    for index, row in enumerate(rows):
        depth = max(packs.extent(root)[1] for root in row)
        if index:
            y -= depth * 0.62 + tallest * 0.05
        wide = max(wide, _spread(row, y, tallest * (0.02 if index == 0 else 0.04)))
        y -= depth / 2
    _scale(roots, wide, tallest)
    middle = (min(r.location.y for r in roots) + max(r.location.y for r in roots)) / 2
    for root in roots:
        root.location.y -= middle * 0.9


def _trio(product: Product) -> None:
    """Three packs of the only size, two of them turned."""
    roots = [packs.pack(product, product.sizes[0]) for _ in range(3)]
    wide, deep, tall = packs.extent(roots[0])
    places = ((0.0, -0.25, 0.0), (-0.98, 0.5, 24.0), (0.98, 0.5, -24.0))
    for root, (x, y, turn) in zip(roots, places, strict=True):
        root.location = (x * wide, y * max(deep, wide * 0.5), 0)
        root.rotation_euler.z = radians(turn)
    _scale(roots, wide * 3.1, tall * 1.06)


def _fan(product: Product, paints: list[str]) -> None:
    """Cans of several colours in an arc."""
    size = product.sizes[0]
    roots = [packs.pack(product.model_copy(update={"pack_colour": paint}), size) for paint in paints]
    wide, _, tall = packs.extent(roots[0])
    for index, root in enumerate(roots):
        place = index - (len(roots) - 1) / 2
        root.location = (place * wide * 1.2, place**2 * wide * 0.22 - wide * 0.4, 0)
        root.rotation_euler.z = radians(-place * 8)
    _scale(roots, wide * 5.9, tall * 1.06)
