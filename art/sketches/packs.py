"""Packs as flat drawings: one silhouette per form, on a base line, one label."""

from collections.abc import Callable
from dataclasses import dataclass

from art.svg import box, disc, fade, group, light, line, path, tag, tone, words

INK = "#141C33"
METAL = "#C9CED6"


@dataclass(frozen=True)
class Print:
    """What is printed on a pack, and in which colours."""

    brand: str
    title: str
    size: str
    main: str
    second: str
    pack: str


@dataclass(frozen=True)
class Sketch:
    """A drawing whose pack stands on y = 0, centred on x = 0, with a label area."""

    width: float
    height: float
    body: str
    label: tuple[float, float, float, float]
    """x, y, width, height of the printed area."""


def _side(x: float, y: float, width: float, height: float, radius: float = 0) -> str:
    """Return the shading of an upright cylinder over a rectangle."""
    return box(x, y, width, height, "url(#round)", radius)


def _nozzle_bottle(p: Print) -> Sketch:
    body = (
        "M-200 0 Q-220 0 -220 -24 V-520 C-220 -620 -90 -640 -70 -690 H70 C90 -640 220 -620 220 -520 V-24 Q220 0 200 0Z"
    )
    cap = box(-84, -760, 168, 80, p.second, 10) + path("M-62 -760 L-20 -980 H20 L62 -760Z", p.second)
    return Sketch(440, 980, path(body, p.pack) + path(body, "url(#round)") + cap, (-220, -500, 440, 420))


def _jar(p: Print) -> Sketch:
    lid = box(-330, -720, 660, 150, p.second, 24) + _side(-330, -720, 660, 150, 24)
    return Sketch(
        660, 720, box(-310, -590, 620, 590, p.pack, 46) + _side(-310, -590, 620, 590, 46) + lid, (-310, -500, 620, 420)
    )


def _tub(p: Print) -> Sketch:
    body = "M-320 -600 H320 L290 -26 Q288 0 262 0 H-262 Q-288 0 -290 -26Z"
    lid = box(-345, -690, 690, 100, p.second, 20) + _side(-345, -690, 690, 100, 20)
    return Sketch(690, 690, path(body, p.pack) + path(body, "url(#round)") + lid, (-300, -510, 600, 400))


def _bucket(p: Print) -> Sketch:
    body = "M-330 -740 H330 L285 -26 Q283 0 257 0 H-257 Q-283 0 -285 -26Z"
    lid = box(-355, -830, 710, 84, p.second, 20) + box(-340, -750, 680, 34, tone(p.pack, -0.12), 10)
    handle = line("M-335 -735 C-300 -360 300 -360 335 -735", "#8A909C", 12)
    return Sketch(710, 830, path(body, p.pack) + path(body, "url(#round)") + lid + handle, (-285, -400, 570, 330))


def _tin(p: Print) -> Sketch:
    rims = "".join(box(-316, y, 632, 34, METAL, 12) + _side(-316, y, 632, 34, 12) for y in (-34, -700))
    lid = path("M-290 -700 V-722 Q-290 -738 -270 -738 H270 Q290 -738 290 -722 V-700Z", tone(METAL, 0.25))
    return Sketch(
        632, 738, box(-300, -690, 600, 680, p.pack) + lid + rims + _side(-300, -666, 600, 632), (-300, -640, 600, 580)
    )


def _can(p: Print) -> Sketch:
    rims = "".join(box(-268, y, 536, 26, METAL, 8) for y in (-26, -766))
    handle = line("M-150 -770 C-150 -860 90 -860 90 -770", "#7C828E", 22)
    cap = box(130, -840, 96, 74, p.second, 10)
    return Sketch(
        536,
        850,
        handle + cap + box(-260, -750, 520, 740, p.pack) + rims + box(-260, -740, 520, 714, "url(#flat)"),
        (-260, -690, 520, 600),
    )


def _drum(p: Print) -> Sketch:
    ribs = "".join(box(-316, y, 632, 22, tone(p.pack, -0.18), 11) for y in (-300, -610))
    rims = "".join(box(-318, y, 636, 30, tone(p.pack, -0.3), 12) for y in (-30, -920))
    return Sketch(
        636, 920, box(-306, -905, 612, 900, p.pack) + ribs + rims + _side(-306, -905, 612, 900), (-306, -585, 612, 270)
    )


def _tube(p: Print) -> Sketch:
    body = "M-150 -130 C-150 -200 -180 -240 -180 -330 L-200 -930 H200 L180 -330 C180 -240 150 -200 150 -130Z"
    crimp = box(-206, -980, 412, 56, tone(METAL, -0.06), 6)
    cap = box(-70, -130, 140, 130, p.second, 14)
    return Sketch(412, 980, cap + path(body, p.pack) + path(body, "url(#round)") + crimp, (-178, -860, 356, 470))


def _carded_tube(p: Print) -> Sketch:
    card = box(-260, -820, 520, 820, p.main, 26) + disc(0, -760, 28, "#FBF8F3")
    blister = box(-110, -440, 220, 400, "#FFFFFF", 60, opacity=0.35)
    tube = box(-60, -330, 120, 270, p.pack, 16) + path("M-34 -330 L-14 -420 H14 L34 -330Z", p.second)
    return Sketch(520, 820, card + tube + blister, (-240, -720, 480, 260))


