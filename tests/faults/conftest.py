"""Servers that the tests of a session share."""

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import boto3
import pytest

from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.shared.settings import Settings
from tests.faults import services
from tests.faults.services import Outside
from tests.unit.documents.publishing import archive_in
from tests.unit.documents.storage_contract import s3_serving


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Outside]:
    """Return a PostgreSQL server, with an empty database of the newest schema to copy."""
    with services.postgresql() as server:
        made = services.new_database(server.url, services.MIGRATED)
        engine = database.create(Settings.model_validate({"database_address": made}).database_url)
        database.upgrade(engine)
        engine.dispose()
        yield server


@pytest.fixture(scope="session")
def _address(postgresql: Outside) -> str:
    return services.new_database(postgresql.url, template=services.MIGRATED)


@pytest.fixture
def address(_address: str) -> str:
    return services.emptied(_address)


@pytest.fixture
def archive(address: str, tmp_path: Path) -> Iterator[Archive]:
    with archive_in(tmp_path / "data", database_address=address) as made:
        yield made


@pytest.fixture(scope="session")
def _s3() -> Iterator[None]:
    with s3_serving("us-east-1"):
        yield


@pytest.fixture
def bucket(_s3: None) -> str:
    name = f"documents-{uuid4().hex}"
    boto3.client("s3").create_bucket(Bucket=name)
    return f"s3://{name}/site"
