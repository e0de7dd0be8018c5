"""Makes the site of another company from a copy of the project, as README.md says: content and assets alone."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.serving import ROOT

OWN = Path(__file__).with_name("content")
"""All content of the made-up company, and its logo."""
SHIPPED = frozenset({"interface.toml", "errors.toml"})
"""Words of the engine, which another company keeps."""
MADE = ("pictures", "marks", "social")
"""Folders of ``assets/`` with what was made or given for this company."""
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "data", "docs", "external", "releases", "masters")


def take_over(folder: Path) -> Path:
    """Return a copy of the project with the content and the assets of the other company; nothing is built yet."""
    tree = Path(shutil.copytree(ROOT, folder, ignore=LEFT_OUT))
    _clear(tree / "starbond_site" / "content")
    for name in MADE:
        shutil.rmtree(tree / "assets" / name)
    shutil.rmtree(tree / "art" / "company")
    shutil.copytree(OWN, tree / "starbond_site" / "content", dirs_exist_ok=True)
    run(tree, "art", "import", "starbond_site/content")
    run(tree, "art", "social")
    return tree


def _clear(content: Path) -> None:
    """Remove what this company says, and the list of its pictures."""
    for path in content.iterdir():
        if path.is_dir() and not any(path.glob("*.py")) and path.name != "__pycache__":
            shutil.rmtree(path)
        elif path.suffix in {".toml", ".csv"} and path.name not in SHIPPED:
            path.unlink()
    (content / "pictures.json").write_text("{}\n", "utf-8")


def run(tree: Path, module: str, *arguments: str) -> str:
    """Run a module of the copy and return what it prints.

    Raises:
        AssertionError: it failed; the message is what it said.
    """
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, cwd=tree, env=_environment(tree), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _environment(tree: Path) -> dict[str, str]:
    """Return the environment without settings of the project that runs the tests."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("STARBOND_", "REFLEX_", "PORT"))}
    return kept | {"PYTHONPATH": str(tree)}
