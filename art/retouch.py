"""What is done to a render before it is laid on the canvas: outlines smoothed, the shadow faded out."""

import numpy as np
from PIL import Image, ImageFilter


def smooth_outlines(packs: Image.Image) -> Image.Image:
    """Smooth the outlines, which few samples leave ragged and the denoiser does not touch.

    What is not opaque takes the colour of what is opaque around it, so that no dark fringe appears.
    """
    pixels = np.asarray(packs, dtype=np.float32)
    alpha = pixels[..., 3] / 255
    solid = np.where(alpha > 0.5, alpha, 0)
    around = np.maximum(_blurred(solid, 1.4), 1e-4)
    bled = np.stack([_blurred(pixels[..., band] * solid, 1.4) / around for band in range(3)], axis=-1)
    share = np.clip(around * 12, 0, 1) * np.clip((0.98 - alpha) * 12, 0, 1)
    colour = pixels[..., :3] * (1 - share[..., None]) + bled * share[..., None]
    outline = packs.getchannel("A").filter(ImageFilter.MedianFilter(3)).filter(ImageFilter.GaussianBlur(0.7))
    smooth = Image.fromarray(np.clip(np.round(colour), 0, 255).astype("uint8"), "RGB")
    smooth.putalpha(outline)
    return smooth


def _blurred(values: np.ndarray, radius: float) -> np.ndarray:
    """Return values blurred along both axes; unlike Pillow's blur it keeps fractions."""
    reach = round(radius * 2.5)
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / radius) ** 2)
    for axis in (0, 1):
        padded = np.pad(values, [(reach, reach) if n == axis else (0, 0) for n in (0, 1)])
        parts = [w * np.take(padded, range(n, n + values.shape[axis]), axis) for n, w in enumerate(weights)]
        values = np.sum(parts, axis=0) / weights.sum()
    return values


def faded(alpha: Image.Image) -> Image.Image:
    """Lift the last veil off the floor and let the shadow die away towards the edges of its box."""
    values = np.clip((np.asarray(alpha, dtype=float) - 3) / 252, 0, 1)

    def ease(length: int, near: float, far: float) -> np.ndarray:
        place = (np.arange(length) + 0.5) / length
        rise = np.clip(np.minimum(place / near, (1 - place) / far), 0, 1)
        return rise * rise * (3 - 2 * rise)

    rows, columns = values.shape
    values *= ease(columns, 0.16, 0.34)[None, :] * ease(rows, 0.5, 0.16)[:, None]
    return Image.fromarray(np.round(values * 255).astype("uint8"))
