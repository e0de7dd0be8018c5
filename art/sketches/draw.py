"""Draws a placeholder for every picture that has neither a render nor a drawing of its own."""

from collections.abc import Iterator

from art.catalogue import SITE
from art.content import Product, Size
from art.derive import photographed
from art.names import wanted
from art.paths import DRAWN, MASTERS
from art.sketches.packs import Print, Sketch, definitions, sketch, standing
from art.sketches.scenes import planes
from art.svg import document, save

WIDTH, HEIGHT = 1920, 1480
FLOOR = 1360


def _print(product: Product, size: Size) -> Print:
    brand = SITE.brand(product.brand)
    main, second = brand.colours
    return Print(brand.name.upper(), product.label.title, size.label, main, second, product.pack_colour)


def _fits(drawn: Sketch, share: float = 0.84) -> float:
    return min(HEIGHT * share / drawn.height, WIDTH * 0.8 / drawn.width)


def _front(product: Product, size: Size) -> str:
    drawn = sketch(size.form, _print(product, size))
    return document(WIDTH, HEIGHT, definitions(), standing(drawn, WIDTH / 2, FLOOR, _fits(drawn)))


def _quarter(product: Product, size: Size) -> str:
    drawn = sketch(size.form, _print(product, size))
    turned = standing(drawn, 0, 0, 1)
    scale = _fits(drawn, 0.76)
    matrix = f"matrix({scale * 0.94:g} {-scale * 0.05:g} 0 {scale:g} {WIDTH / 2} {FLOOR - 20})"
    return document(WIDTH, HEIGHT, definitions(), f'<g transform="{matrix}">{turned}</g>')


def _family(product: Product) -> str:
    """Return all sizes in a row; heights follow the cube root of their volumes."""
    drawn = [(sketch(size.form, _print(product, size)), size.volume_ml ** (1 / 3)) for size in product.sizes]
    placed = [(pack, edge / (pack.width * pack.width * pack.height) ** (1 / 3)) for pack, edge in drawn]
    gap = 0.08 * max(pack.width * scale for pack, scale in placed)
    row = sum(pack.width * scale for pack, scale in placed) + gap * (len(placed) - 1)
    fit = min(WIDTH * 0.92 / row, HEIGHT * 0.84 / max(pack.height * scale for pack, scale in placed))
    x, parts = (WIDTH - row * fit) / 2, []
    for pack, scale in placed:
        half = pack.width * scale * fit / 2
        parts.append(standing(pack, x + half, FLOOR, scale * fit))
        x += 2 * half + gap * fit
    return document(WIDTH, HEIGHT, definitions(), *parts)


def _packs() -> Iterator[tuple[str, str]]:
    for turn, product in enumerate(SITE.products):
        for size in product.sizes:
            yield f"products/{product.id}/{size.id}-front", _front(product, size)
            yield f"products/{product.id}/{size.id}-quarter", _quarter(product, size)
        yield f"products/{product.id}/family", _family(product)
        yield f"products/{product.id}/use", planes(WIDTH, HEIGHT, turn)


def _scenes() -> Iterator[tuple[str, str]]:
    for turn, item in enumerate(wanted()):
        if item.kind == "scene" and not item.name.startswith("products/"):
            yield item.name, planes(item.width, item.height, turn)


def draw_missing() -> list[str]:
    """Draw a stand-in for every pack and scene that was never photographed; return the names drawn."""
    names = []
    for source in (_packs(), _scenes()):
        for name, markup in source:
            file = DRAWN / f"{name}.png"
            if (MASTERS / f"{name}.png").exists() or photographed(name):
                continue
            save(markup, file)
            names.append(name)
    return names
