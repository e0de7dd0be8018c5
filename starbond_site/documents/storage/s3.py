"""Stores objects in a private bucket of S3 or of a compatible server."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

import boto3
from boto3.exceptions import Boto3Error
from boto3.s3.transfer import TransferConfig
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from starbond_site.documents.refusals import Refusal
from starbond_site.documents.storage import CHUNK, PROBE, Storage, StoredObject
from starbond_site.shared import logs

IN_PROGRESS = timedelta(hours=1)
"""An object younger than this may belong to an upload that still runs, perhaps on another machine."""
PART_BYTES = 16 * 1024 * 1024
"""Files larger than this are sent in several parts."""
CONFIG = Config(
    signature_version="s3v4",
    # Two tries of 18 s: whoever uploads to a bucket that hangs is told within a minute, which includes the attempt to
    # remove what may have been stored.
    connect_timeout=3,
    read_timeout=15,
    retries={"mode": "standard", "total_max_attempts": 2},
    tcp_keepalive=True,
    # The server checks the SHA-256 of every part against its signature, which every server supports; many refuse the
    # newer checksum headers that boto3 adds by default.
    s3={"payload_signing_enabled": True},
    request_checksum_calculation="when_required",
    response_checksum_validation="when_required",
)
PROBING = Config(connect_timeout=1.5, read_timeout=1.5, retries={"mode": "standard", "max_attempts": 1})
"""A probe says soon that a server does not answer, and does not try again."""
_TRANSFER = TransferConfig(multipart_threshold=PART_BYTES, multipart_chunksize=PART_BYTES, max_concurrency=2)
_MISSING = ("404", "NoSuchKey", "NotFound")
_FULL = ("507", "XMinioStorageFull", "QuotaExceeded", "EntityTooLarge")
_log = logs.get_logger(__name__)


@contextmanager
def translating_errors(key: str) -> Iterator[None]:
    """Raise errors of the server as refusals."""
    try:
        yield
    except (BotoCoreError, Boto3Error, ClientError) as error:
        code = _code(error)
        if code in _MISSING:
            raise FileNotFoundError(key) from error
        _log.exception("storage_error", code=code, key=key)
        raise Refusal("storage_full" if code in _FULL else "storage_unreachable") from error


class S3Storage(Storage):
    """A bucket and a prefix in it; keys and endpoint as boto3 reads them (``AWS_*``)."""

    def __init__(self, client: Any, bucket: str, prefix: str, probing: Any = None) -> None:  # noqa: ANN401
        """Use an existing bucket; boto3 creates its clients at run time, so that they have no type."""
        self._client = client
        self._bucket = bucket
        self._prefix = prefix
        self._probing = probing or client
        # One key per process: what a killed process leaves is one object, which the consistency check removes.
        self._probe_key = f"{prefix}probe/{secrets.token_hex(16)}"

    @classmethod
    def at(cls, address: str) -> Self:
        parts = urlsplit(address)
        prefix = parts.path.strip("/")
        client, probing = (boto3.client("s3", config=config) for config in (CONFIG, CONFIG.merge(PROBING)))
        return cls(client, parts.netloc, f"{prefix}/" if prefix else "", probing)

    def put(self, key: str, source: Path, media_type: str) -> None:
        """Upload a file, a large one in parts; boto3 removes the parts of an upload that fails."""
        with translating_errors(key):
            self._refuse_taken(key)
            self._client.upload_file(
                str(source), self._bucket, self._prefix + key, {"ContentType": media_type}, Config=_TRANSFER
            )

    def read(self, key: str) -> Iterator[bytes]:
        with translating_errors(key):
            answer = self._client.get_object(Bucket=self._bucket, Key=self._prefix + key)
            yield from answer["Body"].iter_chunks(CHUNK)

    def part(self, key: str, start: int, size: int) -> bytes:
        """Return some bytes by a request of their own, so that a slow reader keeps no connection."""
        with translating_errors(key):
            wanted = {"Bucket": self._bucket, "Key": self._prefix + key, "Range": f"bytes={start}-{start + size - 1}"}
            return self._client.get_object(**wanted)["Body"].read()

    def signed_url(self, key: str, headers: Mapping[str, str], seconds: int) -> str | None:
        wanted = {"Bucket": self._bucket, "Key": self._prefix + key}
        # Such as ResponseContentType.
        wanted |= {f"Response{name.replace('-', '')}": value for name, value in headers.items()}
        return self._client.generate_presigned_url("get_object", Params=wanted, ExpiresIn=seconds)

    def list(self) -> Iterator[StoredObject]:
        with translating_errors("the list of objects"):
            pages = self._client.get_paginator("list_objects_v2").paginate(Bucket=self._bucket, Prefix=self._prefix)
            for page in pages:
                for found in page.get("Contents", ()):
                    key = found["Key"].removeprefix(self._prefix)
                    yield StoredObject(key, found["Size"], found["LastModified"])

    def remove(self, key: str) -> None:
        with translating_errors(key):
            self._client.delete_object(Bucket=self._bucket, Key=self._prefix + key)

    @contextmanager
    def claim(self, stored: StoredObject) -> Iterator[bool]:
        """Yield whether an object is too old to belong to an upload that still runs."""
        yield _is_old(stored.modified_at)

    def probe(self) -> None:
        place = {"Bucket": self._bucket, "Key": self._probe_key}
        with translating_errors(self._probe_key):
            self._probing.put_object(**place, Body=PROBE)
            found = self._probing.get_object(**place)["Body"].read()
            self._probing.delete_object(**place)
        if found != PROBE:
            raise Refusal("storage_unreachable")

    def unfinished(self, *, remove: bool) -> Sequence[str]:
        """Return uploads in parts that were never completed: they are invisible and cost money."""
        found = []
        with translating_errors("the list of uploads in parts"):
            pages = self._client.get_paginator("list_multipart_uploads")
            for page in pages.paginate(Bucket=self._bucket, Prefix=self._prefix):
                found.extend(upload for upload in page.get("Uploads", ()) if _is_old(upload["Initiated"]))
            for upload in found if remove else ():
                self._client.abort_multipart_upload(Bucket=self._bucket, Key=upload["Key"], UploadId=upload["UploadId"])
        return [upload["Key"].removeprefix(self._prefix) for upload in found]

    def _refuse_taken(self, key: str) -> None:
        """Refuse to overwrite. Keys are random: this finds mistakes, not races."""
        try:
            self._client.head_object(Bucket=self._bucket, Key=self._prefix + key)
        except ClientError as error:
            if _code(error) in _MISSING:
                return
            raise
        raise FileExistsError(key)


def _is_old(moment: datetime) -> bool:
    return datetime.now(UTC) - moment >= IN_PROGRESS


def _code(error: Exception) -> str:
    """Return the code of the server's answer, which ``upload_file`` keeps in the cause of its own error."""
    for candidate in (error, error.__cause__, error.__context__):
        if isinstance(candidate, ClientError):
            return str(candidate.response.get("Error", {}).get("Code", ""))
    return ""
