"""Sizes in proportion, and the technical table of a product page: only what some text states."""

import re

import pytest

from starbond_site import content
from starbond_site.content.models import Product
from starbond_site.presentation.products.facts import rows
from starbond_site.presentation.products.proportions import SMALLEST_ON_CARD, heights, on_card
from starbond_site.presentation.products.technical import technical_table

SITES = [content.read(language) for language in content.LANGUAGES]
ENGLISH = SITES[0]
EACH = [(site, product) for site in SITES for product in site.products]


def named(id: str) -> Product:
    return next(product for product in ENGLISH.products if product.id == id)


def test_a_pack_of_eight_times_the_content_is_twice_as_high() -> None:
    found = heights(ENGLISH, named("wood-preservative"))
    assert found["4-ltr"] == 1
    assert found["500-ml"] == pytest.approx(1 / 2)


def test_every_card_shows_a_size_of_its_product_on_one_scale() -> None:
    for product in ENGLISH.products:
        size, scale = on_card(ENGLISH, product)
        amount = next(pack.base[0] for pack in ENGLISH.facts.by_product[product.id].packs if pack.size == size.id)
        assert size in product.sizes, product
        assert scale == pytest.approx(min(1, max(SMALLEST_ON_CARD, (amount / 1000) ** (1 / 3))), abs=0.005), product


def test_the_table_says_each_fact_and_asks_for_the_others() -> None:
    for site, product in EACH:
        html = technical_table(site, product)
        plain = re.sub(r"&#x27;|&quot;", "", html)
        for row in rows(site, product):
            for text in row.texts:
                assert re.sub("['\"]", "", text) in plain, product.id
        asked = [row for row in rows(site, product) if row.open]
        assert html.count("https://wa.me/") == len(asked), product.id
        headings = [row.label for row in rows(site, product) if row.texts]
        headings += [site.interface.facts.ask_link] * bool(asked)
        assert re.findall(r'<th scope="row">(.*?)</th>', html)[2:] == headings, product.id
        assert (site.interface.facts.note in html) == bool(asked), product.id
        assert all(size.label in html for size in product.sizes), product.id
