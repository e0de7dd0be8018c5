"""The search of the header knows the language of the trade: what people type, and the product that comes first."""

from typing import Any

import pytest

from starbond_site import content
from starbond_site.content import LANGUAGES, Language
from starbond_site.site_files import search_index
from tests.unit import javascript

RANK = "given.queries.map((query) => functions.ranked(functions.prepared(given.index), query).map(({ url }) => url))"
WOOD = {"/SyntheticResinAdhesive", "/GumkingSyntheticResin", "/PurAdhesives"}
ADHESIVES = WOOD | {"/SuperGlue", "/FixGelTube", "/GumkingSyntheticRubber", "/SyntheticRubberAdhesive"}
SHOE = {"/GumkingSyntheticRubber"}
RUBBER = {"/GumkingSyntheticRubber", "/SyntheticRubberAdhesive"}
PIPE = {"/UPVCSolventCement"}
SEALANT = {"/StarBondSilica"}
LUBRICANT = {"/StarBondSB40"}
DISTEMPER = {"/SyntheticDistemberAdhesives"}
THINNER = {"/StarBondNCThinner"}
PRESERVATIVE = {"/StarBondWoodPreservative"}
PAINT = {"/StarBondSprayPaint"}
CLEANER = {"/StarBondDashboardCleaner"}
QUESTIONS: dict[str, set[str]] = {
    # Found nothing before the words of the trade were added.
    "pvc pipe": PIPE,
    "wood glue": WOOD,
    "rust": LUBRICANT,
    "silicone": SEALANT,
    "25 ml": PIPE,
    "100 kg": {"/SyntheticResinAdhesive", "/UPVCSolventCement"},
    "পিভিসি পাইপ": PIPE,
    "কাঠের আঠা": WOOD,
    "জুতার আঠা": SHOE,
    "গাম": ADHESIVES,
    # English.
    "glue for wood": WOOD,
    "glue": ADHESIVES,
    "shoe glue": SHOE,
    "leather": SHOE | {"/PuHardener", "/SyntheticRubberAdhesive"},
    "laminate": SHOE,
    "formica glue": SHOE,
    "plywood": {"/GumkingSyntheticResin", "/PurAdhesives"},
    "paper carton": {"/GumkingSyntheticResin"},
    "bookbinding": {"/GumkingSyntheticResin"},
    "pipe glue": PIPE,
    "upvc": PIPE,
    "plumber": PIPE,
    "solvent cement": PIPE,
    "silicon sealent": SEALANT,
    "bathroom gap": SEALANT,
    "hinge": LUBRICANT,
    "sb40": LUBRICANT,
    "sb-40": LUBRICANT,
    "277ml": LUBRICANT,
    "termite": PRESERVATIVE,
    "whitewash": DISTEMPER,
    "lime": DISTEMPER,
    "distember": DISTEMPER,
    "thiner": THINNER,
    "3.78 litre": THINNER,
    "200 ltr": THINNER,
    "nc": THINNER,
    "hot glue": {"/StarBondHotMeltAdhesives"},
    "eva granules": {"/StarBondHotMeltAdhesives"},
    "25 kg": {"/StarBondHotMeltAdhesives"},
    "superglue": {"/SuperGlue"},
    "suparglue": {"/SuperGlue"},
    "instant adhesive": {"/SuperGlue"},
    "broken cup": {"/SuperGlue"},
    "2 gram": {"/SuperGlue"},
    "gel": {"/FixGelTube"},
    "polyurethane": {"/PurAdhesives", "/PuHardener"},
    "hardner": {"/PuHardener"},
    "rubber solution": RUBBER,
    "car polish": CLEANER,
    "dash board": CLEANER,
    "spray colour": PAINT,
    "spary": PAINT,
    "gum king": {"/GumkingSyntheticResin", "/GumkingSyntheticRubber"},
    "30kg": {"/GumkingSyntheticResin"},
    "synthetic rezin": {"/SyntheticResinAdhesive", "/GumkingSyntheticResin"},
    "furniture": WOOD,
    # Bangla.
    "আঠা": ADHESIVES,
    "সাদা আঠা": {"/SyntheticResinAdhesive"},
    "কাঠ": WOOD | PRESERVATIVE,
    "প্লাইউড": {"/GumkingSyntheticResin", "/PurAdhesives"},
    "ফরমাইকা": SHOE,
    "চামড়ার আঠা": SHOE,
    "সলিউশন": RUBBER,
    "ইউপিভিসি": PIPE,
    "পাইপের গাম": PIPE,
    "২৫ মিলি": PIPE,
    "১৯০ কেজি": PIPE,
    "১০০ কেজি": {"/SyntheticResinAdhesive", "/UPVCSolventCement"},
    "সিলিকন": SEALANT,
    "মরিচা": LUBRICANT,
    "জং": LUBRICANT,
    "উইপোকা": PRESERVATIVE,
    "ঘুনপোকা": PRESERVATIVE,
    "চুনকাম": DISTEMPER,
    "থিনার": THINNER,
    "সুপার গ্লু": {"/SuperGlue"},
    "হটমেল্ট": {"/StarBondHotMeltAdhesives"},
    "রঙ": PAINT,
    "গাড়ির পলিশ": CLEANER,
    "ফোমের আঠা": SHOE,
    "কাগজের আঠা": {"/GumkingSyntheticResin"},
    "২ গ্রাম": {"/SuperGlue"},
}


