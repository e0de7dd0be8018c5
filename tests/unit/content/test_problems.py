"""A mistake in the content is one sentence with file and field, without a traceback, before anything is built."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from starbond_site import content
from tests.unit.command_line import run
from tests.unit.content.spoiled import Copy

ROOT = Path(__file__).resolve().parents[3]
SENTENCE = "company.toml: hours: this field is missing"


@pytest.fixture
def site(copy: Copy, monkeypatch: pytest.MonkeyPatch) -> Iterator[Copy]:
    """Return a copy of the content that takes the place of that of the site."""
    monkeypatch.setattr(content, "FOLDER", copy.folder)
    content.read.cache_clear()
    yield copy
    content.read.cache_clear()


def test_content_is_said_to_be_complete_or_what_is_wrong(site: Copy) -> None:
    assert run("content").stdout.endswith("Content is complete\n")
    site.replace("company.toml", "hours = ", "hourz = ")
    content.read.cache_clear()
    done = run("content")
    assert done.exit_code == 1
    assert SENTENCE in done.stderr
    assert [line for line in done.stderr.splitlines() if not line.startswith("company.toml: ")] == []


def test_a_picture_that_nobody_has_taken_is_said_and_no_mistake(site: Copy) -> None:
    site.replace("slides.toml", 'id = "pipes"', 'id = "tubes"')
    done = run("content")
    assert done.exit_code == 0, done.stderr
    assert "slides.toml: slides.2.id: slides/tubes" in done.stdout


def test_a_mistake_stops_the_build_with_one_sentence(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "starbond_site", tmp_path / "starbond_site", ignore=shutil.ignore_patterns("__pycache__"))
    Copy(tmp_path / "starbond_site" / "content").replace("company.toml", "hours = ", "hourz = ")
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "STARBOND_DATA_DIR": str(tmp_path / "data")}
    command = [sys.executable, "-m", "starbond_site.serve", "--build-only"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert SENTENCE in done.stderr
    assert [line for line in done.stderr.splitlines() if not line.startswith("company.toml: ")] == []
    assert not (tmp_path / ".web").exists()
