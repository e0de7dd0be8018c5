"""Pictures in use: what a product does, set up on the studio's floor and seen from the bench.

One unit of the studio is about two decimetres here. Every scene matches ``use_picture`` of its product.
"""

from collections.abc import Callable

from art import studio
from art.company.uses import joints, mixtures, surfaces
from art.content import Product

SCENES: dict[str, Callable[[Product], None]] = {
    "synthetic-resin-adhesive": joints.oak_joint,
    "gumking-synthetic-resin": joints.plywood_and_carton,
    "pur-adhesive": joints.clamped_plywood,
    "fix-gel-tube": joints.broken_edge,
    "super-glue": joints.broken_cup,
    "silica-sealant": joints.sealed_joint,
    "upvc-solvent-cement": joints.pipe_in_fitting,
    "gumking-synthetic-rubber": surfaces.shoe_sole,
    "synthetic-distemper-adhesive": surfaces.wall_coat,
    "wood-preservative": surfaces.timber_coat,
    "spray-paint": surfaces.colour_fan,
    "dashboard-cleaner": surfaces.dashboard,
    "sb-40-lubricant-spray": surfaces.door_hinge,
    "synthetic-rubber-adhesive": mixtures.brush_over_tin,
    "hot-melt-adhesive": mixtures.granules,
    "nc-thinner": mixtures.thinner_in_measure,
    "pu-hardener": mixtures.hardener_in_bowl,
}


def arrange(product: Product) -> None:
    """Set up the scene of a product and move the camera to the bench."""
    SCENES[product.id](product)
    studio.look_from(studio.BENCH)