def results(language: Language, queries: list[str]) -> dict[str, list[str]]:
    """Return the addresses that the search finds, by query, as English paths."""
    given: dict[str, Any] = {"index": search_index.index(content.read(language)), "queries": queries}
    found = javascript.run("site_search/ranking.jsx", RANK, given)
    return {query: [url.removeprefix("/bn") for url in urls] for query, urls in zip(queries, found, strict=True)}


def test_enough_is_asked() -> None:
    assert len(QUESTIONS) >= 60


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_people_type_brings_the_right_product_first(language: Language) -> None:
    """In either language of the site: people type both."""
    found = results(language, list(QUESTIONS))
    wrong = {query: urls[:3] for query, urls in found.items() if not urls or urls[0] not in QUESTIONS[query]}
    assert wrong == {}


def test_every_product_is_found_by_its_name_in_both_languages() -> None:
    names = {product.name: product.path for language in LANGUAGES for product in content.read(language).products}
    found = results("bn", list(names))
    assert {name: urls[0] for name, urls in found.items()} == names


def test_pages_are_found_by_their_titles() -> None:
    for language in LANGUAGES:
        site = content.read(language)
        titles = {page["title"]: page["url"].removeprefix("/bn") for page in search_index.index(site)["entries"]}
        found = results(language, list(titles))
        assert {title: urls[0] for title, urls in found.items()} == titles


@pytest.mark.parametrize("query", ["xyzzy", "ঝঞ্ঝা", "??", "", "for the"])
def test_nothing_is_found_where_there_is_nothing(query: str) -> None:
    assert results("en", [query]) == {query: []}


def test_few_results_are_shown_for_a_clear_question() -> None:
    """Any word counts, yet what holds one common word of two does not push itself forward."""
    found = results("en", ["pvc pipe", "rust", "distemper"])
    assert max(len(urls) for urls in found.values()) <= 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_size_is_found_as_its_label_writes_it(language: Language) -> None:
    """Grams are written in two ways: they find the same."""
    sold: dict[str, set[str]] = {}
    site = content.read(language)
    labels = [(size.label, product.path) for product in site.products for size in product.sizes]
    for label, path in labels:
        sold.setdefault(label.replace(" gm", " g"), set()).add(path)
    found = results(language, [label for label, _ in labels])
    assert all(urls[0] in sold[label.replace(" gm", " g")] for label, urls in found.items())
