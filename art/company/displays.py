"""Pictures of packs on shelves and side by side: news, and the slide of all brands until it is rendered."""

from art.display import Display, Names, Room
from art.shapes import SHAPES

SHOP = Room("#EFE3CF", "#B98B58", "#FFFFFF", "#E8DCC8")
STORE = Room("#A8B0B6", "#6E7883", "#F4EFE6", "#8592A2")
PAPER = Room("#F1EADF", "#F1EADF", "#FFFFFF", "#F4EFE6")
SIDE_BY_SIDE: Names = (
    ("synthetic-resin-adhesive", "1-kg"),
    ("gumking-synthetic-resin", "1-kg"),
    ("synthetic-rubber-adhesive", "1-ltr"),
    ("synthetic-distemper-adhesive", "1-kg"),
)
SMALL: Names = (
    ("synthetic-resin-adhesive", "250-g"),
    ("gumking-synthetic-rubber", "500-ml"),
    ("pur-adhesive", "500-ml"),
    ("wood-preservative", "500-ml"),
    ("spray-paint", "400-ml"),
    ("synthetic-distemper-adhesive", "500-gm"),
    ("silica-sealant", "300-gm"),
    ("gumking-synthetic-resin", "500-gm"),
)
MIDDLE: Names = (
    ("synthetic-resin-adhesive", "2-kg"),
    ("nc-thinner", "3-78-ltr"),
    ("synthetic-rubber-adhesive", "2-ltr"),
    ("gumking-synthetic-resin", "2-kg"),
    ("pu-hardener", "1-ltr"),
    ("synthetic-distemper-adhesive", "1-kg"),
)
LARGE: Names = (
    ("synthetic-resin-adhesive", "10-kg"),
    ("gumking-synthetic-resin", "10-kg"),
    ("synthetic-rubber-adhesive", "5-ltr"),
    ("nc-thinner", "3-78-ltr"),
    ("synthetic-distemper-adhesive", "5-kg"),
)
FAMILY: Names = (
    ("synthetic-distemper-adhesive", "500-gm"),
    ("gumking-synthetic-resin", "2-kg"),
    ("synthetic-rubber-adhesive", "2-ltr"),
    ("synthetic-resin-adhesive", "2-kg"),
    ("spray-paint", "400-ml"),
    ("wood-preservative", "1-ltr"),
    ("pur-adhesive", "500-ml"),
    ("synthetic-resin-adhesive", "250-g"),
    ("upvc-solvent-cement", "500-ml"),
)
PICTURES = {
    "news/dealer-meeting": Display(SHOP, ((SMALL, 430), (MIDDLE, 880)), 340),
    "news/safe-handling": Display(STORE, ((LARGE, 800),), 520),
    "news/product-pages": Display(PAPER, ((SIDE_BY_SIDE, 780),), 470),
    "slides/family": Display(PAPER, ((FAMILY, 900),), 560, SHAPES["slides"]),
    "slides/family-portrait": Display(PAPER, ((FAMILY[:4], 960),), 520, SHAPES["portrait"]),
    "banners/financial-statement": Display(PAPER, ((FAMILY, 420),), 330, SHAPES["banners"]),
}
