"""Makes JPEG files like those of the original site: full size, about 2.5 MB in total.

The sources are the largest pictures of this site. Rendered pictures compress better than photographs, so noise is
added until the total size is right. The noise is the same in every run.
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
"""Steps of the binary search for the amount of noise."""
MAX_NOISE = 40.0
"""Standard deviation, in levels of brightness."""
MIDDLE, TILE = 128, 256


def make(sources: Sequence[Path], folder: Path) -> list[str]:
    """Write one JPEG for each source and return their names."""
    pictures = [_whole(source) for source in sources]
    low, high = 0.0, MAX_NOISE
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
    """Return a picture at full width, with white in place of transparency."""
    picture = Image.open(source).convert("RGBA")
    ground = Image.new("RGBA", picture.size, "white")
    flat = Image.alpha_composite(ground, picture).convert("RGB")
    return flat.resize((WIDTH, round(flat.height * WIDTH / flat.width)), Image.Resampling.LANCZOS)


def _encoded(picture: Image.Image, noise: float) -> bytes:
    """Return a JPEG with noise of a given standard deviation."""
    grey = _noise(picture.size, noise)
    noisy = ImageChops.add(picture, Image.merge("RGB", (grey,) * 3), offset=-MIDDLE)
    content = io.BytesIO()
    noisy.save(content, "JPEG", quality=QUALITY)
    return content.getvalue()


def _noise(size: tuple[int, int], noise: float) -> Image.Image:
    """Return reproducible noise around middle grey."""
    chance = random.Random(2026)
    levels = (round(chance.gauss(MIDDLE, noise)) for _ in range(TILE * TILE))
    tile = Image.frombytes("L", (TILE, TILE), bytes(min(255, max(0, level)) for level in levels))
    whole = Image.new("L", size)
    for left in range(0, size[0], TILE):
        for top in range(0, size[1], TILE):
            whole.paste(tile, (left, top))
    return whole
