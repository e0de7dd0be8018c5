"""The manifest of the pictures in ``assets/pictures``: names, dimensions, formats.

``pictures.json`` is written by ``python -m art derive`` and never by hand.
"""

import json
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict

Format = Literal["avif", "webp", "jpeg"]
MANIFEST = Path(__file__).with_name("pictures.json")


class PictureError(KeyError):
    """A picture that is not in the manifest."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return f'There is no picture "{self.name}" in {MANIFEST.name}. Draw it with "make art".'


class Rendition(NamedTuple):
    """One file of a picture."""

    width: int
    path: str
    """Address from the root of the site; holds a hash of the content, so that it can be cached forever."""
    bytes: int


class Picture(BaseModel):
    """One picture in all its formats and widths, narrowest first."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    width: int
    height: int
    colour: str
    """Average colour of the opaque pixels, shown until the picture has loaded."""
    alpha: bool
    """Whether it has transparent pixels."""
    drawn: bool
    """Whether it is a drawing in place of a missing render."""
    source: str
    """Hash of the master and of the derivation settings."""
    formats: dict[Format, tuple[Rendition, ...]]

    def srcset(self, kind: Format) -> str:
        """Return the ``srcset`` of one format."""
        return ", ".join(f"{rendition.path} {rendition.width}w" for rendition in self.formats[kind])

    @property
    def fallback(self) -> Rendition:
        """The file for browsers without AVIF and WebP."""
        return self.formats["jpeg"][-1]


def load(manifest: Path = MANIFEST) -> dict[str, Picture]:
    """Read a manifest; an unknown or missing field raises pydantic's ``ValidationError``."""
    entries = json.loads(manifest.read_text(encoding="utf-8"))
    return {name: Picture.model_validate({"name": name, **entry}) for name, entry in entries.items()}


@cache
def pictures() -> dict[str, Picture]:
    """Return every picture by its name."""
    return load()


def picture(name: str) -> Picture:
    """Return the picture of that name.

    Raises:
        PictureError: it is not in the manifest.
    """
    try:
        return pictures()[name]
    except KeyError:
        raise PictureError(name) from None


def social_picture(path: str) -> str:
    """Return the address of the preview that other sites show of a page (1,200 by 630, JPEG)."""
    return f"/social/{path.strip('/').lower() or 'home'}.jpg"
