"""A fresh copy of the content for each test that spoils it."""

import shutil
from pathlib import Path

import pytest

from starbond_site.content import FOLDER
from tests.unit.content.spoiled import Copy


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    """Return the content of the site in a folder of its own."""
    folder = tmp_path / "content"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("*.py", "*.json", "__pycache__"))
    return Copy(folder)
