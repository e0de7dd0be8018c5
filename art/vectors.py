"""Makes an SVG of a person safe to serve and to draw: drawing only, nothing that runs, nothing from elsewhere.

Editors' own notes, comments and document types are left out; a script, a handler, embedded HTML, an entity and an address
of another file are refused. An image inside (``data:``) is allowed if it is a bitmap.
"""

import io
import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET
from xml.parsers import expat

from PIL import Image

from art import paths

SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
RUNS = frozenset({"script", "foreignObject", "iframe", "object", "embed", "audio", "video", "handler", "listener"})
EMBEDDED = re.compile(r"data:image/(png|jpeg|gif|webp);base64,", re.IGNORECASE)
ADDRESS = re.compile(r"""url\(\s*['"]?\s*([^'")]*)""", re.IGNORECASE)
OTHER_ADDRESS = re.compile(r"\b(image|image-set|src|cross-fade)\s*\(", re.IGNORECASE)
"""Functions of CSS that fetch a file without ``url``."""
NUMBER = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(?:px)?\s*")
WIDTH = 1920
"""Pixels that a drawing is rasterised at."""
TALLEST = 6000
"""Pixels of height that a drawing of that width may have."""
NO_RESVG = "SVG needs resvg-py (art/requirements-import.txt)"


class PictureError(Exception):
    """A file that cannot become a picture, in a sentence."""


def safe(data: bytes) -> str:
    """Return the drawing alone.

    Raises:
        PictureError: it is no SVG, has no size, or holds something that runs or comes from elsewhere.
    """
    root = _parsed(data)
    if root.tag != f"{{{SVG}}}svg":
        message = "this is no SVG: its outermost element is not svg in the namespace of SVG"
        raise PictureError(message)
    _strip(root)
    for element in root.iter():
        _check(element)
    if "viewBox" not in root.attrib:
        sides = [NUMBER.fullmatch(root.get(side, "")) for side in ("width", "height")]
        if not all(sides):
            message = "the SVG has neither viewBox nor width and height in pixels"
            raise PictureError(message)
        root.set("viewBox", f"0 0 {sides[0].group(1)} {sides[1].group(1)}")
    ET.register_namespace("", SVG)
    ET.register_namespace("xlink", XLINK)
    return ET.tostring(root, encoding="unicode")


def has_words(markup: str) -> bool:
    """Whether a drawing has text, which each device would set in a typeface of its own."""
    return "<text" in markup


def drawn(markup: str, width: int = WIDTH) -> Image.Image:
    """Return the pixels of a safe drawing; words are set in the typefaces of this machine and in the label's.

    Raises:
        PictureError: resvg is not installed, or cannot draw it.
    """
    try:
        import resvg_py
    except ModuleNotFoundError as problem:
        raise PictureError(NO_RESVG) from problem
    _, _, across, down = (float(part) for part in re.split(r"[\s,]+", ET.fromstring(markup).get("viewBox", "").strip()))  # noqa: S314  safe already
    if across <= 0 or not 0 < down * width / across <= TALLEST:
        message = f"the SVG's proportions of {across:g} to {down:g} cannot be drawn"
        raise PictureError(message)
    fonts = [str(file) for file in sorted(paths.FONTS.glob("*.ttf"))]
    try:
        data = resvg_py.svg_to_bytes(svg_string=_sized(markup), width=width, font_files=fonts)
    except Exception as problem:  # resvg raises what its library raises, without a class of its own
        message = "this SVG cannot be drawn"
        raise PictureError(message) from problem
    return Image.open(io.BytesIO(bytes(data))).convert("RGBA")


def _sized(markup: str) -> str:
    """Return a drawing without width and height of its own, so that its viewBox alone counts."""
    root = ET.fromstring(markup)  # noqa: S314  safe already
    for side in ("width", "height"):
        root.attrib.pop(side, None)
    return ET.tostring(root, encoding="unicode")


def _parsed(data: bytes) -> ET.Element:
    """Parse without entities, which could fetch files or grow without end (OWASP: XML External Entity)."""

    def refuse(*_: object) -> None:
        message = "the SVG declares entities; save it as plain SVG"
        raise PictureError(message)

    first = expat.ParserCreate()
    first.EntityDeclHandler = refuse
    try:
        first.Parse(data, True)
        return ET.fromstring(data)  # noqa: S314  without entities
    except (expat.ExpatError, ET.ParseError, ValueError, LookupError) as problem:
        message = "this file cannot be read as SVG"
        raise PictureError(message) from problem


def _strip(element: ET.Element) -> None:
    """Remove what editors keep for themselves: elements and attributes of their own, and metadata."""
    for child in list(element):
        if not isinstance(child.tag, str) or not child.tag.startswith(f"{{{SVG}}}") or _name(child) == "metadata":
            element.remove(child)
        else:
            _strip(child)
    for key in list(element.attrib):
        if key.startswith("{") and not key.startswith(f"{{{XLINK}}}"):
            del element.attrib[key]


def _check(element: ET.Element) -> None:
    name = _name(element)
    if name in RUNS:
        message = f"the SVG holds <{name}>, which a picture may not"
        raise PictureError(message)
    for key, value in element.attrib.items():
        bare = key.rpartition("}")[2]
        if bare.lower().startswith("on") or (bare == "attributeName" and _runs(value)):
            message = f"<{name}> has {bare}={value[:30]!r}, which runs something"
            raise PictureError(message)
        if bare == "href":
            _own(value)
        else:
            _own_style(value)
    if name == "style":
        _own_style(element.text or "", sheet=True)


def _runs(attribute: str) -> bool:
    """Whether an animated attribute could make a drawing run something or fetch a file."""
    return "href" in attribute.lower() or attribute.lower().startswith("on")


def _own_style(text: str, *, sheet: bool = False) -> None:
    for address in _addresses(text):
        _own(address)
    if (
        (sheet and ("@import" in text.lower() or "@font-face" in text.lower()))
        or OTHER_ADDRESS.search(text)
        or ("\\" in text and (sheet or "(" in text))
    ):
        message = "the SVG's styles ask for another file or are escaped; save it with plain attributes"
        raise PictureError(message)


def _addresses(text: str) -> Iterator[str]:
    yield from (match.group(1).strip() for match in ADDRESS.finditer(text))


def _own(address: str) -> None:
    """Refuse an address outside of the file."""
    if address.strip() and not address.strip().startswith("#") and not EMBEDDED.match(address.strip()):
        message = f"the SVG asks for {address.strip()[:60]!r}; embed what it needs"
        raise PictureError(message)


def _name(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]
