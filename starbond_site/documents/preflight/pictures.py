"""Properties of photos: whether they say where they were taken (Exif 3.0, 4.6.6)."""

from pathlib import Path
from typing import Any

from PIL import ExifTags, Image


def properties(path: Path, _kind: str) -> dict[str, Any]:
    """Return the `report.Properties` of a photo, as JSON takes them."""
    with Image.open(path) as picture:
        place = picture.getexif().get_ifd(ExifTags.IFD.GPSInfo)
    return {"has_place": ExifTags.GPS.GPSLatitude in place}


def sample(_path: Path, _kind: str) -> dict[str, Any]:
    return {}
