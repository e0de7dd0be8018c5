"""Which pictures are cropped from the rendered scenes."""

from art.scenes.cut import Cut

WIDE, UPRIGHT, LANDSCAPE, BANNER = (16, 9), (4, 5), (3, 2), (4, 1)
MIDDLES = {
    "wood-joints": (0.66, 0.5),
    "shoes-and-leather": (0.46, 0.6),
    "pipes": (0.58, 0.55),
    "dashboard": (0.42, 0.45),
    "painted-wall": (0.6, 0.58),
    "spray-colours": (0.5, 0.62),
    "family": (0.5, 0.5),
}
"""Where the subject of each slide is: across for the upright cut, down for the wide one."""
CUTS = (
    *(Cut(f"slides/{name}", name, WIDE, y=middle[1]) for name, middle in MIDDLES.items()),
    *(Cut(f"slides/{name}-portrait", name, UPRIGHT, x=middle[0]) for name, middle in MIDDLES.items()),
    Cut("news/carpenters-workshop", "clamped", LANDSCAPE),
    Cut("news/investor-documents", "report", LANDSCAPE),
    Cut("news/annual-general-meeting", "hall", LANDSCAPE),
    Cut("banners/price-sensitive-information", "pipes", BANNER, y=0.62),
    Cut("banners/financial-report", "wood-joints", BANNER, y=0.62),
    Cut("banners/financial-statement", "family", BANNER, y=0.6),
    Cut("banners/notices", "painted-wall", BANNER, y=0.72),
    Cut("banners/bond-issue", "shoes-and-leather", BANNER, y=0.62),
)
