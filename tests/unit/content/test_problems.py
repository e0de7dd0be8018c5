"""A mistake in the content is one sentence with file and field, without a traceback, before anything is built."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.content.spoiled import Copy

ROOT = Path(__file__).resolve().parents[3]
ADMIN = ("starbond_site.admin", "content")
BUILD = ("starbond_site.serve", "--build-only")
MISTAKES = [
    pytest.param(
        "company.toml", "hours = ", "hourz = ", "company.toml: hours: this field is missing", id="missing field"
    ),
]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Return the root of a copy of the site, whose content a test may change."""
    shutil.copytree(ROOT / "starbond_site", tmp_path / "starbond_site", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "assets" / "marks", tmp_path / "assets" / "marks")
    return tmp_path


def run(site: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a module of the copy."""
    environment = os.environ | {"PYTHONPATH": str(site), "STARBOND_DATA_DIR": str(site / "data")}
    return subprocess.run(
        [sys.executable, "-m", *command], cwd=site, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("command", [ADMIN, BUILD], ids=["admin content", "build"])
@pytest.mark.parametrize(("name", "old", "spoiled", "sentence"), MISTAKES)
def test_a_mistake_is_one_sentence(
    site: Path, command: tuple[str, ...], name: str, old: str, spoiled: str, sentence: str
) -> None:
    Copy(site / "starbond_site" / "content").replace(name, old, spoiled)

    done = run(site, *command)

    assert done.returncode == 1
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert [line for line in done.stderr.splitlines() if not line.startswith(f"{name}: ")] == []
    assert not (site / ".web").exists()


def test_complete_content_is_said_to_be_complete(site: Path) -> None:
    done = run(site, *ADMIN)

    assert (done.returncode, done.stdout.strip()) == (0, "Content is complete"), done.stderr


def test_a_picture_that_nobody_has_taken_is_said_and_no_mistake(site: Path) -> None:
    Copy(site / "starbond_site" / "content").replace("slides.toml", 'id = "pipes"', 'id = "tubes"')

    done = run(site, *ADMIN)

    assert done.returncode == 0, done.stderr
    assert "slides.toml: slides.2.id: slides/tubes" in done.stdout
