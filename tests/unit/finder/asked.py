"""Every question that can be put to the finder, answered by the code that runs in the browser."""

from functools import cache
from itertools import combinations
from typing import Any

from starbond_site import content, finder
from starbond_site.content import Language
from starbond_site.finder.table import CONDITIONS
from tests.unit import javascript

ALL: list[list[str]] = [list(chosen) for n in range(len(CONDITIONS) + 1) for chosen in combinations(CONDITIONS, n)]
ASK = """given.questions.map(([a, b, chosen]) => {
  const answer = functions.answerOf(given.data, a, b, chosen, given.names);
  const short = (list) => list.map(({ product, reasons }) => [product.id, reasons]);
  return Object.fromEntries(Object.entries(answer).map(([level, list]) => [level, short(list)]));
})"""
Answer = dict[str, list[tuple[str, list[str]]]]


def pairs() -> list[tuple[str, str]]:
    ids = [material.id for material in content.read("en").materials]
    return [(a, b) for place, b in enumerate(ids) for a in ids[: place + 1]]


def answers(language: Language, questions: list[tuple[str, str, list[str]]]) -> list[Answer]:
    """Return by level the products with their reasons."""
    site = content.read(language)
    given: dict[str, Any] = {
        "data": finder.payload(site),
        "names": {material.id: material.name for material in site.materials},
        "questions": questions,
    }
    return javascript.run("finder/answers.jsx", ASK, given)


@cache
def everything(language: Language) -> list[tuple[str, str, list[str], Answer]]:
    questions = [(a, b, chosen) for a, b in pairs() for chosen in ALL]
    return [(*question, answer) for question, answer in zip(questions, answers(language, questions), strict=True)]
