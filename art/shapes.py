"""Width and height in pixels of the pictures of the site, by folder."""

SHAPES = {
    "products": (1920, 1480),
    "slides": (1920, 1080),
    "portrait": (1080, 1350),
    "brands": (1280, 960),
    "news": (1440, 960),
    "pages": (1440, 960),
    "banners": (1920, 480),
    "people": (960, 1200),
    "drawings": (1280, 960),
}
