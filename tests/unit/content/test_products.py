"""Products, their facts and kinds: nothing that docs/requirements.md, "Products", and the texts do not say."""

import re
from decimal import Decimal
from pathlib import Path
from typing import get_args

from starbond_site import content
from starbond_site.content import LANGUAGES
from starbond_site.content.facts import JOINING, Aspect, Hazard, PackSize, PackUnit, TimeFact, UsePlace
from starbond_site.content.reporting import FigureKind, FigureKinds
from starbond_site.shared.categories import Unit as FigureUnit

PAPER = (Path(content.FOLDER).parents[1] / "docs" / "requirements.md").read_text("utf-8")
SIZES = dict(
    re.findall(r"^- `(/\w+)`: [^*]+\*Brand:\* [A-Z ]+\. \*Sizes:\* (.+)$", re.sub(r"\n +", " ", PAPER), re.MULTILINE)
)
"""The list of docs/requirements.md, "Products": the sizes of every product by its path."""
BANGLA_DIGITS = str.maketrans("0123456789", "০১২৩৪৫৬৭৮৯")
BANGLA_UNITS = {"g": "গ্রাম", "gm": "গ্রাম", "kg": "কেজি", "ml": "মিলি", "Ltr": "লিটার"}
# docs/requirements.md, "Products": figures of the manufacturer, which have to survive every rewording.
FIGURES = {
    "/FixGelTube": ("10 minutes", "2 to 3 hours"),
    "/SyntheticDistemberAdhesives": ("250 g or more", "5 kg of lime"),
    "/SuperGlue": ("5 to 10 seconds", "5 to 6 seconds"),
    "/PurAdhesives": ("at least 30 minutes",),
    "/StarBondHotMeltAdhesives": ("4 to 5 seconds", "160 to 180 degrees", "under 150 degrees", "above 180 degrees"),
    "/StarBondSprayPaint": ("24 colours", "8 to 12 inches"),
    "/UPVCSolventCement": ("Wear gloves",),
}
HOME_CARDS = ["star-bond", "star-king", "gumking", "cyclon"]
SITES = {language: content.read(language) for language in content.LANGUAGES}
ENGLISH, BANGLA = (
    {product.path: product for product in SITES[language].products} if language in SITES else {}
    for language in ("en", "bn")
)


def test_products_and_sizes_are_those_of_the_requirements_in_both_languages():
    assert (len(SIZES), set(ENGLISH) == set(BANGLA) >= set(SIZES)) == (17, True)
    files = sorted((content.FOLDER / "products").glob("*.toml"))
    assert sorted(product.id for product in ENGLISH.values()) == [file.stem for file in files]
    assert {path: ", ".join(size.label for size in ENGLISH[path].sizes) for path in SIZES} == SIZES
    for path, labels in SIZES.items():
        ids = [re.sub(r"[^a-z0-9]+", "-", label.lower()) for label in labels.split(", ")]
        assert [size.id for size in ENGLISH[path].sizes] == [size.id for size in BANGLA[path].sizes] == ids, path
        amounts = [label.split(" ") for label in labels.split(", ")]
        translated = [f"{amount.translate(BANGLA_DIGITS)} {BANGLA_UNITS[unit]}" for amount, unit in amounts]
        assert [size.label for size in BANGLA[path].sizes] == translated, path


def test_figures_of_the_manufacturer_are_stated_and_cards_in_their_order():
    for path, figures in FIGURES.items():
        product = ENGLISH[path]
        copy = " ".join((product.uses, *product.characteristics, *product.cautions))
        assert [figure for figure in figures if figure not in copy] == [], path
    for product in (*ENGLISH.values(), *BANGLA.values()):
        stated = set(re.findall(r"\d+", " ".join((product.uses, *product.characteristics, *product.cautions))))
        assert {*re.findall(r"\d+", " ".join(step.text for step in product.steps))} <= stated, product.id
    brands = SITES["en"].brands
    assert [brand.id for brand in brands if brand.card and brand.id in HOME_CARDS] == HOME_CARDS
    assert "starlaq" in {brand.id for brand in brands if not brand.card}


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
    "wood": "wood", "plywood": "plywood", "board": "boards", "paper": "paper packaging", "leather": "leather",
    "shoe": "shoes", "rexine": "rexine", "foam": "foam", "formica": "formica", "pvc": "uPVC",
}  # fmt: skip


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
    for product in (product for product in SITE.products if product.path in SIZES and product.id in FACTS):
        expected = [label.split() for label in SIZES[product.path].split(", ")]
        packs = [(pack.amount, pack.unit) for pack in FACTS[product.id].packs]
        assert packs == [(Decimal(number), spellings[unit]) for number, unit in expected], product.id
    assert PackSize(size="tape", amount=Decimal("2.5"), unit="m").base == (2500, "mm")


def test_the_paper_lists_every_value_that_facts_may_have() -> None:
    paper = (Path(content.FOLDER).parents[1] / "docs" / "another-company.md").read_text("utf-8")
    times = [TimeFact.model_fields[name].annotation for name in ("of", "unit")]
    values = [value for values in (PackUnit, UsePlace, Hazard, Aspect, *times) for value in get_args(values)]
    assert [value for value in values if f"`{value}`" not in paper] == []


def _kind(id: str, *, in_millions: bool = False) -> FigureKind:
    return FigureKind(
        id=id, title=id, short=id, note=id, in_millions=in_millions, decimals=2, minimum=Decimal(0),
        maximum=Decimal(9_000_000), change_percent=20, source="none", checked=True,
    )  # fmt: skip


def test_figures_are_amounts_per_share_where_the_content_has_no_millions():
    turnover = _kind("turnover")
    assert FigureKinds(kinds=(turnover,)).kind("turnover").units == (FigureUnit.ONE,)
