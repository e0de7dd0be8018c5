"""S3, spoken by moto's server."""

import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import boto3
import pytest

from starbond_site.documents.storage import StoredObject, s3
from starbond_site.documents.storage.s3 import S3Storage
from tests.unit.documents.publishing import existing, outcome
from tests.unit.documents.storage_contract import KEY, StorageContract, environment, file_with, s3_serving, stored


@pytest.fixture(scope="module")
def server() -> Iterator[None]:
    with s3_serving("ap-south-1"):
        yield


@pytest.fixture
def storage(server: None) -> Iterator[S3Storage]:
    client = boto3.client("s3")
    client.create_bucket(Bucket="documents", CreateBucketConfiguration={"LocationConstraint": "ap-south-1"})
    storage = S3Storage.at("s3://documents/site")
    yield storage
    for found in storage.list():
        storage.remove(found.key)
    storage.unfinished(remove=True)
    client.delete_bucket(Bucket="documents")


class TestMoto(StorageContract):
    """The contract of all storages."""


def test_signed_address_carries_the_headers(storage: S3Storage, tmp_path: Path):
    """What the redirect leads to answers like the site itself, and only when signed."""
    storage.put(KEY, file_with(tmp_path, b"words"), "application/pdf")
    headers = {
        "Content-Type": "application/pdf",
        "Content-Disposition": "inline; filename*=UTF-8''Report%20-20-11-2026.pdf",
        "Cache-Control": "no-cache",
    }
    address = existing(storage.signed_url(KEY, headers, 60))
    assert "X-Amz-Expires=60" in address
    with urllib.request.urlopen(address) as answer:  # noqa: S310  our own server
        assert answer.read() == b"words"
        assert {name: answer.headers[name] for name in headers} == headers
    assert storage.path(KEY) is None


def test_objects_are_private_and_a_prefix_keeps_sites_apart(storage: S3Storage, tmp_path: Path):
    """No object has a right for everyone, and two sites in one bucket do not see each other."""
    other = S3Storage.at("s3://documents/other")
    storage.put(KEY, file_with(tmp_path, b"x"), "text/plain")
    grants = boto3.client("s3").get_object_acl(Bucket="documents", Key=f"site/{KEY}")["Grants"]
    assert grants
    assert all("URI" not in grant["Grantee"] for grant in grants)
    assert list(other.list()) == []
    with pytest.raises(FileNotFoundError):
        stored(other, KEY)


def test_young_objects_may_belong_to_an_upload(storage: S3Storage, tmp_path: Path):
    storage.put(KEY, file_with(tmp_path, b"x"), "text/plain")
    listed = next(storage.list())
    with storage.claim(listed) as free:
        assert not free
    with storage.claim(StoredObject(KEY, 1, datetime.now(UTC) - timedelta(hours=2))) as free:
        assert free


def test_uploads_in_parts_that_never_ended(storage: S3Storage, monkeypatch: pytest.MonkeyPatch):
    boto3.client("s3").create_multipart_upload(Bucket="documents", Key=f"site/{KEY}")
    # Moto dates every one of them to 2010.
    monkeypatch.setattr(s3, "IN_PROGRESS", timedelta(days=100_000))
    assert storage.unfinished(remove=True) == []
    monkeypatch.undo()
    assert (storage.unfinished(remove=True), storage.unfinished(remove=False)) == ([KEY], [])


def test_bucket_that_is_missing_or_does_not_answer(storage: S3Storage, tmp_path: Path):
    """It is said as such at every call; no file is called missing for it."""
    with environment(AWS_ENDPOINT_URL="http://127.0.0.1:9"):
        down = S3Storage.at("s3://documents")
    missing, source = S3Storage.at("s3://nowhere"), file_with(tmp_path, b"x")
    for call in (
        lambda: missing.put(KEY, source, "text/plain"), missing.probe, lambda: down.put(KEY, source, "text/plain"),
        lambda: stored(down, KEY), lambda: list(down.list()), lambda: down.remove(KEY),
        lambda: down.unfinished(remove=False), down.probe,
    ):  # fmt: skip
        assert outcome(call) == "storage_unreachable"
