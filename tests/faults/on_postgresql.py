"""A plugin of pytest: gives each test an empty database of its own on the server that ``POSTGRESQL`` names."""

import os
from collections.abc import Iterator

import pytest

from tests.faults import services

VARIABLE = "STARBOND_DATABASE_URL"


@pytest.fixture(autouse=True)
def _database(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let every archive that the test makes use PostgreSQL."""
    with services.empty_database(os.environ["POSTGRESQL"]) as address:
        monkeypatch.setenv(VARIABLE, address)
        yield


def pytest_runtest_call(item: pytest.Item) -> None:
    """Fail where a test has an archive on SQLite all the same."""
    archive = getattr(item, "funcargs", {}).get("archive")
    assert archive is None or archive.engine.dialect.name == "postgresql"
