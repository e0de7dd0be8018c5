"""The content that pictures are drawn from, read once."""

from art.content import Brand, Product, read

SITE = read()


def brands() -> dict[str, Brand]:
    """Return the brands by id."""
    return {brand.id: brand for brand in SITE.brands}


def products() -> tuple[Product, ...]:
    """Return the products in the order of the menu."""
    return SITE.products
