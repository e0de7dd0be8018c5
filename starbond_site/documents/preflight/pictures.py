"""Properties of photos: whether they say where they were taken (Exif 3.0, 4.6.6; XMP, exif:GPSLatitude)."""

from contextlib import suppress
from pathlib import Path
from typing import Any

from PIL import ExifTags, Image


def properties(path: Path, _kind: str) -> dict[str, Any]:
    """Return the `report.Properties` of a photo, as JSON takes them."""
    with Image.open(path) as picture:
        # Compressed in a PNG.
        has_place = _has_place(picture) or b"GPSLatitude" in picture.info.get("xmp", b"")
        # Telephones append further pictures, which say it again, or cut them off and leave their index.
        with suppress(ValueError, EOFError, OSError, SyntaxError):
            for frame in range(1, getattr(picture, "n_frames", 1) if picture.format == "MPO" else 1):
                picture.seek(frame)
                has_place = has_place or _has_place(picture)
    return {"has_place": has_place or b"GPSLatitude" in path.read_bytes()}


def _has_place(picture: Image.Image) -> bool:
    return ExifTags.GPS.GPSLatitude in picture.getexif().get_ifd(ExifTags.IFD.GPSInfo)
