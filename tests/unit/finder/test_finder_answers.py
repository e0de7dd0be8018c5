"""The answers of the finder and its calculator: listed for every pair, and never more than the texts say."""

import asyncio
import html
import itertools
import random
import re
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import brotli
import htpy as h
import pytest
from starlette.datastructures import QueryParams

from starbond_site import content
from starbond_site.content import LANGUAGES, Language
from starbond_site.content.addresses import localized
from starbond_site.content.facts import ProductFacts, mistakes
from starbond_site.features.finder import table as answers
from starbond_site.features.finder import table as in_address
from starbond_site.features.finder.rules import CONDITIONS, LEVELS, first_sentence, verdicts
from starbond_site.features.finder.table import answer as written
from starbond_site.presentation.numbers import decimal
from starbond_site.presentation.products import data_sheet, facts
from starbond_site.presentation.products.comparison import ComparedProducts, comparison
from starbond_site.presentation.products.facts import technical_table
from starbond_site.presentation.products.packs import calculator, on_card
from starbond_site.presentation.search.ranking import made
from tests.unit import javascript
from tests.unit.documents.publishing import existing

pytestmark = pytest.mark.features("finder")

SITE = content.read("en")
READ = "functions.questionOf(given.search, given.materials, given.conditions)"
LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


ASK = """given.questions.map(([a, b, chosen]) => {
  const answer = functions.answerOf(given.data, a, b, chosen, given.names);
  const short = (list) => list.map(({ product, reasons }) => [product.id, reasons]);
  return Object.fromEntries(Object.entries(answer).map(([level, list]) => [level, short(list)]));
})"""
ALL: list[list[str]] = [
    list(chosen) for n in range(len(CONDITIONS) + 1) for chosen in itertools.combinations(CONDITIONS, n)
]
PAIRS = [each for each in Path(__file__).with_name("pairs.txt").read_text().splitlines() if " = " in each]
Answer = dict[str, list[tuple[str, list[str]]]]


def answered(language: Language, a: str, b: str, chosen: list[str]) -> Answer:
    site = content.read(language)
    names = {material.id: material.short for material in site.materials}
    found = verdicts(site, a, b, chosen)
    said = {each: [text.replace("{a}", names[a]).replace("{b}", names[b]) for text in each.reasons] for each in found}
    return {level: [(each.product.id, said[each]) for each in found if each.level == level] for level in LEVELS}


@cache
def everything(language: Language) -> list[tuple[str, str, list[str], Answer]]:
    ids = [material.id for material in SITE.materials]
    asked = [(a, b, chosen) for place, b in enumerate(ids) for a in ids[: place + 1] for chosen in ALL]
    return [(*question, answered(language, *question)) for question in asked]


@pytest.mark.parametrize("line", PAIRS)
def test_the_finder_answers_as_a_technician(line: str) -> None:
    question, _, right = line.partition(" = ")
    materials, *chosen = question.split(", ")
    a, b = materials.split(" + ")
    for one, other in ((a, b), (b, a)):
        found = answered("en", one, other, chosen)
        said = [f"{level} {' '.join(id for id, _ in found[level])}" for level in ("suits", "ask") if found[level]]
        assert ("; ".join(said) or "people") == right


@LANGUAGE
def test_the_browser_finds_what_the_rules_say(language: Language) -> None:
    site, all_questions = content.read(language), everything(language)
    given = {
        "data": answers.payload(site),
        "names": {material.id: material.short for material in site.materials},
        "questions": [(b, a, chosen[::-1]) for a, b, chosen, _ in all_questions],
    }
    found = javascript.run("finder/answers.jsx", ASK, given)
    for (a, b, chosen, answer), browser in zip(all_questions, found, strict=True):
        assert {level: [(id, said) for id, said in each] for level, each in browser.items()} == answer, (a, b, chosen)


@LANGUAGE
def test_without_scripts_an_address_is_answered_with_product_reason_and_people(language: Language) -> None:
    site = content.read(language)
    products, phone = {product.id: product for product in site.products}, f"tel:{site.company.sales_phone.dial}"
    materials = {material.id: material.short for material in site.materials}
    names: dict[str, str] = {**materials, **site.interface.finder.conditions}
    for a, b, chosen, answer in everything(language)[:: len(ALL) + 1]:
        shown = html.unescape(str(written(site, a, b, chosen)))
        first = [id for level in LEVELS[:3] for id, _ in answer[level]]
        links = re.findall(r'<h3><a href="([^"]+)"', shown)
        assert links == [localized(products[id].path, language) for id in first]
        assert phone in shown
        message = unquote(shown.partition("https://wa.me/")[2].partition('"')[0])
        assert [names[each] for each in (a, b, *chosen) if names[each] not in message] == [], "people hear all of it"
        assert all(
            text in shown for level in ("suits", "ask", "other") for _, reasons in answer[level] for text in reasons
        )
        assert all(material.note in shown for material in site.materials if material.id in (a, b) and material.note)


