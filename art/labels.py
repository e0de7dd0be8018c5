"""Composes what is printed on the packs, from content: brand, title, size, colours and symbols."""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

from art.company.emblems import EMBLEMS
from art.pack_style import PrintKind
from art.paths import FONTS
from art.symbols import SYMBOLS, Painter, star, tile

CREAM, INK = "#FBF8F3", "#1A2138"
WIDEST = 3200
"""Pixels around a pack: about one pixel of print for one of the picture."""


@dataclass(frozen=True, kw_only=True)
class Copy:
    """What a label says."""

    brand_id: str
    brand: str
    title: str
    line: str
    size: str
    symbols: tuple[str, ...]
    small_print: tuple[str, ...]
    main: str
    second: str


@dataclass(frozen=True)
class Area:
    """A rectangle in pixels."""

    left: float
    top: float
    width: float
    height: float

    def cut(self, left: float, top: float, right: float, bottom: float) -> "Area":
        """Return the part between shares of width and height."""
        return Area(
            self.left + left * self.width,
            self.top + top * self.height,
            (right - left) * self.width,
            (bottom - top) * self.height,
        )


@lru_cache(maxsize=512)
def font(name: str, size: int) -> ImageFont.FreeTypeFont:
    """Return one of the label's typefaces."""
    return ImageFont.truetype(str(FONTS / f"AnekLatin-{name}.ttf"), size)


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, 0 to 1."""
    parts = [(int(colour[i : i + 2], 16) / 255) ** 2.2 for i in (1, 3, 5)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def on(colour: str, *wishes: str) -> str:
    """Return the first wish that can be read on a colour, else cream or ink, whichever reads better."""

    def contrast(other: str) -> float:
        high, low = sorted((luminance(colour), luminance(other)), reverse=True)
        return (high + 0.05) / (low + 0.05)

    return next((w for w in wishes if contrast(w) >= 3), max((CREAM, INK), key=contrast))


def _breaks(words: list[str], lines: int) -> list[list[str]]:
    """Return every way to set words in a number of lines."""
    if lines == 1:
        return [[" ".join(words)]]
    return [
        [" ".join(words[:i]), *rest] for i in range(1, len(words) - lines + 2) for rest in _breaks(words[i:], lines - 1)
    ]


def _fit(text: str, area: Area, face: str, most: int, leading: float = 0.86) -> tuple[list[str], int]:
    """Return the lines and the largest size at which a text fits an area."""
    words = text.split()
    best: tuple[list[str], int] = ([text], 4)
    best_width = float("inf")
    ruler = font(face, 100)
    for count in range(1, min(most, len(words)) + 1):
        for lines in _breaks(words, count):
            widest = max(ruler.getlength(line) for line in lines)
            size = int(min(area.width / widest * 100, area.height / (leading * (count - 1) + 0.78)))
            if (size, -widest) > (best[1], -best_width):
                best, best_width = (lines, size), widest
    return best


class Print:
    """One sheet that is being printed."""

    def __init__(self, copy: Copy, width: int, height: int) -> None:
        self.copy = copy
        self.sheet = Image.new("RGB", (width, height), CREAM)
        self.draw = ImageDraw.Draw(self.sheet)
        self.emblem = EMBLEMS.get(copy.brand_id, star)

    def fill(self, area: Area, colour: str) -> None:
        """Fill an area."""
        self.draw.rectangle(
            (round(area.left), round(area.top), round(area.left + area.width) - 1, round(area.top + area.height) - 1),
            fill=colour,
        )

    def text(
        self,
        text: str,
        area: Area,
        colour: str,
        *,
        face: str = "ExtraBold",
        most: int = 1,
        align: str = "l",
        size: int = 0,
    ) -> None:
        """Set a text in a size, or as large as fits, in the middle of the area's height."""
        leading = 0.86 if face != "SemiBold" else 1.05
        lines, largest = _fit(text, area, face, most, leading)
        size = size or largest
        tall = size * (leading * (len(lines) - 1) + 0.68)
        x = area.left + {"l": 0, "m": area.width / 2, "r": area.width}[align]
        y = area.top + (area.height - tall) / 2 + size * 0.68
        for line in lines:
            self.draw.text((x, y), line, fill=colour, font=font(face, size), anchor=f"{align}s")
            y += size * leading

    def symbol(self, painter: Painter, left: float, top: float, size: float, colour: str) -> None:
        """Stamp a symbol or a brand's emblem."""
        made = tile(painter, max(8, round(size)), colour)
        self.sheet.paste(made, (round(left), round(top)), made)

    def ghost(self, area: Area, colour: str, strength: float = 0.16) -> None:
        """Stamp the emblem large and pale, cut by the area."""
        size = round(area.height * 1.5)
        made = tile(self.emblem, size, colour)
        made.putalpha(made.getchannel("A").point([round(v * strength) for v in range(256)]))
        field = Image.new("RGBA", (round(area.width), round(area.height)))
        field.paste(made, (round(area.width - size * 0.72), round(-size * 0.12)))
        self.sheet.paste(field, (round(area.left), round(area.top)), field)


