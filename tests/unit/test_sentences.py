"""No sentence that a visitor reads stands in Python or JSX: it is content (style, rule 2)."""

import ast
import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "starbond_site"
VISITORS_SEE = ("components", "pages", "state")
PYTHON = sorted(file for folder in VISITORS_SEE for file in (PACKAGE / folder).rglob("*.py"))
JSX = sorted(PACKAGE.rglob("*.jsx"))
SENTENCE = re.compile(r"[A-Z][a-z]+(?: [A-Za-z']+){2,}[.!?]?$")
JSX_TEXT = re.compile(r">\s*([A-Za-z][A-Za-z ,.']{3,}?)\s*</")
JSX_LABEL = re.compile(r"""(?:aria-label|title|placeholder|alt)="([A-Za-z][^"]{2,})\"""")


def _shown_strings(tree: ast.AST) -> list[str]:
    """Return the string literals of a module, without docstrings, messages of exceptions and logging."""
    hidden: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            hidden.add(id(node.value))  # a docstring
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in ("message", "message_"):
            hidden.update(id(part) for part in ast.walk(node.value))  # what an exception tells a developer
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = node.func.value
            if isinstance(owner, ast.Name) and owner.id in ("_log", "logger"):
                hidden.update(id(part) for part in ast.walk(node))
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in hidden
    ]


@pytest.mark.parametrize("file", PYTHON, ids=lambda file: file.relative_to(PACKAGE).as_posix())
def test_python_holds_no_sentence(file: Path) -> None:
    shown = _shown_strings(ast.parse(file.read_text(encoding="utf-8")))

    assert [text for text in shown if SENTENCE.search(text)] == []


@pytest.mark.parametrize("file", JSX, ids=lambda file: file.relative_to(PACKAGE).as_posix())
def test_jsx_holds_no_words(file: Path) -> None:
    code = re.sub(r"/\*.*?\*/|//[^\n]*", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)

    assert JSX_TEXT.findall(code) == []
    assert JSX_LABEL.findall(code) == []
