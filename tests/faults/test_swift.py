"""The S3 storage with a real S3-compatible server: OpenStack Swift."""

import hashlib
import os
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import boto3
import pytest
from botocore.awsrequest import AWSPreparedRequest

from starbond_site.documents import virus_scan
from starbond_site.documents.storage.s3 import S3Storage
from tests import system
from tests.faults import servers, services
from tests.refused import refuses
from tests.unit.documents import samples
from tests.unit.documents.clamd import EICAR
from tests.unit.documents.publishing import archive_in, outcome, publish, rows
from tests.unit.documents.storage_contract import KEY, StorageContract, environment, file_with


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
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
    storage.put(KEY, file_with(tmp_path, b"words"), "application/pdf")
    headers = {"Content-Type": "application/pdf", "Content-Disposition": "attachment; filename*=UTF-8''Report.pdf"}
    signed = storage.signed_url(KEY, headers, 300)
    assert signed
    with urllib.request.urlopen(signed) as answer:  # noqa: S310  our own server
        assert (answer.read(), answer.headers["Content-Type"]) == (b"words", "application/pdf")
        assert answer.headers["Content-Disposition"] == headers["Content-Disposition"]
    for address in (signed.partition("?")[0], signed.replace("X-Amz-Signature=", "X-Amz-Signature=0")):
        with pytest.raises(urllib.error.HTTPError, match=r"HTTP Error 40[0-3]"):
            urllib.request.urlopen(address)  # noqa: S310


def test_bytes_altered_on_their_way_are_refused(storage: S3Storage, tmp_path: Path):
    """The server checks the signed SHA-256 of every request, and stores nothing when it differs."""

    def alter(request: AWSPreparedRequest, **_named: object) -> None:
        request.body = b"other"

    storage._client.meta.events.register("before-send.s3.PutObject", alter)
    assert outcome(storage.put, KEY, file_with(tmp_path, b"words"), "text/plain") == "storage_unreachable"
    assert list(storage.list()) == []


LIMIT = 1024 * 1024
PDF = samples.GOOD["report.pdf"]


def test_scanned_before_anything_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    signatures, place, written = tmp_path / "signatures", tmp_path / "clamd.ctl", tmp_path / "clamd.conf"
    signatures.mkdir()
    digest = hashlib.md5(EICAR, usedforsecurity=False).hexdigest()
    (signatures / "local.hdb").write_text(f"{digest}:{len(EICAR)}:Local.Test.EICAR\n")
    written.write_text(
        f"LocalSocket {place}\nDatabaseDirectory {signatures}\nForeground yes\nTemporaryDirectory {tmp_path}\n"
        f"StreamMaxLength {LIMIT}\nAlertExceedsMax yes\n"
    )
    command = [system.need("clamav-daemon"), "--config-file", str(written)]
    monkeypatch.setattr(virus_scan, "SECONDS", 5.0)
    with (
        servers.running(command, lambda: virus_scan.is_answering(str(place)), tmp_path / "clamd.log") as clamd,
        archive_in(tmp_path / "data", clamav=str(place), max_upload_mb=5) as archive,
    ):
        # Harmful, also inside of an archive; and beyond the limit of clamd.
        for inside, refusal in ((EICAR, "virus_found"), (os.urandom(2 * LIMIT), "scanner_limit")):
            with refuses(refusal):
                publish(archive, "AllNotice", "files.zip", samples.zipped({"folder/a.txt": inside}))
        assert rows(archive, "SELECT outcome, detail FROM audit ORDER BY id") == [
            ("virus_found", "Local.Test.EICAR.UNOFFICIAL"),
            ("scanner_limit", "INSTREAM size limit exceeded. ERROR"),
        ]
        monkeypatch.setattr(virus_scan, "SECONDS", 0.5)
        clamd.freeze()
        assert outcome(publish, archive, "AllNotice", "report.pdf", PDF) == "scanner_unavailable"
        assert not virus_scan.is_answering(str(place))
        clamd.thaw()
        monkeypatch.setattr(virus_scan, "SECONDS", 5.0)
        publish(archive, "AllNotice", "report.pdf", PDF)
        clamd.stop()
        assert outcome(publish, archive, "BondIssue", "report.pdf", PDF) == "scanner_unavailable"
        assert len(list(archive.storage.list())) == 1
