"""A plugin of pytest: gives each test an empty database of its own on the server that ``POSTGRESQL`` names."""

import os

import pytest

from tests.faults import services

VARIABLE = "STARBOND_DATABASE_URL"


@pytest.fixture(autouse=True)
def _database(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every archive that the test makes use PostgreSQL."""
    monkeypatch.setenv(VARIABLE, services.new_database(os.environ["POSTGRESQL"], template=services.MIGRATED))


def pytest_runtest_call(item: pytest.Item) -> None:
    """Fail where a test has an archive on SQLite all the same."""
    archive = getattr(item, "funcargs", {}).get("archive")
    assert archive is None or archive.engine.dialect.name == "postgresql"
