"""The answers of the finder and its calculator: listed for every pair, and never more than the texts say."""

import random
from collections.abc import Iterator
from datetime import date

import brotli
import pytest

from starbond_site import content
from starbond_site.content import LANGUAGES, Language
from starbond_site.content.facts import ProductFacts, mistakes
from starbond_site.features.finder import table as answers
from starbond_site.features.finder.table import all_pairs
from starbond_site.presentation.products import facts, sheet
from starbond_site.presentation.products.comparison import Choice, comparison
from starbond_site.presentation.products.facts import technical_table
from starbond_site.presentation.products.packs import calculator, heights, on_card
from starbond_site.presentation.search.index import made
from tests.unit import javascript
from tests.unit.finder import golden
from tests.unit.finder.golden import everything, pairs

pytestmark = pytest.mark.features("finder")

SITE = content.read("en")
READ = "functions.questionOf(given.search, given.materials, given.conditions)"
LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def test_the_answers_are_those_that_were_read() -> None:
    """Write the file anew by ``python -m tests.unit.finder.golden`` and read the difference."""
    assert golden.FILE.read_text(encoding="utf-8") == golden.text()


@LANGUAGE
def test_every_product_stands_in_every_answer_once(language: Language) -> None:
    ids = sorted(product.id for product in SITE.products if product.id in SITE.facts.by_product)
    for a, b, chosen, answer in everything(language):
        assert sorted(id for level in answer.values() for id, _ in level) == ids, (a, b, chosen)
        assert all(reasons and all(reasons) for level in answer.values() for _, reasons in level)


def test_what_suits_is_what_the_facts_say() -> None:
    for a, b, chosen, answer in everything("en"):
        for id, _ in answer["suits"]:
            facts = SITE.facts.by_product[id]
            assert facts.kind.is_ == "adhesive"
            assert {a, b} <= {join.material for join in facts.joins}, (id, a, b)
            held = {place.place for place in facts.places if place.suits}
            held |= {"solventless"} if facts.solvent and not facts.solvent.contains else set()
            assert set(chosen) <= held, (id, chosen)


def test_what_is_never_offered() -> None:
    for a, b, chosen, answer in everything("en"):
        if "solventless" in chosen:
            assert "upvc-solvent-cement" not in {id for id, _ in answer["suits"] + answer["ask"]}, (a, b)
    others = {facts.product for facts in SITE.facts.facts if facts.kind.is_ not in ("adhesive", "sealant")}
    assert "spray-paint" in others
    for a, b, _, answer in everything("en"):
        assert not others & {id for id, _ in answer["suits"] + answer["ask"]}, (a, b)


def test_the_address_is_the_question() -> None:
    questions = {
        "?a=wood&b=pvc&wet": {"a": "wood", "b": "pvc", "conditions": ["wet"]},
        "?b=pvc": {"a": "", "b": "pvc", "conditions": []},
        "?a=cheese&b=pvc&heat&wet&warm": {"a": "", "b": "pvc", "conditions": ["wet", "heat"]},
        "": {"a": "", "b": "", "conditions": []},
    }
    given = {"materials": [material.id for material in SITE.materials], "conditions": answers.CONDITIONS}
    for search, question in questions.items():
        written = javascript.run("finder/answers.jsx", "functions.searchOf(given)", question)
        for address in (search, written):
            assert javascript.run("finder/answers.jsx", READ, given | {"search": address}) == question


@LANGUAGE
def test_the_file_for_the_browser_is_small_and_the_table_without_scripts_whole(language: Language) -> None:
    (text,) = [text for path, text in answers.files() if path.name == answers.address(language).lstrip("/")]
    assert len(brotli.compress(text.encode())) < 5_000
    site = content.read(language)
    table = all_pairs(site)
    assert table.count("<tr>") == len(pairs()) + 1
    for a in site.materials:
        assert f'<th scope="row">{a.name} + {a.name}</th>'.replace("&", "&amp;") in table


LEFT_OUT = SITE.products[0]
KNOWN = ProductFacts(jobs=SITE.facts.jobs, facts=tuple(one for one in SITE.facts.facts if one.product != LEFT_OUT.id))
WITHOUT = SITE.model_copy(update={"facts": KNOWN})


def test_what_knows_no_facts_leaves_the_product_out():
    written = SITE.facts.language or SITE.language
    assert not [*mistakes(KNOWN, SITE.products, SITE.materials, language=SITE.language, written=written)]
    others = [each["id"] for each in answers.payload(SITE)["products"] if each["id"] != LEFT_OUT.id]
    without = answers.payload(WITHOUT)
    assert [each["id"] for each in without["products"]] == others
    for each in SITE.facts.facts:  # No amounts of packs: nothing is computed from a dose.
        product = next(product for product in SITE.products if product.id == each.product)
        assert calculator(SITE, product, each.model_copy(update={"packs": ()}))["doses"] == []
    assert made(WITHOUT).ranked(LEFT_OUT.name)
    for answer in without["answers"]:
        assert {place for place, _, _ in answer} == {*range(len(others))}
    assert not [row for row in facts.rows(WITHOUT, LEFT_OUT) if row.texts or row.open]
    compared = [LEFT_OUT.id, SITE.products[-1].id]
    assert comparison(WITHOUT, Choice.of(WITHOUT, compared)).count('role="columnheader"') == len({*compared})
    assert heights(WITHOUT, LEFT_OUT) == {}
    assert on_card(WITHOUT, LEFT_OUT) == (LEFT_OUT.sizes[0], 1.0)
    assert LEFT_OUT.sizes[0].label in technical_table(WITHOUT, LEFT_OUT)
    assert LEFT_OUT.name in sheet.sheet(WITHOUT, LEFT_OUT, date(2026, 1, 1))


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
    assert javascript.run("packs/combination.jsx", call, list(numbers)) == list(numbers.values())
