"""Photographs as the original site has them: JPEGs at full size, about 2.5 MB together.

They are made of this site's own largest pictures. Drawn ones are smoother than photographs and would weigh too
little, so grain is added until the sum is right; the grain is the same in every run.
"""

import io
import random
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageChops

WIDTH = 1920
BYTES = 2_500_000
QUALITY = 85
STEPS = 9
"""Halvings of the search for the right grain."""
MOST_GRAIN = 40.0
"""Standard deviation, in levels of brightness."""
MIDDLE, TILE = 128, 256


def make(sources: Sequence[Path], folder: Path) -> list[str]:
    """Write one JPEG for each source and return their names."""
    pictures = [_whole(source) for source in sources]
    low, high = 0.0, MOST_GRAIN
    for _ in range(STEPS):
        middle = (low + high) / 2
        if sum(len(_encoded(picture, middle)) for picture in pictures) < BYTES:
            low = middle
        else:
            high = middle
    names = [f"{number}-{source.stem}.jpg" for number, source in enumerate(sources)]
    for picture, name in zip(pictures, names, strict=True):
        (folder / name).write_bytes(_encoded(picture, high))
    return names


def _whole(source: Path) -> Image.Image:
    """Return a picture at full width, on white where it stands on nothing."""
    picture = Image.open(source).convert("RGBA")
    ground = Image.new("RGBA", picture.size, "white")
    flat = Image.alpha_composite(ground, picture).convert("RGB")
    return flat.resize((WIDTH, round(flat.height * WIDTH / flat.width)), Image.Resampling.LANCZOS)


def _encoded(picture: Image.Image, grain: float) -> bytes:
    """Return a JPEG with grain of a standard deviation."""
    grey = _noise(picture.size, grain)
    grained = ImageChops.add(picture, Image.merge("RGB", (grey,) * 3), offset=-MIDDLE)
    content = io.BytesIO()
    grained.save(content, "JPEG", quality=QUALITY)
    return content.getvalue()


def _noise(size: tuple[int, int], grain: float) -> Image.Image:
    """Return grain around a middle grey that is the same every time."""
    chance = random.Random(2026)
    levels = (round(chance.gauss(MIDDLE, grain)) for _ in range(TILE * TILE))
    tile = Image.frombytes("L", (TILE, TILE), bytes(min(255, max(0, level)) for level in levels))
    whole = Image.new("L", size)
    for left in range(0, size[0], TILE):
        for top in range(0, size[1], TILE):
            whole.paste(tile, (left, top))
    return whole
