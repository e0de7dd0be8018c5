"""Packs of the catalogue in scenes: all brands together on a bench."""

import bpy

from art import packs
from art.catalogue import SITE
from art.company.scenes.wood import bench
from art.scenes import materials as m
from art.scenes import shapes as s
from art.scenes.stage import Point, area, camera, empty, world

DECIMETRES = 0.1
"""Packs are built in centimetres."""

Standing = tuple[str, str, float, float, float]
"""Product, size, x, y, turn in degrees."""

BENCH: tuple[Standing, ...] = (
    ("synthetic-resin-adhesive", "20-kg", -3.9, 2.6, 8),
    ("gumking-synthetic-resin", "10-kg", 0.2, 3.0, -6),
    ("synthetic-rubber-adhesive", "5-ltr", 3.6, 2.5, -10),
    ("synthetic-distemper-adhesive", "5-kg", -1.9, 1.4, 10),
    ("nc-thinner", "3-78-ltr", 2.0, 1.3, -8),
    ("wood-preservative", "1-ltr", -3.3, 0.3, 12),
    ("gumking-synthetic-rubber", "500-ml", -2.1, -0.35, 8),
    ("spray-paint", "400-ml", 0.5, 0.55, 0),
    ("sb-40-lubricant-spray", "277-ml", 1.25, 0.35, -5),
    ("synthetic-resin-adhesive", "250-g", -0.95, -0.7, 6),
    ("pur-adhesive", "500-ml", 3.2, -0.1, -12),
    ("upvc-solvent-cement", "500-ml", -0.2, -0.6, 0),
    ("silica-sealant", "300-gm", 2.1, -0.45, -6),
    ("super-glue", "40-gm", 0.75, -1.25, -4),
    ("fix-gel-tube", "20-ml", 1.5, -1.3, -10),
)


def stand(product: str, size: str, at: Point, turn: float = 0.0) -> bpy.types.Object:
    """Add one pack in true size, turned by an angle in degrees; at 0 its front faces the camera."""
    known = next(entry for entry in SITE.products if entry.id == product)
    root = packs.pack(known, next(entry for entry in known.sizes if entry.id == size))
    root.scale = tuple(DECIMETRES * share for share in root.scale)
    return s.place(root, at, (0, 0, turn))


def everything() -> None:
    """Build the slide of all brands together on a bench."""
    empty()
    world("#F0ECE4", 0.55)
    bench("#B39A7B", "#7F674E")
    for product, size, x, y, turn in BENCH:
        stand(product, size, (x, y, 0.0), turn)
    s.board((60, 0.4, 18), m.rough("#E9E2D6", "#DED5C6", 2.0, 0.01), (0, 9, -1))
    area((-6, -5, 8), (0, 0.5, 1), 4, 1500, "#FFF3E2")
    area((7, -3, 5), (0, 1, 1), 4, 450, "#E3ECFF")
    camera((-0.2, -14.0, 4.2), (-0.1, 0.8, 1.45), 52, (0, -0.2, 1.0), 0.7)