def compose(kind: PrintKind, copy: Copy, width: float, height: float, front: float) -> Image.Image:
    """Print a surface of ``width`` by ``height`` centimetres whose middle ``front`` share faces the camera."""
    across = min(WIDEST, 2600) if front < 0.6 else 1400
    print_ = Print(copy, across, max(64, round(across * height / width)))
    if kind == "card":
        _card(print_)
    else:
        _bands(print_, front)
    return print_.sheet


def _bands(print_: Print, front: float) -> None:
    """Bands around the pack: brand, title, glue line, and a pale foot with line, symbols and size."""
    whole = Area(0, 0, print_.sheet.width, print_.sheet.height)
    face = whole.cut(0.5 - front / 2, 0, 0.5 + front / 2, 1)
    tall = face.height / face.width
    strip = min(0.17, 0.24 / tall)
    foot = 0.64 if tall > 1.25 else 0.66
    copy = print_.copy
    print_.fill(whole.cut(0, 0, 1, strip), copy.second)
    print_.fill(whole.cut(0, strip, 1, foot), copy.main)
    print_.ghost(face.cut(0.0, strip, 1.14, foot), on(copy.main, copy.second))
    print_.fill(whole.cut(0, foot, 1, foot + 0.022 * min(1, 1 / tall)), copy.second)
    _brand(print_, face.cut(0.06, 0, 0.94, strip))
    print_.text(copy.title, face.cut(0.07, strip + 0.035, 0.93, foot - 0.035), on(copy.main, CREAM), most=3)
    if tall < 0.52:
        _foot_in_a_row(print_, face.cut(0.07, foot + 0.06, 0.93, 0.95))
    else:
        _foot(print_, face.cut(0.07, foot + 0.045, 0.93, 0.965), stacked=tall > 1.25)
    if front < 0.6:
        _sides(print_, whole, front, foot)


def _brand(print_: Print, area: Area) -> None:
    """The emblem and the brand's name on the strip."""
    copy = print_.copy
    colour = on(copy.second, copy.main, INK)
    size = area.height * 0.6
    ruler = font("ExtraBold", 100)
    widest = min(area.width - size * 1.35, ruler.getlength(copy.brand) * area.height * 0.0072)
    left = area.left + (area.width - widest - size * 1.35) / 2
    print_.symbol(print_.emblem, left, area.top + area.height * 0.2, size, colour)
    print_.text(copy.brand, Area(left + size * 1.35, area.top + area.height * 0.16, widest, area.height * 0.68), colour)


def _foot(print_: Print, area: Area, *, stacked: bool) -> None:
    """What it is for, its symbols and how much is inside."""
    copy = print_.copy
    strong = on(CREAM, copy.main, INK)
    if stacked:
        line, row = area.cut(0, 0, 1, 0.34), area.cut(0, 0.44, 1, 1)
    else:
        line, row = area.cut(0, 0, 1, 0.3), area.cut(0, 0.4, 1, 1)
    print_.text(copy.line, line, INK, face="SemiBold", most=2 if stacked else 1)
    side = min(row.height, row.width * 0.46 / max(2, len(copy.symbols)))
    for index, name in enumerate(copy.symbols[:3]):
        print_.symbol(SYMBOLS[name], row.left + index * side * 1.2, row.top + (row.height - side) / 2, side, strong)
    taken = min(0.62, len(copy.symbols[:3]) * side * 1.2 / row.width + 0.04)
    print_.text(copy.size, row.cut(max(taken, 0.36), 0, 1, 1), strong, align="r")


