"""The tests of the engine hold with another company's content: those without the marker ``company``."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.another_company.takeover import environment

pytestmark = pytest.mark.company
OF_CONTENT = ("content", "finder", "pages", "presentation", "site_files", "state")
"""Folders of rules that read content; all others run, too, in the long version."""
NOT_THERE = ("operations", "test_papers.py", "test_named_commands.py")
WITHOUT_CONTENT = tuple(f"--ignore=tests/unit/{name}" for name in NOT_THERE)
"""Servers take long to start and stop; papers and commands are looked for in what Git lists, and a copy has no Git."""


@pytest.mark.parametrize(
    ("which", "least"),
    [
        (tuple(f"tests/unit/{name}" for name in OF_CONTENT), 30),
        pytest.param(("tests/unit", *WITHOUT_CONTENT), 300, marks=pytest.mark.thorough),
    ],
    ids=["of content", "all"],
)
def test_the_rules_of_the_engine_hold(tree: Path, which: tuple[str, ...], least: int) -> None:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not company", *which]
    done = subprocess.run(command, cwd=tree, env=environment(tree), capture_output=True, text=True, check=False)
    passed = re.search(r"(\d+) passed", done.stdout)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    assert passed
    assert int(passed[1]) > least