@LANGUAGE
def test_every_product_stands_in_every_answer_once(language: Language) -> None:
    ids = sorted(product.id for product in SITE.products if product.id in SITE.facts.by_product)
    for a, b, chosen, answer in everything(language):
        assert sorted(id for level in answer.values() for id, _ in level) == ids, (a, b, chosen)
        assert all(reasons and all(reasons) for level in answer.values() for _, reasons in level)


@LANGUAGE
@pytest.mark.parametrize("query", ["a=wood&b=pvc&wet=&heat=", "a=wood&solventless=", "b=pvc&outdoors="])
def test_the_switch_of_languages_leads_to_the_same_answer(language: Language, query: str) -> None:
    site = content.read(language)
    shown = existing(asyncio.run(in_address._answered(site, QueryParams(query))))
    assert asyncio.run(in_address._answered(site, QueryParams(shown.query))) == shown


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("For wood. Not for glass.", "For wood."),
        ("কাঠের জন্য। কাচের নয়।", "কাঠের জন্য।"),
        ("কাঠের জন্য", "কাঠের জন্য"),
        ("Dries in 2.5 minutes. Press then.", "Dries in 2.5 minutes."),
    ],
)
def test_a_reason_quotes_the_first_sentence_in_either_language(text: str, first: str) -> None:
    assert first_sentence(text) == first


def test_what_suits_is_what_the_facts_say() -> None:
    for a, b, chosen, answer in everything("en"):
        for id, reasons in answer["suits"]:
            facts = SITE.facts.by_product[id]
            assert facts.kind.is_ == "adhesive"
            assert {a, b} <= {join.material for join in facts.joins}, (id, a, b)
            held = {place.place for place in facts.places if place.suits}
            held |= {"solventless"} if facts.solvent and not facts.solvent.contains else set()
            # What its text does not mention is an invitation to ask.
            unsaid = {SITE.interface.finder.unknown[name] for name in set(chosen) - held}
            assert unsaid <= set(reasons), (id, chosen)


def test_what_is_never_offered() -> None:
    for a, b, chosen, answer in everything("en"):
        if "solventless" in chosen:
            assert "upvc-solvent-cement" not in {id for level in LEVELS[:3] for id, _ in answer[level]}, (a, b)
    others = {facts.product for facts in SITE.facts.facts if facts.kind.is_ not in ("adhesive", "sealant")}
    assert "spray-paint" in others
    for a, b, _, answer in everything("en"):
        assert not others & {id for level in LEVELS[:3] for id, _ in answer[level]}, (a, b)


def test_the_address_is_the_question() -> None:
    questions = {
        "?a=wood&b=pvc&wet": {"a": "wood", "b": "pvc", "conditions": ["wet"]},
        "?b=pvc": {"a": "", "b": "pvc", "conditions": []},
        "?a=cheese&b=pvc&heat&wet&warm": {"a": "", "b": "pvc", "conditions": ["wet", "heat"]},
        "": {"a": "", "b": "", "conditions": []},
    }
    given = {"materials": [material.id for material in SITE.materials], "conditions": CONDITIONS}
    for search, question in questions.items():
        written = javascript.run("finder/answers.jsx", "functions.searchOf(given)", question)
        for address in (search, written):
            assert javascript.run("finder/answers.jsx", READ, given | {"search": address}) == question


@LANGUAGE
def test_the_file_for_the_browser_is_small(language: Language) -> None:
    (text,) = [text for path, text in answers.files() if path.name == answers.address(language).lstrip("/")]
    assert len(brotli.compress(text.encode())) < 8_000


LEFT_OUT = SITE.products[0]
KNOWN = ProductFacts(jobs=SITE.facts.jobs, facts=tuple(one for one in SITE.facts.facts if one.product != LEFT_OUT.id))
WITHOUT = SITE.model_copy(update={"facts": KNOWN})


