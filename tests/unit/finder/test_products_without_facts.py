"""A product needs no facts: what the finder, its table and its chips do not know is left out."""

from datetime import date

from starbond_site import content, finder
from starbond_site.content.facts import ProductFacts, mistakes
from starbond_site.presentation.products import facts, proportions, sheet
from starbond_site.presentation.products.technical import technical_table
from starbond_site.site_files import search_index

SITE = content.read("en")
LEFT_OUT = SITE.products[0]
KNOWN = ProductFacts(
    jobs=SITE.facts.jobs, facts=tuple(each for each in SITE.facts.facts if each.product != LEFT_OUT.id)
)
WITHOUT = SITE.model_copy(update={"facts": KNOWN})


def test_what_knows_no_facts_leaves_the_product_out():
    assert not [*mistakes(KNOWN, SITE.products, SITE.materials, language="en", written="en")]
    whole, without = finder.payload(SITE), finder.payload(WITHOUT)
    assert [each["id"] for each in without["products"]] == [each["id"] for each in whole["products"]][1:]
    assert search_index.index(WITHOUT)
    places = {place for answer in without["answers"] for place, _, _ in answer}
    assert places == set(range(len(without["products"])))
    assert facts.rows(WITHOUT, LEFT_OUT) == ()
    assert proportions.heights(WITHOUT, LEFT_OUT) == {}
    assert proportions.on_card(WITHOUT, LEFT_OUT) == (LEFT_OUT.sizes[0], 1.0)
    assert LEFT_OUT.sizes[0].label in technical_table(WITHOUT, LEFT_OUT)
    assert LEFT_OUT.name in sheet.sheet(WITHOUT, LEFT_OUT, date(2026, 1, 1))
