"""The answers of the finder: listed for every pair, and never more than the texts say."""

import brotli
import pytest

from starbond_site import content, finder
from starbond_site.content import LANGUAGES, Language
from starbond_site.finder.markup import all_pairs
from tests.unit import javascript
from tests.unit.finder import golden
from tests.unit.finder.asked import everything, pairs

SITE = content.read("en")
READ = "functions.questionOf(given.search, given.materials, given.conditions)"
LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def test_the_answers_are_those_that_were_read() -> None:
    """Write the file anew by ``python -m tests.unit.finder.golden`` and read the difference."""
    assert golden.FILE.read_text(encoding="utf-8") == golden.text()


@LANGUAGE
def test_every_product_stands_in_every_answer_once(language: Language) -> None:
    ids = sorted(product.id for product in SITE.products)
    for a, b, chosen, answer in everything(language):
        listed = sorted(id for level in answer.values() for id, _ in level)
        assert listed == ids, (a, b, chosen)
        assert all(reasons and all(reasons) for level in answer.values() for _, reasons in level)


def test_what_suits_is_what_the_facts_say() -> None:
    """Both materials are named, every condition is met by a fact, and whoever must be mixed says with what."""
    for a, b, chosen, answer in everything("en"):
        for id, _ in answer["suits"]:
            facts = SITE.facts.by_product[id]
            assert facts.kind.is_ == "adhesive"
            assert {a, b} <= {join.material for join in facts.joins}, (id, a, b)
            held = {place.place for place in facts.places if place.suits}
            held |= {"solventless"} if facts.solvent and not facts.solvent.contains else set()
            assert set(chosen) <= held, (id, chosen)


def test_solvent_is_never_offered_to_who_wants_none() -> None:
    for a, b, chosen, answer in everything("en"):
        if "solventless" in chosen:
            assert "upvc-solvent-cement" not in {id for id, _ in answer["suits"] + answer["ask"]}, (a, b)


def test_what_joins_nothing_is_never_offered() -> None:
    others = {facts.product for facts in SITE.facts.facts if facts.kind.is_ not in ("adhesive", "sealant")}
    assert "spray-paint" in others
    for a, b, _, answer in everything("en"):
        assert not others & {id for id, _ in answer["suits"] + answer["ask"]}, (a, b)


@pytest.mark.parametrize(
    ("search", "question"),
    [
        ("?a=wood&b=pvc&wet", {"a": "wood", "b": "pvc", "conditions": ["wet"]}),
        ("?b=pvc", {"a": "", "b": "pvc", "conditions": []}),
        ("?a=cheese&b=pvc&heat&wet&warm", {"a": "", "b": "pvc", "conditions": ["wet", "heat"]}),
        ("", {"a": "", "b": "", "conditions": []}),
    ],
)
def test_the_address_is_the_question(search: str, question: dict[str, object]) -> None:
    materials, conditions = [material.id for material in SITE.materials], ["wet", "heat", "outdoors", "solventless"]
    given = {"search": search, "materials": materials, "conditions": conditions}
    read = javascript.run("finder/answers.jsx", READ, given)
    assert read == question
    written = javascript.run("finder/answers.jsx", "functions.searchOf(given)", question)
    given["search"] = written
    again = javascript.run("finder/answers.jsx", READ, given)
    assert again == question


@LANGUAGE
def test_the_file_for_the_browser_is_small(language: Language) -> None:
    (text,) = [text for path, text in finder.files() if path.name == finder.address(language).lstrip("/")]
    assert len(brotli.compress(text.encode())) < 5_000


@LANGUAGE
def test_the_table_without_scripts_has_every_pair(language: Language) -> None:
    site = content.read(language)
    table = all_pairs(site)
    assert table.count("<tr>") == len(pairs()) + 1
    for a in site.materials:
        assert f'<th scope="row">{a.name} + {a.name}</th>'.replace("&", "&amp;") in table
