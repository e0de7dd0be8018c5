"""Placeholders: what stands for a picture that content names and nobody has taken yet, so that a page looks finished.

Each is an SVG of a few hundred bytes inside the address (``data:``), with the initials of what it stands for. It is
complete without any file, and any real picture of that name replaces it.
"""

from urllib.parse import quote

from starbond_site.content.colours import COLOURS

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


def shape(name: str) -> tuple[int, int] | None:
    """Return width and height of the placeholder of a picture; None for a name that no placeholder stands for."""
    folder = name.partition("/")[0]
    return PORTRAIT if folder == "slides" and name.endswith("-portrait") else SHAPES.get(folder)


def initials(name: str) -> str:
    """Return at most two capital letters of a picture's name: ``SG`` for ``products/super-glue/2-gm-front``.

    A word that begins with a figure counts only where there is no other.
    """
    first = [word[0] for word in name.split("/")[1].split("-") if word]
    return "".join([letter for letter in first if not letter.isdigit()][:2] or first[:2]).upper()


def address(name: str, width: int, height: int) -> str:
    """Return the placeholder of a picture as a ``data:`` address, in its `shape`."""
    draw = _pack if name.startswith("products/") else _joint
    body = draw(width, height, initials(name))
    markup = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}'>{body}</svg>"
    return f"data:image/svg+xml,{quote(markup, safe=' =:/')}"


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