def _foot_in_a_row(print_: Print, area: Area) -> None:
    """The same on a low label: symbols, line and size side by side."""
    copy = print_.copy
    strong = on(CREAM, copy.main, INK)
    side = min(area.height, area.width * 0.12)
    for index, name in enumerate(copy.symbols[:3]):
        print_.symbol(SYMBOLS[name], area.left + index * side * 1.15, area.top + (area.height - side) / 2, side, strong)
    start = len(copy.symbols[:3]) * side * 1.15 / area.width + 0.03
    print_.text(copy.line, area.cut(start, 0, 0.64, 1), INK, face="SemiBold", most=2)
    print_.text(copy.size, area.cut(0.68, 0, 1, 1), strong, align="r")


def _sides(print_: Print, whole: Area, front: float, foot: float) -> None:
    """The two sides of a wrapped label: cautions on the right of the front, the brand again on the left."""
    copy = print_.copy
    near, far = front / 2 + 0.028, front / 2 + (0.5 - front) * 0.88
    right, left = whole.cut(0.5 + near, 0, 0.5 + far, 1), whole.cut(0.5 - far, 0, 0.5 - near, 1)
    colour = on(copy.main, CREAM)
    lines = copy.small_print[:4]
    each = (foot - 0.24) / len(lines)
    areas = [right.cut(0, 0.2 + i * each, 1, 0.2 + (i + 0.86) * each) for i in range(len(lines))]
    # One size for all of them, as in print.
    size = min(_fit(line, area, "SemiBold", 2, 1.05)[1] for line, area in zip(lines, areas, strict=True))
    for line, area in zip(lines, areas, strict=True):
        print_.text(line, area, colour, face="SemiBold", most=2, size=size)
    side = min(left.width, left.height * 0.3)
    print_.symbol(
        print_.emblem,
        left.left + (left.width - side) / 2,
        left.top + left.height * (foot + 0.17) / 2 - side / 2,
        side,
        on(copy.main, copy.second),
    )
    print_.text(copy.size, left.cut(0, foot + 0.09, 1, 0.92), on(CREAM, copy.main, INK), align="m")
    print_.text(copy.title, right.cut(0, foot + 0.08, 1, 0.93), on(CREAM, copy.main, INK), most=2)


def _card(print_: Print) -> None:
    """The card behind a blister: everything that is read stands in its upper third."""
    whole = Area(0, 0, print_.sheet.width, print_.sheet.height)
    copy = print_.copy
    print_.fill(whole, copy.main)
    print_.ghost(whole.cut(0, 0.3, 1.3, 1), on(copy.main, copy.second), 0.1)
    print_.fill(whole.cut(0, 0, 1, 0.12), copy.second)
    slot = whole.cut(0.43, 0.012, 0.57, 0.034)
    print_.draw.rounded_rectangle(
        (slot.left, slot.top, slot.left + slot.width, slot.top + slot.height), slot.height / 2, fill="#3b3630"
    )
    _brand(print_, whole.cut(0.06, 0.035, 0.94, 0.122))
    print_.text(copy.title, whole.cut(0.06, 0.135, 0.7, 0.3), on(copy.main, CREAM), most=2)
    badge = whole.cut(0.73, 0.135, 0.96, 0.3)
    side = min(badge.width, badge.height)
    middle = (badge.left + badge.width / 2, badge.top + badge.height / 2)
    print_.draw.ellipse(
        (middle[0] - side / 2, middle[1] - side / 2, middle[0] + side / 2, middle[1] + side / 2), fill=copy.second
    )
    print_.text(
        copy.size,
        Area(middle[0] - side * 0.36, middle[1] - side * 0.25, side * 0.72, side * 0.5),
        on(copy.second, copy.main, INK),
        align="m",
    )
    print_.fill(whole.cut(0, 0.955, 1, 1), copy.second)
    print_.text(
        copy.line, whole.cut(0.05, 0.96, 0.95, 0.995), on(copy.second, copy.main, INK), face="SemiBold", align="m"
    )
