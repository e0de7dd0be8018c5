"""The part of SVG that the drawings need: elements as strings, rendered to pixels by resvg."""

import io
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

import resvg_py
from PIL import Image

from art.paths import FONTS

FAMILY = "Anek Latin"


def tag(name: str, *children: str, **attributes: object) -> str:
    """Return one element; underscores in attribute names become hyphens."""
    given = "".join(f" {key.replace('_', '-')}={quoteattr(str(value))}" for key, value in attributes.items())
    return f"<{name}{given}>{''.join(children)}</{name}>" if children else f"<{name}{given}/>"


def path(d: str, fill: str, **attributes: object) -> str:
    """Return a filled path."""
    return tag("path", d=d, fill=fill, **attributes)


def line(d: str, stroke: str, width: float, **attributes: object) -> str:
    """Return a stroked path with round ends."""
    return tag(
        "path",
        d=d,
        fill="none",
        stroke=stroke,
        stroke_width=width,
        stroke_linecap="round",
        stroke_linejoin="round",
        **attributes,
    )


def box(x: float, y: float, width: float, height: float, fill: str, radius: float = 0, **attributes: object) -> str:
    """Return a rectangle."""
    return tag("rect", x=x, y=y, width=width, height=height, rx=radius, fill=fill, **attributes)


def disc(x: float, y: float, radius: float, fill: str, **attributes: object) -> str:
    """Return a circle."""
    return tag("circle", cx=x, cy=y, r=radius, fill=fill, **attributes)


def words(content: str, x: float, y: float, size: float, fill: str, weight: int = 700, **attributes: object) -> str:
    """Return one centred line of text."""
    attributes = {"text_anchor": "middle", **attributes}
    return tag("text", escape(content), x=x, y=y, font_size=size, font_weight=weight, fill=fill, **attributes)


def group(*children: str, x: float = 0, y: float = 0, scale: float = 1, **attributes: object) -> str:
    """Return a group, moved and scaled."""
    return tag("g", *children, transform=f"translate({x:g} {y:g}) scale({scale:g})", **attributes)


def fade(identifier: str, *stops: tuple[float, str, float], vertical: bool = False) -> str:
    """Return a linear gradient of (offset, colour, opacity) stops."""
    inner = [tag("stop", offset=at, stop_color=colour, stop_opacity=opacity) for at, colour, opacity in stops]
    end = {"x2": 0, "y2": 1} if vertical else {"x2": 1, "y2": 0}
    return tag("linearGradient", *inner, id=identifier, x1=0, y1=0, **end)


def document(width: float, height: float, *children: str, **attributes: object) -> str:
    """Return a whole drawing."""
    return tag(
        "svg",
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=f"{width:g}",
        height=f"{height:g}",
        font_family=FAMILY,
        **attributes,
    )


def pixels(markup: str, width: int | None = None) -> Image.Image:
    """Draw an SVG with the label typeface."""
    fonts = [str(file) for file in sorted(FONTS.glob("*.ttf"))]
    data = resvg_py.svg_to_bytes(
        svg_string=markup, width=width, skip_system_fonts=True, font_files=fonts, font_family=FAMILY
    )
    return Image.open(io.BytesIO(bytes(data))).convert("RGBA")


def save(markup: str, file: Path, width: int | None = None) -> None:
    """Draw an SVG into a PNG file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    pixels(markup, width).save(file, compress_level=3)


def tone(colour: str, share: float) -> str:
    """Return a colour mixed with white (share above 0) or black (below)."""
    target = 255 if share > 0 else 0
    bands = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(band + (target - band) * abs(share)):02X}" for band in bands)


def light(colour: str) -> bool:
    """Whether dark words are read better on a colour than white ones."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue > 0.62
