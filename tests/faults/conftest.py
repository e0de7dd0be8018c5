"""Servers that several tests share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults import front as fronts
from tests.faults import services
from tests.faults.front import Front


@pytest.fixture
def anyio_backend() -> str:
    """Run asynchronous tests on asyncio, as the site does."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """Return the address of a PostgreSQL server for this session."""
    with services.postgresql() as running:
        yield running.url


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[str]:
    """Return the address of a Redis server for this test."""
    with services.redis(tmp_path) as running:
        yield running.url


@pytest.fixture
def front(tmp_path: Path) -> Iterator[Front]:
    """Run nginx in front of two stand-ins."""
    with fronts.running(tmp_path) as running:
        yield running