def _spray_can(p: Print) -> Sketch:
    shoulder = path("M-150 -760 C-150 -820 -90 -830 -86 -850 H86 C90 -830 150 -820 150 -760Z", METAL)
    cap = box(-104, -1010, 208, 165, p.pack, 26) + _side(-104, -1010, 208, 165, 26)
    body = box(-150, -764, 300, 752, p.main) + box(-154, -18, 308, 18, METAL, 8) + _side(-150, -764, 300, 752)
    return Sketch(308, 1010, shoulder + cap + body, (-150, -700, 300, 600))


def _cartridge(p: Print) -> Sketch:
    nozzle = path("M-40 -800 L-12 -1060 H12 L40 -800Z", "#E9E4DA") + box(-56, -830, 112, 50, "#E9E4DA", 8)
    body = box(-128, -790, 256, 780, p.pack, 12) + box(-132, -40, 264, 40, tone(p.pack, -0.2), 8)
    return Sketch(264, 1060, nozzle + body + _side(-128, -790, 256, 780, 12), (-128, -700, 256, 560))


def _bottle(p: Print) -> Sketch:
    body = (
        "M-196 0 Q-220 0 -220 -26 V-560 C-220 -690 -86 -690 -86 -780 H86 C86 -690 220 -690 220 -560 V-26 Q220 0 196 0Z"
    )
    cap = box(-104, -900, 208, 124, p.second, 14) + _side(-104, -900, 208, 124, 14)
    return Sketch(440, 900, path(body, p.pack) + path(body, "url(#round)") + cap, (-220, -530, 440, 430))


def _sack(p: Print) -> Sketch:
    body = "M-300 -10 C-340 -300 -330 -640 -300 -900 Q0 -930 300 -900 C330 -640 340 -300 300 -10 Q0 20 -300 -10Z"
    seam = line("M-296 -850 Q0 -880 296 -850", tone(p.pack, -0.25), 8, stroke_dasharray="26 16")
    return Sketch(660, 920, path(body, p.pack) + path(body, "url(#flat)") + seam, (-250, -700, 500, 470))


FORMS: dict[str, Callable[[Print], Sketch]] = {
    "nozzle_bottle": _nozzle_bottle,
    "jar": _jar,
    "tub": _tub,
    "bucket": _bucket,
    "tin": _tin,
    "can": _can,
    "drum": _drum,
    "tube": _tube,
    "carded_tube": _carded_tube,
    "spray_can": _spray_can,
    "cartridge": _cartridge,
    "bottle": _bottle,
    "sack": _sack,
}


def definitions() -> str:
    """Return the gradients that the packs refer to."""
    rounded = ((0, "#000", 0.26), (0.18, "#fff", 0.22), (0.34, "#fff", 0.05), (0.7, "#000", 0.04), (1, "#000", 0.3))
    return tag("defs", fade("round", *rounded), fade("flat", (0, "#fff", 0.12), (0.6, "#000", 0), (1, "#000", 0.14)))


def _fitting(text: str, width: float, most: float) -> float:
    """Return the type size at which a line of the label typeface fits."""
    return min(most, width * 0.9 / (0.56 * max(len(text), 1)))


def _label(p: Print, area: tuple[float, float, float, float]) -> str:
    x, y, width, height = area
    ink = INK if light(p.main) else "#FFFFFF"
    title, _, rest = p.title.partition(" ") if len(p.title) > 14 else (p.title, "", "")
    longest = max((title, rest), key=len)
    size = _fitting(longest, width, height * 0.17)
    rows = [row for row in (title, rest) if row]
    middle = y + height * 0.5 - (len(rows) - 1) * size * 0.5
    return (
        box(x, y, width, height, p.main)
        + box(x, y + height * 0.76, width, height * 0.03, p.second)
        + words(p.brand, 0, y + height * 0.25, _fitting(p.brand, width, height * 0.13), p.second, 800)
        + "".join(words(row, 0, middle + n * size * 1.05 + size * 0.3, size, ink) for n, row in enumerate(rows))
        + words(p.size, 0, y + height * 0.935, _fitting(p.size, width * 0.8, height * 0.11), ink, 600)
    )


def sketch(form: str, p: Print) -> Sketch:
    """Return one pack with its label, before it is placed."""
    plain = FORMS[form](p)
    x, y, width, height = plain.label
    printed = _label(p, plain.label) + ("" if form == "carded_tube" else _side(x, y, width, height))
    return Sketch(plain.width, plain.height, plain.body + printed, plain.label)


def standing(drawn: Sketch, x: float, floor: float, scale: float) -> str:
    """Return a pack that stands on the floor with a soft shadow under it."""
    shadow = "".join(
        tag(
            "ellipse",
            cx=drawn.width * 0.06,
            cy=0,
            rx=drawn.width * (0.5 + n * 0.03),
            ry=8 + n * 6,
            fill=INK,
            opacity=0.05,
        )
        for n in range(5)
    )
    return group(shadow + drawn.body, x=x, y=floor, scale=scale)
