"""An archive that asks for two persons."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from starbond_site.documents.archive import Archive
from tests.unit.documents.publishing import archive_in


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Archive]:
    """Give an archive that asks for two persons."""
    with archive_in(tmp_path / "strict", uploads="people", two_person_release=True) as archive:
        yield archive
