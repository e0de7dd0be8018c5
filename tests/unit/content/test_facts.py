"""The typed facts: nothing that the texts or the specification do not say."""

from decimal import Decimal
from pathlib import Path
from typing import get_args

from starbond_site import content
from starbond_site.content import LANGUAGES
from starbond_site.content.facts import JOINING, Aspect, Pack, Place, Time, Unit
from tests.unit.content.test_products import SIZES

SITE = content.read("en")
FACTS = {facts.product: facts for facts in SITE.facts.facts}

# What the specification says of each product (its table of products, section 2), as far as the finder can know it.
NAMED = {
    "gumking-synthetic-resin": "wood, plywood, boards, paper packaging",
    "gumking-synthetic-rubber": "leather, shoes, rexine, foam, formica",
    "pur-adhesive": "wood and plywood",
    "pu-hardener": "mixed with PU or rubber adhesives for leather, rexine, foam",
    "upvc-solvent-cement": "uPVC solvent cement",
}
IN_SPECIFICATION = {
    "wood": "wood",
    "plywood": "plywood",
    "board": "boards",
    "paper": "paper packaging",
    "leather": "leather",
    "shoe": "shoes",
    "rexine": "rexine",
    "foam": "foam",
    "formica": "formica",
    "pvc": "uPVC",
}


def test_every_fact_has_its_text() -> None:
    for language in LANGUAGES:
        site = content.read(language)
        products = {product.id: product for product in site.products}
        for facts in site.facts.facts:
            for name, fact in facts.sourced:
                text = fact.text(products[facts.product])
                assert text, name
                assert language != "en" or fact.quote in text


def test_materials_are_those_of_the_specification() -> None:
    """What only a picture shows, and what is mixed as the specification says, apart."""
    for facts in FACTS.values():
        stated = {join.material for join in facts.joins if not join.shown and not join.mixed_with}
        named = NAMED.get(facts.product, "") if facts.kind.is_ in JOINING else ""
        wood = {"plywood"} if "plywood" in named else set()
        others = named.replace("plywood", "ply-wood")
        assert stated == {id for id, words in IN_SPECIFICATION.items() if words in others} | wood, facts.product
        for join in facts.joins:
            if join.mixed_with:
                assert IN_SPECIFICATION[join.material] in NAMED[join.mixed_with], facts.product
            if join.shown:
                assert join.source == "use_picture", facts.product


def test_packs_are_the_sizes_of_the_requirements() -> None:
    spellings = {"g": "g", "gm": "g", "kg": "kg", "ml": "ml", "Ltr": "l"}
    for product in (product for product in SITE.products if product.path in SIZES):
        expected = [label.split() for label in SIZES[product.path].split("|")]
        packs = [(pack.amount, pack.unit) for pack in FACTS[product.id].packs]
        assert packs == [(Decimal(number), spellings[unit]) for number, unit in expected], product.id
    assert Pack(size="tape", amount=Decimal("2.5"), unit="m").base == (2500, "mm")


def test_the_paper_lists_every_value_that_facts_may_have() -> None:
    paper = (Path(content.FOLDER).parents[1] / "docs" / "another-company.md").read_text("utf-8")
    times = [Time.model_fields[name].annotation for name in ("of", "unit")]
    values = [value for values in (Unit, Place, Aspect, *times) for value in get_args(values)]
    assert [value for value in values if f"`{value}`" not in paper] == []
