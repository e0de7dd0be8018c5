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
from starbond_site.documents.storage import Download
from starbond_site.documents.storage.s3 import S3Storage
from tests.faults import services
from tests.unit.documents.storage_contract import KEY, StorageContract, environment, file_with


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of Swift; the variables that boto3 reads are set to it."""
    with services.swift(tmp_path_factory.mktemp("swift")) as swift, environment(**swift.variables):
        yield swift.url


@pytest.fixture
def storage(server: str) -> S3Storage:
    name = f"documents-{uuid4().hex}"
    boto3.client("s3").create_bucket(Bucket=name)
    return S3Storage.at(f"s3://{name}/site")


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


def test_bytes_altered_on_their_way_are_refused(storage: S3Storage, tmp_path: Path):
    """The server checks the signed SHA-256 of every request, and stores nothing when it differs."""

    def alter(request: AWSPreparedRequest, **_named: object) -> None:
        request.body = b"other"

    storage._client.meta.events.register("before-send.s3.PutObject", alter)
    with pytest.raises(refusals.StorageUnreachable):
        storage.put(KEY, file_with(tmp_path, b"words"), "text/plain")
    assert list(storage.list()) == []
