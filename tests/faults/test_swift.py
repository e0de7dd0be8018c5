"""The S3 storage with a real S3-compatible server: OpenStack Swift."""

import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import boto3
import pytest
from botocore.awsrequest import AWSPreparedRequest

from starbond_site.documents import refusals
from starbond_site.documents.consistency import check
from starbond_site.documents.storage import Download, s3
from starbond_site.documents.storage.s3 import S3Storage
from tests.faults import services
from tests.unit.documents import samples
from tests.unit.documents.publishing import archive_in, publish
from tests.unit.documents.storage_contract import KEY, StorageContract, environment, file_with


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of Swift; the variables that boto3 reads are set to it."""
    with services.swift(tmp_path_factory.mktemp("swift")) as swift, environment(**swift.variables):
        yield swift.url


@pytest.fixture
def bucket(server: str) -> str:
    """Return an empty bucket."""
    name = f"documents-{uuid4().hex}"
    boto3.client("s3").create_bucket(Bucket=name)
    return name


@pytest.fixture
def storage(bucket: str) -> S3Storage:
    """Return a storage in an empty bucket."""
    return S3Storage.at(f"s3://{bucket}/site")


class TestSwift(StorageContract):
    """The contract of all storages."""


def test_signed_and_unsigned_addresses(storage: S3Storage, tmp_path: Path):
    """A signed address answers with the headers of a download; without a signature nobody reads anything."""
    storage.put(KEY, file_with(tmp_path, b"words"), "application/pdf")
    signed = storage.signed_url(KEY, Download("application/pdf", "attachment; filename*=UTF-8''Report.pdf"))
    assert signed
    with urllib.request.urlopen(signed) as answer:  # noqa: S310  our own server
        assert answer.read() == b"words"
        assert answer.headers["Content-Type"] == "application/pdf"
        assert answer.headers["Content-Disposition"] == "attachment; filename*=UTF-8''Report.pdf"
    for address in (signed.partition("?")[0], signed.replace("X-Amz-Signature=", "X-Amz-Signature=0")):
        with pytest.raises(urllib.error.HTTPError, match=r"HTTP Error 40[0-3]"):
            urllib.request.urlopen(address)  # noqa: S310


def test_documents_kept_in_swift(bucket: str, tmp_path: Path):
    """Published, verified, checked: the whole way."""
    with archive_in(tmp_path / "data", storage=f"s3://{bucket}/site") as archive:
        for name, content in list(samples.GOOD.items())[:3]:
            publish(archive, "AllNotice", name, content)
        findings = check(archive, read_bytes=True)
        assert (findings.documents, findings.is_sound, findings.leftover, findings.in_progress) == (3, True, [], 0)
        archive.storage.remove(next(iter(archive.storage.list())).key)
        assert len(check(archive).missing) == 1


def test_bytes_altered_on_their_way_are_refused(bucket: str, tmp_path: Path):
    """The server checks the signed SHA-256 of every request, and stores nothing when it differs."""

    def alter(request: AWSPreparedRequest, **_named: object) -> None:
        request.body = b"other"

    client = boto3.client("s3", config=s3.CONFIG)
    client.meta.events.register("before-send.s3.PutObject", alter)
    storage = S3Storage(client, bucket, "")
    with pytest.raises(refusals.StorageUnreachable):
        storage.put(KEY, file_with(tmp_path, b"words"), "text/plain")
    assert list(storage.list()) == []
