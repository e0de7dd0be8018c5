"""The manifest of the pictures in ``assets/pictures``: names, dimensions, formats.

``pictures.json`` is written by ``python -m art derive`` and ``python -m art import``, never by hand. Where it has no
picture that the content names, a placeholder stands for it, so that a page looks finished: an SVG of a few hundred
bytes inside the address (``data:``), with the initials of what it stands for. It is complete without any file, and any
real picture of that name replaces it.
"""

import json
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple
from urllib.parse import quote

from pydantic import BaseModel, ConfigDict

from starbond_site.content.colours import COLOURS
from starbond_site.shared.mistakes import ContentError

Format = Literal["avif", "webp", "jpeg"]
MANIFEST = Path(__file__).with_name("pictures.json")
ASSETS = Path(__file__).parents[2] / "assets"
MARKS = ASSETS / "marks"
"""Marks of the company and of its brands, as ``art`` makes them (art/README.md)."""
PAPER, WASH, LINE, INK, AMBER = (COLOURS[name].light for name in ("paper", "wash", "control-line", "muted", "amber"))
"""Colours of the light theme. An image inside an address does not know the theme of the page; these serve both."""
SHAPES = {
    "products": (1920, 1480),
    "brands": (1280, 960),
    "news": (1440, 960),
    "slides": (1920, 1080),
    "banners": (1920, 480),
    "pages": (1440, 960),
}
"""Width and height in pixels by folder, as real pictures have them."""
PORTRAIT = (1080, 1350)
"""Of a slide in narrow windows, whose name ends in ``-portrait``."""


def has_mark(name: str) -> bool:
    """Return whether there is a mark: ``company``, or that of a brand, which need not have one."""
    return (MARKS / f"{name}.svg").is_file()


class PictureError(LookupError):
    """A picture that is not in the manifest."""


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
    folder = name.partition("/")[0]
    if folder not in SHAPES:
        raise PictureError(
            f'There is no picture "{name}" in {MANIFEST.name}, and no placeholder stands for such a name.'
        )
    width, height = PORTRAIT if folder == "slides" and name.endswith("-portrait") else SHAPES[folder]
    draw = _pack if folder == "products" else _joint
    body = draw(width, height, initials(name))
    markup = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}'>{body}</svg>"
    address = f"data:image/svg+xml,{quote(markup, safe=' =:/')}"
    return Picture(
        name=name,
        width=width,
        height=height,
        colour=WASH,
        alpha=folder == "products",
        drawn=True,
        source="",
        formats={"jpeg": (Rendition(width, address, len(address)),)},
    )


def initials(name: str) -> str:
    """Return at most two capital letters of a picture's name: ``SG`` for ``products/super-glue/2-gm-front``.

    A word that begins with a figure counts only where there is no other.
    """
    first = [word[0] for word in name.split("/")[1].split("-") if word]
    return "".join([letter for letter in first if not letter.isdigit()][:2] or first[:2]).upper()


def _text(x: float, y: float, size: float, letters: str) -> str:
    # A picture inside an address cannot load the fonts of the page.
    return (
        f"<text x='{x:g}' y='{y:g}' font-family='sans-serif' font-weight='600' font-size='{size:g}' "
        f"text-anchor='middle' fill='{INK}'>{letters}</text>"
    )


def _box(x: float, y: float, width: float, height: float, colour: str, rest: str = "") -> str:
    return f"<rect x='{x:g}' y='{y:g}' width='{width:g}' height='{height:g}' fill='{colour}' {rest}/>"


def _pack(width: int, height: int, letters: str) -> str:
    """Return a plain pack with a label, without a ground: it stands on the tint of its brand."""
    w, h = height * 0.5, height * 0.62
    x, y = (width - w) / 2, height * 0.26
    parts = (
        _box(x + w * 0.2, y - h * 0.16, w * 0.6, h * 0.16, LINE, "rx='18'"),
        _box(x, y, w, h, PAPER, f"rx='36' stroke='{LINE}' stroke-width='8'"),
        _box(x, y + h * 0.3, w, h * 0.44, WASH),
        _box(x, y + h * 0.3, w, 14, AMBER),
        _text(width / 2, y + h * 0.61, h * 0.22, letters),
    )
    return "".join(parts)


def _joint(width: int, height: int, _letters: str) -> str:
    """Return two surfaces that meet in the glue line."""
    left = _box(0, 0, width, height, WASH)
    right = f"<path d='M{width * 0.62:g} 0H{width}V{height}H{width * 0.46:g}Z' fill='{PAPER}'/>"
    seam = f"<path d='M{width * 0.62:g} 0L{width * 0.46:g} {height}' stroke='{AMBER}' stroke-width='14' fill='none'/>"
    return left + right + seam


def social_picture(path: str) -> str:
    """Return the address of the preview that other sites show of a page (1,200 by 630, JPEG)."""
    return f"/social/{path.strip('/').lower() or 'home'}.jpg"
