"""Labels of the drawn packs: every word of the content is printed, fits and can be read."""

from typing import get_args

import pytest
from PIL import ImageColor

from art import labels, symbols
from art.catalogue import brands, products
from art.company.emblems import EMBLEMS
from art.content import Product, Size, Symbol
from art.pack_style import PrintKind

pytestmark = pytest.mark.company

SIZES = [(product, max(product.sizes, key=lambda size: len(size.label))) for product in products()]
"""The longest label of each product."""
SURFACES: list[tuple[PrintKind, float, float, float]] = [
    ("wrap", 30, 3.4, 0.36),
    ("carton", 12, 9, 0.29),
    ("tube", 3, 5, 0.78),
    ("card", 6, 10, 1.0),
    ("sack", 11, 14.5, 0.25),
]


def copy_of(product: Product, size: Size) -> labels.Copy:
    brand = brands()[product.brand]
    return labels.Copy(
        brand_id=brand.id,
        brand=brand.name.upper(),
        title=product.label.title,
        line=product.label.line,
        size=size.label,
        symbols=product.label.symbols,
        small_print=product.cautions,
        main=brand.colours[0],
        second=brand.colours[1],
    )


def test_every_word_is_printed_inside_the_label(monkeypatch: pytest.MonkeyPatch) -> None:
    printed: list[str] = []
    text = labels.Print.text

    def watched(self: labels.Print, words: str, area: labels.Area, colour: str, **options: object) -> None:
        printed.append(words)
        name, most = str(options.get("face", "ExtraBold")), int(str(options.get("most", 1)))
        lines, largest = labels._fit(words, area, name, most)
        face = labels.font(name, int(str(options.get("size") or largest)))
        assert max(face.getlength(line) for line in lines) <= area.width * 1.02, words
        assert area.left >= 0, words
        assert area.left + area.width <= self.sheet.width, words
        text(self, words, area, colour, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(labels.Print, "text", watched)
    for product, size in SIZES:
        printed.clear()
        copy = copy_of(product, size)
        labels.compose("wrap", copy, 30, 12, 0.34)
        assert {copy.brand, copy.title, copy.line, copy.size} <= set(printed), (product.id, size.id)


def test_every_surface_is_printed_in_its_proportion() -> None:
    for surface in SURFACES:
        product = products()[0]
        sheet = labels.compose(surface[0], copy_of(product, product.sizes[0]), *surface[1:])
        assert sheet.height / sheet.width == pytest.approx(surface[2] / surface[1], abs=0.01), surface
        colours = {colour for _, colour in sheet.getcolors(1 << 24) or ()}
        brand = brands()[product.brand]
        assert {ImageColor.getrgb(brand.colours[0]), ImageColor.getrgb(brand.colours[1])} <= colours, surface


def test_what_is_printed_can_be_read() -> None:
    for brand in list(brands()):
        main, second = brands()[brand].colours
        for ground, chosen in ((main, labels.on(main, labels.CREAM)), (second, labels.on(second, main, labels.INK))):
            high, low = sorted((labels.luminance(ground), labels.luminance(chosen)), reverse=True)
            assert (high + 0.05) / (low + 0.05) >= 3, (brand, ground, chosen)


def test_every_symbol_and_emblem_is_drawn() -> None:
    assert set(get_args(Symbol)) == set(symbols.SYMBOLS)
    assert set(brands()) == set(EMBLEMS)
    for painter in (*symbols.SYMBOLS.values(), *EMBLEMS.values()):
        low, high = symbols.tile(painter, 48, "#000000").getchannel("A").getextrema()
        assert (low, high) == (0, 255)
