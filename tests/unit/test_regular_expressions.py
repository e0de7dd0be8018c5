"""Regular expressions mean the same in every Python that is promised."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.serving import ROOT

FOLDERS = ("starbond_site", "art", "benchmarks", "deploy", "migrations", "tests")
LITERAL = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
"""What stands for itself: an escaped character, and a set of characters."""
POSSESSIVE = re.compile(r"[*+?}]\+|\(\?>")


def test_no_expression_is_possessive_or_atomic() -> None:
    """Python before 3.11.5 matches them wrongly (gh-106052): on Debian 12 every JPEG was damaged."""
    assert not [f"{file.relative_to(ROOT)}:{line}" for folder in FOLDERS for file, line in _found(ROOT / folder)]


def test_the_kind_is_found_in_every_spelling() -> None:
    """Also in bytes, in parts of a text, and in expressions that have a name of their own."""
    for expression in ("rb'a*+'", "'a++'", "r'(?:a)?+'", "'a{2}+'", "'(?>a)'", "f'{x}(b)*+'", "'a' + 'b*+'"):
        assert list(_lines(f"import re\nre.compile({expression})")) == [2], expression
    assert list(_lines("x = re.sub('a', 'b', c)\nclass A:\n    b: str = Field(pattern='a++')")) == [3]
    for expression in (r"r'\*+'", "'[*+]+'", "r'[^]*+]'", r"r'\?\+'", "'a+b+'"):
        assert not list(_lines(f"re.compile({expression})")), expression


def _found(folder: Path) -> Iterator[tuple[Path, int]]:
    for file in sorted(folder.rglob("*.py")):
        if ".venv" not in file.parts:
            yield from ((file, line) for line in _lines(file.read_text("utf-8")))


def _lines(code: str) -> Iterator[int]:
    """Yield the lines of calls of `re`, and of arguments ``pattern``, that are given such an expression."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call):
            named = [keyword.value for keyword in node.keywords if keyword.arg == "pattern"]
            is_matcher = isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) == "re"
            for expression in [*named, *(node.args[:1] if is_matcher else ())]:
                if any(POSSESSIVE.search(LITERAL.sub("x", text)) for text in _texts(expression)):
                    yield node.lineno


def _texts(expression: ast.expr) -> Iterator[str]:
    for part in ast.walk(expression):
        if isinstance(part, ast.Constant) and isinstance(part.value, (str, bytes)):
            yield part.value if isinstance(part.value, str) else part.value.decode("latin-1")
