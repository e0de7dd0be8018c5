"""The pictures that the content needs, by name and size."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from art.content import Brand, Product, read
from art.shapes import SHAPES

Kind = Literal["pack", "scene", "person", "drawing"]


@dataclass(frozen=True)
class Wanted:
    """One picture that the site needs."""

    name: str
    kind: Kind
    width: int
    height: int


SITE = read()


def brands() -> dict[str, Brand]:
    """Return the brands by id."""
    return {brand.id: brand for brand in SITE.brands}


def products() -> tuple[Product, ...]:
    """Return the products in the order of the menu."""
    return SITE.products


def wanted() -> Iterator[Wanted]:
    """Yield every picture that the content needs."""
    for product in SITE.products:
        for size in product.sizes:
            yield Wanted(f"products/{product.id}/{size.id}-front", "pack", *SHAPES["products"])
            yield Wanted(f"products/{product.id}/{size.id}-quarter", "pack", *SHAPES["products"])
        yield Wanted(f"products/{product.id}/family", "pack", *SHAPES["products"])
        yield Wanted(f"products/{product.id}/use", "scene", *SHAPES["products"])
    for slide in SITE.slides:
        yield Wanted(f"slides/{slide.id}", "scene", *SHAPES["slides"])
        yield Wanted(f"slides/{slide.id}-portrait", "scene", *SHAPES["portrait"])
    for brand in SITE.brands:
        yield Wanted(f"brands/{brand.id}", "scene", *SHAPES["brands"])
    for item in SITE.news:
        yield Wanted(f"news/{item.id}", "scene", *SHAPES["news"])
    for banner in SITE.banners:
        yield Wanted(f"banners/{banner}", "scene", *SHAPES["banners"])
    for person in SITE.people:
        yield Wanted(f"people/{person.id}", "person", *SHAPES["people"])
    yield Wanted("drawings/unfinished-joint", "drawing", *SHAPES["drawings"])
