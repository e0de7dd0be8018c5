"""What every storage has to do; the test modules of the storages inherit it."""

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import boto3
import pytest
from moto.server import ThreadedMotoServer

from starbond_site.documents.storage import Storage, fresh_key

KEY = f"AllNotice/{32 * 'a'}"
PARTS = 20 * 1024 * 1024
"""Bytes of a file that S3 takes in two parts."""


@contextmanager
def environment(**variables: str) -> Iterator[None]:
    """Set variables of the environment for a while, also for boto3, whose own session keeps what it read first."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in variables.items():
            patch.setenv(name, value)
        boto3.DEFAULT_SESSION = None
        yield
        boto3.DEFAULT_SESSION = None


@contextmanager
def s3_serving(region: str) -> Iterator[None]:
    """Run an S3 server, with the variables that boto3 reads set to it."""
    moto = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    moto.start()
    host, port = moto.get_host_and_port()
    account = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_DEFAULT_REGION": region}
    with environment(AWS_ENDPOINT_URL=f"http://{host}:{port}", **account):
        yield
    moto.stop()


def file_with(folder: Path, content: bytes) -> Path:
    path = folder / "source"
    path.write_bytes(content)
    return path


def stored(storage: Storage, key: str) -> bytes:
    return b"".join(storage.read(key))


class StorageContract:
    """Inherit it and give a fixture ``storage`` that is empty."""

    def test_stores_once_gives_back_and_removes(self, storage: Storage, tmp_path: Path):
        """A key that is taken keeps its object; removing it again is no error."""
        with pytest.raises(FileNotFoundError):
            stored(storage, KEY)
        storage.put(KEY, file_with(tmp_path, b"0123456789"), "text/plain")
        with pytest.raises(FileExistsError):
            storage.put(KEY, file_with(tmp_path, b"second"), "text/plain")
        assert stored(storage, KEY) == b"0123456789"
        assert [storage.part(KEY, *place) for place in ((0, 3), (4, 1), (8, 9))] == [b"012", b"4", b"89"]
        for _ in range(2):
            storage.remove(KEY)
            assert list(storage.list()) == []
            with pytest.raises(FileNotFoundError):
                stored(storage, KEY)
            with pytest.raises(FileNotFoundError):
                storage.part(KEY, 0, 1)

    def test_large_file(self, storage: Storage, tmp_path: Path):
        content = os.urandom(1024) * (PARTS // 1024)
        storage.put(KEY, file_with(tmp_path, content), "application/zip")
        assert hashlib.sha256(stored(storage, KEY)).digest() == hashlib.sha256(content).digest()
        assert not storage.unfinished(remove=False)

    def test_lists_what_it_has(self, storage: Storage, tmp_path: Path):
        keys = [fresh_key(category) for category in ("AllNotice", "AllNotice", "Form20F")]
        assert len({*keys, *(fresh_key("AllNotice") for _ in range(1000))}) == 1003
        for number, key in enumerate(keys):
            storage.put(key, file_with(tmp_path, b"x" * number), "text/plain")
        listed = {found.key: found for found in storage.list()}
        assert {key: found.size for key, found in listed.items()} == {key: number for number, key in enumerate(keys)}
        assert all(abs(found.modified_at - datetime.now(UTC)) < timedelta(minutes=5) for found in listed.values())

    def test_probe_leaves_nothing(self, storage: Storage):
        storage.probe()
        storage.probe()
        assert list(storage.list()) == []
