"""Nothing outside ``reflex_adapter`` touches what Reflex does not document."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ADAPTER = ROOT / "starbond_site" / "reflex_adapter"
SOURCES = sorted(
    file
    for file in [
        ROOT / "rxconfig.py",
        *(ROOT / "starbond_site").rglob("*.py"),
        *(ROOT / "starbond_site").rglob("*.jsx"),
    ]
    if not file.is_relative_to(ADAPTER) and "__pycache__" not in file.parts
)
UNDOCUMENTED = ("reflex_base", "reflex.utils", "reflex.state", "reflex.app", "reflex.compiler", "reflex_chakra")
GENERATED = re.compile(
    r"\.web\b|vite\.config|react-router\.config|root\.jsx|_document\.js|utils/state\.js|entry\.client"
)
"""Files that Reflex generates."""
OF_REFLEX = re.compile(
    r"__reactRouter|reflex-event-handler|reflex-client-token|asgi-scope-client|_rx_state_", re.IGNORECASE
)
"""Names that Reflex and React Router use among themselves."""
ALLOWED_IN_JSX = {"$/utils/state": {"generateUUID"}}
"""What components import from Reflex's own JavaScript."""


def undocumented(tree: ast.Module) -> Iterator[str]:
    """Yield what a module imports or reads that is not documented."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith(UNDOCUMENTED))
        elif isinstance(node, ast.ImportFrom) and node.module:
            ours = node.module.startswith(("starbond_site", "tests"))
            private = [alias.name for alias in node.names if alias.name.startswith("_")]
            if node.module.startswith(UNDOCUMENTED) or (private and not ours and node.module != "__future__"):
                yield f"{node.module}: {', '.join(alias.name for alias in node.names)}"
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "rx":
            if node.attr.startswith("_"):
                yield f"rx.{node.attr}"
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found = GENERATED.search(node.value) or OF_REFLEX.search(node.value)
            if found and not _is_docstring(node, tree):
                yield found[0]


def _is_docstring(constant: ast.Constant, tree: ast.Module) -> bool:
    return any(isinstance(node, ast.Expr) and node.value is constant for node in ast.walk(tree))


@pytest.mark.parametrize(
    "file", [file for file in SOURCES if file.suffix == ".py"], ids=lambda file: file.relative_to(ROOT).as_posix()
)
def test_python_uses_what_reflex_documents(file: Path) -> None:
    assert list(undocumented(ast.parse(file.read_text("utf-8")))) == []


@pytest.mark.parametrize(
    "file", [file for file in SOURCES if file.suffix == ".jsx"], ids=lambda file: file.relative_to(ROOT).as_posix()
)
def test_components_import_nothing_of_reflex(file: Path) -> None:
    code = file.read_text("utf-8")
    for names, module in re.findall(r"import \{([^}]*)\} from \"(\$/[^\"]+)\"", code):
        assert {name.strip() for name in names.split(",")} <= ALLOWED_IN_JSX.get(module, set())
    assert not OF_REFLEX.search(code)


def test_the_test_finds_what_it_looks_for() -> None:
    code = (
        "import reflex_base\nfrom reflex.utils import exec\nfrom reflex.config import _private\n"
        'rx._hidden\nopen(".web/app/root.jsx")\nheaders["Reflex-Client-Token"]'
    )
    assert len(list(undocumented(ast.parse(code)))) == 6
