"""Fixtures of an empty archive, for the tests of several packages; a conftest imports them."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from starbond_site.documents import archive as archives
from starbond_site.documents.archive import Archive
from starbond_site.settings import Settings

PUBLIC_URL = "https://www.example.com"


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Prepare the folder of an empty archive once: its migrations take longer than most tests."""
    folder = tmp_path_factory.mktemp("empty")
    archives.connect(Settings(data_dir=folder)).close()
    return folder


@pytest.fixture
def archive(empty: Path, tmp_path: Path) -> Iterator[Archive]:
    """Give an empty archive."""
    shutil.copytree(empty, tmp_path / "data")
    made = archives.connect(Settings(data_dir=tmp_path / "data", url=PUBLIC_URL))
    yield made
    made.close()
