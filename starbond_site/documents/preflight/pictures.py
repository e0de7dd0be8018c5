"""Properties of photos: whether they say where they were taken (Exif 3.0, 4.6.6; XMP, exif:GPSLatitude)."""

from pathlib import Path
from typing import Any

from PIL import ExifTags, Image


def properties(path: Path, _kind: str) -> dict[str, Any]:
    """Return the `report.Properties` of a photo, as JSON takes them."""
    with Image.open(path) as picture:
        # Telephones append further pictures, which say it again.
        for frame in range(getattr(picture, "n_frames", 1) if picture.format == "MPO" else 1):
            picture.seek(frame)
            if ExifTags.GPS.GPSLatitude in picture.getexif().get_ifd(ExifTags.IFD.GPSInfo):
                return {"has_place": True}
    return {"has_place": b"GPSLatitude" in path.read_bytes()}


def sample(_path: Path, _kind: str) -> dict[str, Any]:
    return {}
