"""The typed facts: nothing that the texts or the specification do not say, and mistakes that name file and field."""

from decimal import Decimal

import pytest

from starbond_site import content
from starbond_site.content import LANGUAGES, Language, load
from starbond_site.content.facts import JOINING, Facts
from tests.unit.content.spoiled import Copy
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
PLACES = {"synthetic-resin-adhesive": {"wet": True, "heat": True}}
"""“heat and water resistant”; no other place is named."""
TIMES = {
    "fix-gel-tube": {("dry", 10, None, "minutes"), ("rest", 2, 3, "hours")},
    "super-glue": {("dry_powder", 5, 10, "seconds"), ("before_smoothing", 5, 6, "seconds")},
    "pur-adhesive": {("press", 30, None, "minutes")},
    "hot-melt-adhesive": {("bind", 4, 5, "seconds")},
}
MISTAKES = [
    ("facts.toml", 'product = "super-glue"', 'product = "super-gum"', "facts.2.product"),
    ("facts.toml", 'material = "plywood"', 'material = "cheese"', "facts.5.joins.1.material"),
    ("facts.toml", 'quote = "Resistant to water."', 'quote = "Waterproof."', "facts.0.places.0.quote"),
    ("facts.toml", 'source = "characteristics.3"', 'source = "characteristics.33"', "facts.0.places.0.source"),
    ("facts.toml", 'source = "characteristics.3"', 'source = "promises"', "facts.0.places.0.source"),
    ("facts.toml", 'size = "125-g", amount = 125', 'size = "125-g", amount = 120', "facts.0.packs.1.amount"),
    ("facts.toml", 'amount = 1, unit = "kg"', 'amount = 1, unit = "l"', "facts.0.packs.4.amount"),
    ("facts.toml", '    {size = "125-g", amount = 125, unit = "g"},\n', "", "facts.0.packs"),
    ("facts.toml", 'jobs = ["area", "edge"]', 'jobs = ["ocean"]', "facts.0.jobs"),
    ("facts.toml", 'ask = ["materials", "outdoors"', 'ask = ["materials"', "facts.0.ask"),
    ("facts.toml", 'ask = ["materials", "outdoors"', 'ask = ["materials", "wet", "outdoors"', "facts.0.ask"),
    ("facts.toml", 'mixed_with = "pu-hardener"', 'mixed_with = "water"', "facts.7.joins.0.mixed_with"),
    ("facts.toml", 'unit = "minutes"', 'unit = "moments"', "facts.1.times.0.unit"),
    ("facts.toml", "shown = true", "seen = true", "facts.0.joins.0.seen"),
    ("materials.toml", 'id = "plywood"', 'id = "wood"', "materials.id"),
    ("materials.toml", 'drawing = "M3 8', 'drawing = "<3 8', "materials.0.drawing"),
    ("trade_words.toml", 'product = "super-glue"', 'product = "super-gum"', "products.6.product"),
]


@pytest.mark.parametrize(("name", "old", "spoiled", "field"), MISTAKES)
def test_a_mistake_names_file_and_field(copy: Copy, name: str, old: str, spoiled: str, field: str) -> None:
    copy.replace(name, old, spoiled)
    mistake = copy.mistake()
    assert (mistake.file, mistake.field) == (name, field)


@pytest.mark.parametrize("label", ["1 l", "1 L", "1 litre", "Small tin"])
def test_labels_write_litres_in_any_usual_way_or_need_no_figure(copy: Copy, label: str) -> None:
    copy.replace("products/nc-thinner.toml", 'en = "1 Ltr", bn', f'en = "{label}", bn')
    (thinner,) = (facts for facts in load(copy.folder, "en").facts.facts if facts.product == "nc-thinner")
    assert (thinner.packs[0].amount, thinner.packs[0].unit) == (1, "l")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fact_has_its_text(language: Language) -> None:
    """In both languages: the text is shown as the reason."""
    site = content.read(language)
    for facts in site.facts.facts:
        product = next(product for product in site.products if product.id == facts.product)
        for name, fact in facts.sourced:
            text = fact.text(product)
            assert text, name
            assert language != "en" or fact.quote in text


@pytest.mark.parametrize("label", ["2 l", "1 ml", "1 lt", "1 large tin"])
def test_a_figure_in_a_label_must_be_the_amount(copy: Copy, label: str) -> None:
    copy.replace("products/nc-thinner.toml", 'en = "1 Ltr", bn', f'en = "{label}", bn')
    mistake = copy.mistake()
    assert mistake.file == "facts.toml"
    assert mistake.field.endswith("packs.0.amount")


def test_a_changed_text_spoils_the_facts_that_rest_on_it(copy: Copy) -> None:
    copy.replace("products/synthetic-resin-adhesive.toml", 'en = "Resistant to water."', 'en = "Likes water."')
    mistake = copy.mistake()
    assert (mistake.file, mistake.field) == ("facts.toml", "facts.0.places.0.quote")


@pytest.mark.parametrize("facts", FACTS.values(), ids=FACTS)
def test_materials_are_those_of_the_specification(facts: Facts) -> None:
    """What only a picture shows, and what is mixed as the specification says, apart."""
    stated = {join.material for join in facts.joins if not join.shown and not join.mixed_with}
    named = NAMED.get(facts.product, "") if facts.kind.is_ in JOINING else ""
    assert stated == {id for id, words in IN_SPECIFICATION.items() if words in named.replace("plywood", "ply-wood")} | (
        {"plywood"} if "plywood" in named else set()
    )
    for join in facts.joins:
        if join.mixed_with:
            assert IN_SPECIFICATION[join.material] in NAMED[join.mixed_with]
        if join.shown:
            assert join.source == "use_picture"


@pytest.mark.parametrize("facts", FACTS.values(), ids=FACTS)
def test_places_and_times_are_those_of_the_specification(facts: Facts) -> None:
    assert {place.place: place.suits for place in facts.places} == PLACES.get(facts.product, {})
    times = {(time.of, time.least, time.most, time.unit) for time in facts.times}
    assert times == TIMES.get(facts.product, set())


def test_only_one_text_names_a_solvent_and_only_one_a_dose() -> None:
    assert [facts.product for facts in FACTS.values() if facts.solvent] == ["upvc-solvent-cement"]
    (facts,) = [facts for facts in FACTS.values() if facts.doses]
    (dose,) = facts.doses
    assert facts.product == "synthetic-distemper-adhesive"
    assert (dose.job, dose.per, dose.least, dose.unit) == ("lime", 5, 250, "g")


def test_packs_are_the_sizes_of_the_requirements() -> None:
    spellings = {"g": "g", "gm": "g", "kg": "kg", "ml": "ml", "Ltr": "l"}
    for product in SITE.products:
        expected = [label.split() for label in SIZES[product.path].split("|")]
        packs = [(pack.amount, pack.unit) for pack in FACTS[product.id].packs]
        assert packs == [(Decimal(number), spellings[unit]) for number, unit in expected], product.id


def test_every_material_has_words_in_both_languages() -> None:
    for material in SITE.materials:
        assert all(material.words.root[language] for language in LANGUAGES), material.id
    assert any(material.entry for material in SITE.materials)
