"""The marks of the company and its brands, and the icons made of them."""

import io
import math

from art import paths
from art.catalogue import SITE
from art.made import kept, put
from art.svg import box, disc, line, path, pixels, tag, tone

INK, PAPER, AMBER = "#141C33", "#FBF8F3", "#F2A30B"
SIDE = 64
ICON_SIZES = {"apple-touch-icon.png": 180, "icon-192.png": 192, "icon-512.png": 512}


def _star(points: int, outer: float, inner: float, x: float = 32, y: float = 32, turn: float = -90) -> str:
    """Return the outline of a star."""
    corners = []
    for step in range(points * 2):
        angle = math.radians(turn + step * 180 / points)
        radius = inner if step % 2 else outer
        corners.append(f"{x + radius * math.cos(angle):.2f} {y + radius * math.sin(angle):.2f}")
    return f"M{'L'.join(corners)}Z"


def _svg(*children: str, title: str) -> str:
    view = f"0 0 {SIDE} {SIDE}"
    return tag("svg", f"<title>{title}</title>", *children, xmlns="http://www.w3.org/2000/svg", viewBox=view)


def _joined_star(halves: str, joint: str, radius: float = 31, y: float = 34) -> str:
    """Return the company's star: two pieces that meet in a line of glue."""
    outline = _star(5, radius, radius * 0.46, y=y)
    seam = f"M{32 - radius * 0.6:.2f} {y + radius:.2f}L{32 + radius * 0.6:.2f} {y - radius:.2f}"
    clip = tag("clipPath", path(outline, "#000"), id=f"star-{radius:g}")
    return (
        tag("defs", clip)
        + path(outline, halves)
        + tag("g", line(seam, joint, radius * 0.15), clip_path=f"url(#star-{radius:g})")
    )


def company(dark: bool = False) -> str:
    """Return the company's mark for a light or a dark page."""
    return _svg(_joined_star(PAPER if dark else INK, AMBER), title=SITE.company.name)


def tile(radius: float = 14) -> str:
    """Return the company's mark on its own ground, as icons need it."""
    return _svg(box(0, 0, SIDE, SIDE, INK, radius), _joined_star(PAPER, AMBER, 25, 34), title=SITE.company.name)


def _star_bond(main: str, second: str) -> str:
    left, right = "M8 32L26 26L32 8V56L26 38Z", "M56 32L38 26L32 8V56L38 38Z"
    ground = box(0, 0, SIDE, SIDE, main, 14)
    return ground + path(left, "#FFFFFF") + path(right, "#F6D9DD") + line("M32 9V55", second, 3.4)


def _gumking(main: str, second: str) -> str:
    shield = "M32 1C42 6 52 8 61 8V32C61 48 48 58 32 63C16 58 3 48 3 32V8C12 8 22 6 32 1Z"
    crown = "M15 23L24 31L32 17L40 31L49 23L45.5 42H18.5Z"
    return path(shield, main) + path(crown, second) + box(18.5, 45, 27, 4, second, 2)


def _star_king(main: str, second: str) -> str:
    ground = "M32 1L59 16.5V47.5L32 63L5 47.5V16.5Z"
    crown = "M14 43V25L23 34L32 21L41 34L50 25V43Z"
    return (
        path(ground, main)
        + path(crown, tone(second, 0.55))
        + path(_star(5, 7, 3.1, y=13), "#FFFFFF")
        + box(14, 46, 36, 4, second, 2)
    )


def _cyclon(main: str, second: str) -> str:
    def arm(turn: int) -> str:
        d = "M32 32C32 20 42 12 54 17C46 18 43 24 42 30C41 36 36 37 32 32Z"
        return path(d, second, transform=f"rotate({turn} 32 32)")

    return disc(32, 32, 31, main) + "".join(arm(turn) for turn in (0, 120, 240)) + disc(32, 32, 5, "#FFFFFF")


def _starlaq(main: str, second: str) -> str:
    drop = "M32 1C44 17 56 27 56 41A24 22 0 0 1 8 41C8 27 20 17 32 1Z"
    return path(drop, main) + path(_star(4, 17, 5.4, y=40), "#FFFFFF") + line("M20 52C24 57 30 59 36 58.5", second, 3.2)


BRANDS = {
    "star-bond": _star_bond,
    "gumking": _gumking,
    "star-king": _star_king,
    "cyclon": _cyclon,
    "starlaq": _starlaq,
}


def brand(identifier: str) -> str:
    """Return the mark of a brand; it carries its own ground and stands on any page."""
    known = SITE.brand(identifier)
    return _svg(BRANDS[identifier](*known.colours), title=known.name)


def files() -> dict[str, bytes]:
    """Return all marks and icons, by their path below ``assets/``."""
    drawn = {"marks/company.svg": company(), "marks/company-dark.svg": company(dark=True), "favicon.svg": tile()}
    drawn |= {f"marks/{identifier}.svg": brand(identifier) for identifier in BRANDS}
    icons = {name: _png(tile(0 if name.startswith("apple") else 14), side) for name, side in ICON_SIZES.items()}
    icons |= {"icon-maskable-512.png": _png(tile(0), 512), "favicon.ico": _ico()}
    return {name: markup.encode() for name, markup in drawn.items()} | icons


def _png(markup: str, side: int) -> bytes:
    buffer = io.BytesIO()
    pixels(markup, side).quantize(64).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _ico() -> bytes:
    buffer = io.BytesIO()
    pixels(tile(), 64).save(buffer, "ICO", sizes=[(16, 16), (32, 32), (48, 48)])
    return buffer.getvalue()


def write() -> None:
    """Write all marks and icons, except where a person put one."""
    for name, data in files().items():
        file = paths.ASSETS / name
        if not put(file, data):
            print(kept(file))
