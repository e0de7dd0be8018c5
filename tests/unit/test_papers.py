"""Papers are written by one hand: no line stands beside a near copy of itself, as merges leave them, or is too long."""

import difflib
import re
import subprocess

from tests.serving import ROOT

NEIGHBOURS = 5
"""Lines after a line that are compared with it."""
NEAR = 0.82
SHORTEST = 60
"""Characters of a line that says something; shorter ones are commands and rows of numbers."""
WIDTH = 120
CODE = re.compile("^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
"""Commands and samples, which are copied as they stand."""
MEASURED = ("docs/reliability.md",)
"""Papers whose lists say the same in every entry, where measurements agree."""


def _papers() -> list[str]:
    listed = subprocess.check_output(["git", "ls-files", "*.md", "pyproject.toml"], cwd=ROOT, text=True)
    return [name for name in listed.split() if "/content/" not in name]


def _near(one: str, other: str) -> bool:
    matcher = difflib.SequenceMatcher(None, one, other, autojunk=False)
    return matcher.real_quick_ratio() > NEAR and matcher.quick_ratio() > NEAR and matcher.ratio() > NEAR


def test_no_line_stands_beside_a_near_copy_of_itself():
    found = []
    for paper in _papers():
        lines = [line.strip() for line in (ROOT / paper).read_text("utf-8").splitlines()]
        for place, line in enumerate(lines):
            for later, other in enumerate(lines[place + 1 : place + 1 + NEIGHBOURS], place + 2):
                if min(len(line), len(other)) < SHORTEST or paper in MEASURED:
                    continue
                if _near(line, other):
                    found.append(f"{paper}:{place + 1} and {later}: {line[:80]}")
    assert not found, "\n".join(found)


def test_every_line_of_prose_fits_into_a_diff():
    long = [
        f"{paper}:{number}: {line[:60]}"
        for paper in _papers()
        if paper.endswith(".md")
        for number, line in enumerate(CODE.sub(_blank, (ROOT / paper).read_text("utf-8")).splitlines(), 1)
        if len(line) > WIDTH and not line.startswith("|")
    ]
    assert not long, "\n".join(long)


def _blank(code: re.Match[str]) -> str:
    """Return as many lines as a block has, so that those after it keep their numbers."""
    return "\n" * code[0].count("\n")
