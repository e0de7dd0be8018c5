"""Scenes as flat drawings: three planes in muted colours with a glue line between them."""

from art.svg import box, document, fade, path, tag, tone

AMBER = "#F2A30B"
HUES = ("#8A5A33", "#5D6B7A", "#7B8F76", "#2E3A55", "#A8623A", "#9A3B3B", "#6C5B7B")


def planes(width: int, height: int, turn: int) -> str:
    """Return two surfaces that meet in a thin line of amber; ``turn`` varies colour and slope."""
    hue = HUES[turn % len(HUES)]
    left, right = height * (0.56 + 0.05 * (turn % 3)), height * (0.4 + 0.04 * (turn % 4))
    floor = f"M0 {left:g} L{width} {right:g} V{height} H0Z"
    seam = f"M0 {left:g} L{width} {right:g}"
    defs = tag("defs", fade("dusk", (0, "#000", 0.05), (1, "#000", 0.35)))
    return document(
        width,
        height,
        defs,
        box(0, 0, width, height, tone(hue, 0.62)),
        path(f"M{width * 0.62:g} 0 H{width} V{right:g} L{width * 0.5:g} {(left + right) / 2:g}Z", tone(hue, 0.72)),
        path(floor, tone(hue, 0.05)),
        path(floor, "url(#dusk)"),
        tag("path", d=seam, fill="none", stroke=AMBER, stroke_width=max(4, height * 0.008)),
    )
