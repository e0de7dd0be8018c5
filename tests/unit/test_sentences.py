"""No sentence that a visitor reads stands in Python or JSX: it is content (style, rule 2)."""

import ast
import re
from pathlib import Path

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


def test_no_sentence_stands_in_python_or_jsx() -> None:
    found: list[tuple[str, str]] = []
    for file in PYTHON:
        shown = _shown_strings(ast.parse(file.read_text("utf-8")))
        found += [(file.name, text) for text in shown if SENTENCE.search(text)]
    for file in JSX:
        code = re.sub(r"/\*.*?\*/|//[^\n]*", "", file.read_text("utf-8"), flags=re.DOTALL)
        found += [(file.name, text) for text in (*JSX_TEXT.findall(code), *JSX_LABEL.findall(code))]
    assert found == []
