"""Every question to the finder, answered by the code of the browser.

``python -m tests.unit.finder.golden`` writes the answers on every pair of materials anew, as a readable text.
"""

from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

from starbond_site import content
from starbond_site.content import Language
from starbond_site.features.finder import table
from starbond_site.features.finder.table import CONDITIONS
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
    site = content.read(language)
    given: dict[str, Any] = {
        "data": table.payload(site),
        "names": {material.id: material.name for material in site.materials},
        "questions": questions,
    }
    return javascript.run("finder/answers.jsx", ASK, given)


@cache
def everything(language: Language) -> list[tuple[str, str, list[str], Answer]]:
    questions = [(a, b, chosen) for a, b in pairs() for chosen in ALL]
    return [(*question, answer) for question, answer in zip(questions, answers(language, questions), strict=True)]


FILE = Path(__file__).with_name("answers.txt")
HEAD = """\
The answers of the finder on every pair of materials, without conditions. Read each change as a customer would.
Products whose text names no materials are to be asked about for every pair; they are listed once, at the end.
"""


def text() -> str:
    site = content.read("en")
    names = {product.id: product.name for product in site.products}
    named = pairs()
    found = answers("en", [(a, b, []) for a, b in named])
    always = set.intersection(*({id for id, _ in each["ask"] + each["suits"]} for each in found))
    lines = [HEAD]
    for (a, b), answer in zip(named, found, strict=True):
        lines.append(f"{a} + {b}")
        lines += [f"    suits: {names[id]}  ({' '.join(reasons)})" for id, reasons in answer["suits"]]
        lines += [f"    ask:   {names[id]}  ({reasons[0]})" for id, reasons in answer["ask"] if id not in always]
        if len(lines) and lines[-1] == f"{a} + {b}":
            lines.append("    call us")
    lines += ["", "to be asked about for every other pair"]
    lines += [f"    {names[id]}" for id in names if id in always]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
