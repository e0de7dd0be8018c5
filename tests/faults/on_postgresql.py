"""A plugin of pytest: gives each test the database that ``POSTGRESQL`` names, emptied."""

import os

import pytest

from tests.faults import services


@pytest.fixture(autouse=True)
def _database(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every archive that the test makes use PostgreSQL."""
    monkeypatch.setenv("STARBOND_DATABASE_URL", services.emptied(os.environ["POSTGRESQL"]))


def pytest_runtest_call(item: pytest.Item) -> None:
    """Fail where a test has an archive on SQLite all the same."""
    archive = getattr(item, "funcargs", {}).get("archive")
    assert archive is None or archive.engine.dialect.name == "postgresql"
