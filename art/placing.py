"""Files with a fixed name that the site serves as they are: marks, icons, and previews that other sites show of a page."""

import base64
import io
from pathlib import Path

from PIL import Image, ImageOps

from art import paths
from art.reading import fitted, opened
from art.vectors import drawn, safe

PREVIEW = (1200, 630)
"""Pixels of a preview, as Open Graph shows it."""
HEAVIEST = 118_000
"""Bytes of a preview."""
MARK_SIDE = 512
"""Largest side in pixels of a mark that is no SVG."""
ICONS = {"apple-touch-icon.png": 180, "icon-192.png": 192, "icon-512.png": 512}
"""Files and sides in pixels; the first has no transparency, since phones show it on black."""
MASKABLE = "icon-maskable-512.png"
GROUND = "#FFFFFF"
"""Behind an icon whose ground is transparent, where a phone needs one."""

Files = dict[Path, bytes]


def mark(file: Path, name: str) -> Files:
    """Return the mark of the company or a brand: an SVG stays one, anything else is put into one."""
    return {paths.ASSETS / "marks" / f"{name}.svg": _vector(file).encode()}


def icons(file: Path) -> Files:
    """Return the favicon in every form that browsers and phones ask for."""
    vector = file.suffix.lower() == ".svg"
    image = drawn(safe(file.read_bytes()), MARK_SIDE) if vector else opened(file)
    return {paths.ASSETS / "favicon.svg": _vector(file).encode()} | bitmap_icons(image)


def bitmap_icons(image: Image.Image) -> Files:
    """Return the icons that are no SVG, of a picture that is shown whole in a square."""
    shown = image.convert("RGBA")
    shown = shown.crop(shown.getchannel("A").getbbox())
    square = ImageOps.pad(shown, (MARK_SIDE, MARK_SIDE), color=(0, 0, 0, 0))
    solid = Image.alpha_composite(Image.new("RGBA", square.size, GROUND), square)
    opaque = square.getchannel("A").getextrema()[0] == 255
    buffer = io.BytesIO()
    square.resize((64, 64), Image.Resampling.LANCZOS).save(buffer, "ICO", sizes=[(16, 16), (32, 32), (48, 48)])
    files = {paths.ASSETS / "favicon.ico": buffer.getvalue()}
    for name, side in ICONS.items():
        chosen = solid if name.startswith("apple") else square
        files[paths.ASSETS / name] = _png(chosen.resize((side, side), Image.Resampling.LANCZOS))
    # A phone may cut a maskable icon to a circle of four fifths of its side (W3C Web App Manifest, "Icon masks").
    inner = round(MARK_SIDE * 0.6)
    masked = Image.new("RGBA", square.size, GROUND)
    small, place = square.resize((inner, inner), Image.Resampling.LANCZOS), (MARK_SIDE - inner) // 2
    masked.alpha_composite(small, (place, place))
    files[paths.ASSETS / MASKABLE] = _png(square if opaque else masked)
    return files


def preview(image: Image.Image, name: str) -> Files:
    """Return the preview of a page, as heavy as it may be."""
    solid = Image.new("RGBA", image.size, GROUND)
    solid.alpha_composite(image.convert("RGBA"))
    whole = solid.convert("RGB")
    shown = fitted(whole, PREVIEW, whole=False).resize(PREVIEW, Image.Resampling.LANCZOS)
    for quality in (80, 70, 60, 50, 40):
        buffer = io.BytesIO()
        shown.save(buffer, "JPEG", quality=quality, progressive=True, optimize=True)
        if buffer.tell() <= HEAVIEST:
            break
    return {paths.ASSETS / "social" / f"{name}.jpg": buffer.getvalue()}


def preview_name(path: str) -> str:
    """Return the name of the preview of a page, as the site asks for it (``content/pictures.py``)."""
    return path.strip("/").lower() or "home"


def _vector(file: Path) -> str:
    if file.suffix.lower() == ".svg":
        return safe(file.read_bytes())
    image = opened(file)
    image.thumbnail((MARK_SIDE, MARK_SIDE), Image.Resampling.LANCZOS)
    kind, data = ("png", _png(image)) if image.mode == "RGBA" else ("jpeg", _jpeg(image))
    width, height = image.size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"><image width="{width}" '
        f'height="{height}" href="data:image/{kind};base64,{base64.b64encode(data).decode()}"/></svg>'
    )


def _png(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _jpeg(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=88, optimize=True)
    return buffer.getvalue()
