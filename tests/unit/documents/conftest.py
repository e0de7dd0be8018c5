"""An archive of its own for every test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from starbond_site.documents.archive import Archive
from tests.unit.documents.publishing import archive_in


@pytest.fixture
def anyio_backend() -> str:
    """Run asynchronous tests on asyncio, as the site does."""
    return "asyncio"


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    """Give an empty archive."""
    with archive_in(tmp_path / "data") as made:
        yield made
