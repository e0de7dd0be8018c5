"""Nothing outside ``reflex_adapter`` touches what Reflex does not document."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ADAPTER = ROOT / "starbond_site" / "reflex_adapter"
FILES = [file for kind in ("*.py", "*.jsx") for file in (ROOT / "starbond_site").rglob(kind)]
SOURCES = [ROOT / "rxconfig.py", *(file for file in FILES if not file.is_relative_to(ADAPTER))]
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
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
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
            if found and id(node) not in docstrings:
                yield found[0]


def _imports(code: str) -> Iterator[str]:
    for names, module in re.findall(r"import \{([^}]*)\} from \"(\$/[^\"]+)\"", code):
        yield from {name.strip() for name in names.split(",")} - ALLOWED_IN_JSX.get(module, set())
    yield from OF_REFLEX.findall(code)


def test_everything_uses_what_reflex_documents() -> None:
    for file in SOURCES:
        code = file.read_text("utf-8")
        assert list(undocumented(ast.parse(code)) if file.suffix == ".py" else _imports(code)) == [], file
    # The test finds what it looks for.
    code = (
        "import reflex_base\nfrom reflex.utils import exec\nfrom reflex.config import _private\n"
        'rx._hidden\nopen(".web/app/root.jsx")\nheaders["Reflex-Client-Token"]'
    )
    assert len(list(undocumented(ast.parse(code)))) == 6
    assert list(_imports('import { Event } from "$/utils/state"; headers["reflex-client-token"]')) == [
        "Event",
        "reflex-client-token",
    ]
