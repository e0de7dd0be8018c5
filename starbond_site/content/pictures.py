"""The manifest of the pictures in ``assets/pictures``: names, dimensions, formats.

``pictures.json`` is written by ``python -m art derive`` and ``python -m art import``, never by hand. Where it has no
picture that the content names, a placeholder stands for it (`placeholders`).
"""

import json
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict

from starbond_site.content import placeholders
from starbond_site.content.files import ContentError

Format = Literal["avif", "webp", "jpeg"]
MANIFEST = Path(__file__).with_name("pictures.json")


MARKS = Path(__file__).parents[2] / "assets" / "marks"
"""Marks of the company and of its brands, as ``art`` makes them (art/README.md)."""


def has_mark(name: str) -> bool:
    """Return whether there is a mark: ``company``, or that of a brand, which need not have one."""
    return (MARKS / f"{name}.svg").is_file()


class PictureError(KeyError):
    """A picture that is not in the manifest."""

    def __str__(self) -> str:
        return f'There is no picture "{self.args[0]}" in {MANIFEST.name}, and no placeholder stands for such a name.'


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
    """Whether it is a drawing or a placeholder in place of a missing picture."""
    imported: bool = False
    """Whether a person gave it (``python -m art import``); nothing renders over it."""
    source: str
    """Hash of the master and of the derivation settings."""
    formats: dict[Format, tuple[Rendition, ...]]

    def srcset(self, kind: Format, least: int = 0) -> str:
        """Return the ``srcset`` of one format: the files of at least that width, or all where there is none."""
        wide = [rendition for rendition in self.formats[kind] if rendition.width >= least] or self.formats[kind]
        return ", ".join(f"{rendition.path} {rendition.width}w" for rendition in wide)

    def file(self, least: int, *kinds: Format) -> Rendition:
        """Return the smallest file of at least that width, in the first of these formats that there is."""
        files = next(self.formats[kind] for kind in kinds if kind in self.formats)
        return next((file for file in files if file.width >= least), files[-1])

    @property
    def fallback(self) -> Rendition:
        """The file for browsers without AVIF and WebP."""
        return self.formats["jpeg"][-1]


@cache
def pictures() -> dict[str, Picture]:
    """Read the manifest; a mistake in it raises ``ContentError``."""
    try:
        entries = json.loads(MANIFEST.read_text(encoding="utf-8"))
        return {name: Picture.model_validate({"name": name, **entry}) for name, entry in entries.items()}
    except (OSError, ValueError) as mistake:
        message = "this is not as make pictures writes it: put {} into the file, then make pictures"
        raise ContentError(MANIFEST.name, "", message) from mistake


def picture(name: str) -> Picture:
    """Return the picture of that name, else the placeholder that stands for it.

    Raises:
        PictureError: it is not in the manifest, and no placeholder stands for such a name.
    """
    return pictures().get(name) or _placeholder(name)


def _placeholder(name: str) -> Picture:
    """Return a placeholder as a picture with one file, which is its address."""
    size = placeholders.shape(name)
    if size is None:
        raise PictureError(name)
    width, height = size
    address = placeholders.address(name, width, height)
    return Picture(
        name=name,
        width=width,
        height=height,
        colour=placeholders.WASH,
        alpha=name.startswith("products/"),
        drawn=True,
        source="",
        formats={"jpeg": (Rendition(width, address, len(address)),)},
    )


def social_picture(path: str) -> str:
    """Return the address of the preview that other sites show of a page (1,200 by 630, JPEG)."""
    return f"/social/{path.strip('/').lower() or 'home'}.jpg"
