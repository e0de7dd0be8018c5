"""Makes the site of another company from a copy of the project, by the commands that docs/another-company.md gives."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.serving import ROOT

PAPER = "docs/another-company.md"
COMMANDS = re.compile(r"```sh\n(.*?)```", re.DOTALL)
MAKE = "make pictures"
"""The last of the commands; the tests have its packages already."""
OURS = ("STARBOND_", "REFLEX_", "PYTEST_", "PORT")
"""How names of variables begin that are settings of the run of the tests."""
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "data", "external", "releases", "masters")


def take_over(folder: Path) -> Path:
    """Return a copy of the project with the content and the assets of the other company; nothing is built yet."""
    tree = Path(shutil.copytree(ROOT, folder, ignore=LEFT_OUT))
    given = COMMANDS.search((ROOT / PAPER).read_text("utf-8"))
    assert given, f"{PAPER} no longer has the commands"
    commands, made, _ = given[1].partition(MAKE)
    assert made
    subprocess.run(["sh", "-e"], input=commands, cwd=tree, text=True, check=True)
    run(tree, "art", "import", "starbond_site/content")
    run(tree, "art", "social")
    return tree


def run(tree: Path, module: str, *arguments: str) -> str:
    """Run a module of the copy and return what it prints.

    Raises:
        AssertionError: it failed; the message is what it said.
    """
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, cwd=tree, env=environment(tree), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def environment(tree: Path) -> dict[str, str]:
    """Return the environment without settings of the project that runs the tests."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    return kept | {"PYTHONPATH": str(tree)}
