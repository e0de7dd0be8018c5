"""The tests of the engine hold with another company's content: those without the marker ``company``."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.another_company.takeover import environment, take_over

pytestmark = pytest.mark.company
WITHOUT_CONTENT = "tests/unit/operations"
"""Starts and stops servers, which takes long, and reads no content."""


def test_the_rules_of_the_engine_hold(tmp_path: Path) -> None:
    tree = take_over(tmp_path / "site")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-m", "not company", "tests/unit"]
    command += ["--ignore", WITHOUT_CONTENT]
    done = subprocess.run(command, cwd=tree, env=environment(tree), capture_output=True, text=True, check=False)
    passed = re.search(r"(\d+) passed", done.stdout)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    assert passed
    assert int(passed[1]) > 2_000
