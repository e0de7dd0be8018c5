"""Fingerprints of the inputs of every render, so that nothing is rendered twice.

``art/rendered.json`` is committed while the masters are not: a fresh copy of the repository, which has the derived
files only, knows that they are up to date. It also holds the hashes of files in ``assets/`` (`made`).
"""

import ast
import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from art import paths


def recorded() -> dict[str, str]:
    """Return the fingerprint of everything rendered so far, by name."""
    return json.loads(paths.RECORD.read_text(encoding="utf-8")) if paths.RECORD.exists() else {}


def made_from(*inputs: object, code: Iterable[str] = (), pictures: Iterable[str] = ()) -> str:
    """Return the fingerprint of what is put together: its inputs, modules under ``art/``, pictures rendered before."""
    entries = recorded()
    parts = [*inputs, *(entries.get(name) for name in pictures)]
    return hashlib.sha256((instructions(code) + repr(parts)).encode()).hexdigest()[:16]


def instructions(modules: Iterable[str]) -> str:
    """Return what modules under ``art/`` do, without comments and docstrings, whose changes change no picture."""
    return "".join(_without_docstrings(paths.ROOT / "art" / f"{module}.py") for module in modules)


def _without_docstrings(file: Path) -> str:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = [child for child in node.body if not _is_docstring(child)]
    return _dumped(tree)


def _dumped(node: object) -> str:
    """Return a syntax tree as text that every version of Python writes alike; ``ast.dump`` differs between them."""
    if isinstance(node, ast.AST):
        fields = ((name, getattr(node, name, None)) for name in node._fields)
        shown = [f"{name}={_dumped(value)}" for name, value in fields if value is not None and value != []]
        return f"{type(node).__name__}({', '.join(shown)})"
    if isinstance(node, list):
        return f"[{', '.join(map(_dumped, node))}]"
    return repr(node)


def _is_docstring(node: ast.stmt) -> bool:
    """Whether a statement is a bare string: a docstring, or the description of the attribute above it."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def note(name: str, fingerprint: str) -> None:
    """Record the fingerprint of a render."""
    write(recorded() | {name: fingerprint})


def write(entries: dict[str, str]) -> None:
    """Write the record."""
    paths.RECORD.write_text(json.dumps(dict(sorted(entries.items())), indent=0) + "\n", encoding="utf-8")


def fresh(name: str, fingerprint: str, pictures: tuple[str, ...], master: Path | None = None) -> bool:
    """Whether a render need not be repeated: same fingerprint, and its master or all its derived pictures exist.

    What a person gave (`importing`) is never rendered over.
    """
    manifest = json.loads(paths.MANIFEST.read_text(encoding="utf-8")) if paths.MANIFEST.exists() else {}
    if pictures and all(manifest.get(picture, {}).get("imported") for picture in pictures):
        return True
    if recorded().get(name) != fingerprint:
        return False
    if (master or paths.MASTERS / f"{name}.png").exists():
        return True
    return bool(pictures) and all(picture in manifest and not manifest[picture]["drawn"] for picture in pictures)
