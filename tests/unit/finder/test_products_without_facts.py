"""A product needs no facts: what the finder, its table and its chips do not know is left out."""

from datetime import date

from starbond_site import content, finder
from starbond_site.content.facts import ProductFacts, mistakes
from starbond_site.presentation.products import facts, proportions, sheet
from starbond_site.presentation.products.comparison import Choice, comparison
from starbond_site.presentation.products.technical import technical_table
from starbond_site.site_files import search_index

SITE = content.read()
LEFT_OUT = SITE.products[0]
KNOWN = ProductFacts(
    jobs=SITE.facts.jobs, facts=tuple(each for each in SITE.facts.facts if each.product != LEFT_OUT.id)
)
WITHOUT = SITE.model_copy(update={"facts": KNOWN})


def test_what_knows_no_facts_leaves_the_product_out():
    written = SITE.facts.language or SITE.language
    assert not [*mistakes(KNOWN, SITE.products, SITE.materials, language=SITE.language, written=written)]
    others = [each["id"] for each in finder.payload(SITE)["products"] if each["id"] != LEFT_OUT.id]
    without = finder.payload(WITHOUT)
    assert [each["id"] for each in without["products"]] == others
    for each in SITE.facts.facts:  # No amounts of packs: nothing is computed from a dose.
        product = next(product for product in SITE.products if product.id == each.product)
        assert finder.calculator(SITE, product, each.model_copy(update={"packs": ()}))["doses"] == []
    assert search_index.index(WITHOUT)
    for answer in without["answers"]:
        assert {place for place, _, _ in answer} == {*range(len(others))}
    assert not [row for row in facts.rows(WITHOUT, LEFT_OUT) if row.texts or row.open]
    compared = [LEFT_OUT.id, SITE.products[-1].id]
    assert comparison(WITHOUT, Choice.of(WITHOUT, compared)).count('role="columnheader"') == len({*compared})
    assert proportions.heights(WITHOUT, LEFT_OUT) == {}
    assert proportions.on_card(WITHOUT, LEFT_OUT) == (LEFT_OUT.sizes[0], 1.0)
    assert LEFT_OUT.sizes[0].label in technical_table(WITHOUT, LEFT_OUT)
    assert LEFT_OUT.name in sheet.sheet(WITHOUT, LEFT_OUT, date(2026, 1, 1))
