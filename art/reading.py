"""Reads the pictures that people give, and fits them into their place."""

from pathlib import Path

from PIL import Image, ImageOps, UnidentifiedImageError

from art.vectors import PictureError, drawn, safe

TYPES = (".jpg", ".jpeg", ".png", ".webp", ".avif", ".svg")
OTHERS = (".gif", ".tif", ".tiff", ".bmp", ".heic", ".heif", ".jxl", ".psd", ".ai", ".eps", ".svgz")
"""Endings of pictures that are not read; a sentence says so."""
LARGEST = 60_000_000
"""Pixels of a file; Pillow refuses decompression bombs from about three times as many on."""


def opened(file: Path) -> Image.Image:
    """Return the pixels of a file, turned as its camera says, without anything else that it holds.

    Raises:
        PictureError: it is no picture, has too many pixels, or is an SVG that is not safe.
    """
    if file.suffix.lower() == ".svg":
        return drawn(safe(file.read_bytes()))
    try:
        with Image.open(file) as image:
            if image.width * image.height > LARGEST:
                message = f"{image.width} x {image.height} pixels are too many; a width of 4,000 is plenty"
                raise PictureError(message)
            turned = ImageOps.exif_transpose(image)
            has_alpha = "A" in turned.getbands() or "transparency" in turned.info
            return turned.convert("RGBA" if has_alpha else "RGB")
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError) as problem:
        message = "this file cannot be read as a picture"
        raise PictureError(message) from problem


def fitted(image: Image.Image, shape: tuple[int, int], *, whole: bool) -> Image.Image:
    """Return a picture in the proportions of its place, never enlarged.

    What is shown whole has room around it in the colour of its corner; everything else is cropped to its middle.
    """
    width = min(image.width, shape[0])
    if not whole:
        return ImageOps.fit(image, (width, round(width * shape[1] / shape[0])), Image.Resampling.LANCZOS)
    width = min(shape[0], max(image.width, round(image.height * shape[0] / shape[1])))
    size = (width, round(width * shape[1] / shape[0]))
    corner = image.getpixel((0, 0)) if image.mode == "RGB" else (0, 0, 0, 0)
    return ImageOps.pad(ImageOps.contain(image, size), size, Image.Resampling.LANCZOS, color=corner)
