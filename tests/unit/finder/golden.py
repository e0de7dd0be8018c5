"""The answers on every pair of materials as a readable text: ``python -m tests.unit.finder.golden`` writes it anew."""

from pathlib import Path

from starbond_site import content
from tests.unit.finder.asked import answers, pairs

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