def test_what_knows_no_facts_leaves_the_product_out():
    written = SITE.facts.language or SITE.language
    assert not [*mistakes(KNOWN, SITE.products, language=SITE.language, written=written)]
    others = [each["id"] for each in answers.payload(SITE)["products"] if each["id"] != LEFT_OUT.id]
    without = answers.payload(WITHOUT)
    assert [each["id"] for each in without["products"]] == others
    for each in SITE.facts.facts:  # No amounts of packs: nothing is computed from a dose.
        product = next(product for product in SITE.products if product.id == each.product)
        assert calculator(SITE, product, each.model_copy(update={"packs": ()}))["doses"] == []
    assert made(WITHOUT).ranked(LEFT_OUT.name)
    assert {place for place, _, _ in without["verdicts"]} == {*range(len(others))}
    assert not [row for row in facts.rows(WITHOUT, LEFT_OUT) if row.texts or row.open]
    compared = [LEFT_OUT.id, SITE.products[-1].id]
    assert comparison(WITHOUT, ComparedProducts.of(WITHOUT, compared)).count('role="columnheader"') == len({*compared})
    assert on_card(WITHOUT, LEFT_OUT) == (LEFT_OUT.sizes[0], 1.0)
    assert LEFT_OUT.sizes[0].label in str(h.fragment[technical_table(WITHOUT, LEFT_OUT)])
    assert LEFT_OUT.name in data_sheet.sheet(WITHOUT, LEFT_OUT)


BEST = "given.map(([sizes, amount]) => functions.bestPacks(sizes, amount))"
JOBS = 2_000


def combinations(sizes: list[int], amount: float) -> Iterator[tuple[int, int]]:
    """Yield total and number of packs of every combination that is enough, and of which no pack could be left out."""
    if not sizes:
        return
    first, *others = sizes
    count = 0
    while True:
        rest = amount - count * first
        if rest <= 0:
            yield count * first, count
            return
        for total, packs in combinations(others, rest):
            yield count * first + total, count + packs
        count += 1


def sizes_of_products() -> list[list[int]]:
    found = []
    by_id = {product.id: product for product in SITE.products}
    for known in SITE.facts.facts:
        packs = calculator(SITE, by_id[known.product], known)["packs"]
        for unit in {pack["unit"] for pack in packs}:
            amounts = [pack["amount"] for pack in packs if pack["unit"] == unit]
            found += [sorted(amounts)]
    return found


def jobs() -> list[tuple[list[int], float]]:
    """Return random jobs, half of them with the sizes of our products."""
    chance = random.Random(19)
    made: list[tuple[list[int], float]] = []
    products = sizes_of_products()
    while len(made) < JOBS:
        sizes = chance.choice(products)[: chance.randint(1, 5)]
        if chance.random() < 0.5:
            sizes = sorted(chance.sample(range(1, 60), chance.randint(1, 4)))
        most = sizes[0] * 12 + sizes[-1]
        made.append((sizes, chance.choice([chance.randint(1, most), round(chance.uniform(0.1, most), 2)])))
    return made


def test_no_combination_is_better() -> None:
    asked = jobs()
    found = javascript.run("packs/combination.jsx", BEST, asked)
    for (sizes, amount), best in zip(asked, found, strict=True):
        total = sum(count * size for count, size in zip(best["counts"], sizes, strict=True))
        assert best["total"] == total
        assert best["over"] == pytest.approx(total - amount)
        assert (total, sum(best["counts"])) == min(combinations(sizes[::-1], amount)), (sizes, amount)


def test_what_the_calculator_refuses_and_reads() -> None:
    assert javascript.run("packs/combination.jsx", BEST, [([50, 125], 1e9), ([50, 125], 5_000_000)])[0] is None
    assert javascript.run("packs/combination.jsx", BEST, [([50, 125], 4_000_000)])[0]["over"] == 0
    numbers = {"2.5": 2.5, " ২.৫ ": 2.5, "2,5": 2.5, "১০": 10, ".5": 0.5, **dict.fromkeys(["", "-1", "1e9", "kg"])}
    call = "given.map((text) => functions.numberOf(text))"
    # As the site writes them, in thousands or lakhs; other commas are decimal ones.
    for value, site in itertools.product((0, 7, 999, 1000, 99_999, 100_000, 12_345_678), map(content.read, LANGUAGES)):
        numbers |= {decimal(site, Decimal(value), places): value for places in (0, 2)}
    numbers |= {"1,00,000": 100_000, "1,000,000": 1_000_000, "0,125": 0.125, "12,50": 12.5, "1,0000": 1}
    numbers |= dict.fromkeys(["1,00,00", "1,000,00", "100,00,000", "1000,000,000", "1,5,000", "0,000,000", "1,000,"])
    assert javascript.run("packs/combination.jsx", call, list(numbers)) == list(numbers.values())
