"""The local folder."""

import errno
import os
import stat
from pathlib import Path

import pytest

from starbond_site.documents.storage import local as locals_
from starbond_site.documents.storage.local import LocalStorage
from starbond_site.documents.storage.locks import claimed, create_locked
from tests.unit.documents.publishing import existing, outcome, raising
from tests.unit.documents.storage_contract import KEY, StorageContract, file_with, stored


@pytest.fixture
def storage(tmp_path: Path) -> LocalStorage:
    storage = LocalStorage(tmp_path / "objects")
    storage.create()
    return storage


class TestLocal(StorageContract):
    """The contract of all storages."""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return file_with(tmp_path, b"x")


@pytest.mark.parametrize(
    "key", ["", "../secret", "AllNotice/../x", "/etc/passwd", "AllNotice/x", f"{KEY}.part", f"{KEY}\n"]
)
def test_other_keys_lead_nowhere(storage: LocalStorage, key: str):
    with pytest.raises(FileNotFoundError):
        list(storage.read(key))
    with pytest.raises(FileNotFoundError):
        storage.path(key)


def test_is_served_from_here_and_only_this_user_can_look(storage: LocalStorage, source: Path):
    """There is a path and no address elsewhere; nobody else on the machine reads what is not public."""
    storage.put(KEY, source, "text/plain")
    assert existing(storage.path(KEY)).read_bytes() == b"x"
    assert not source.exists()
    assert storage.signed_url(KEY, {"Content-Type": "text/plain"}, 300) is None
    assert stat.S_IMODE(storage.folder.stat().st_mode) == 0o700


def test_what_the_disk_says(storage: LocalStorage, source: Path, monkeypatch: pytest.MonkeyPatch):
    wanted = dict.fromkeys([errno.ENOSPC, errno.EDQUOT], "storage_full")
    wanted |= dict.fromkeys([errno.EMFILE, errno.ENFILE], "machine_busy")
    for number, refusal in (wanted | dict.fromkeys([errno.EIO, errno.EACCES], "storage_unreachable")).items():
        monkeypatch.setattr(locals_.os, "fsync", raising(OSError(number, os.strerror(number))))
        assert outcome(storage.put, KEY, source, "text/plain") == refusal, os.strerror(number)


def test_a_folder_that_is_gone_is_not_created_anew(storage: LocalStorage, source: Path):
    storage.folder.rmdir()
    assert {outcome(storage.put, KEY, source, "text/plain"), outcome(storage.probe)} == {"storage_unreachable"}


def test_disk_without_links(storage: LocalStorage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(locals_.os, "link", raising(OSError(errno.EOPNOTSUPP, "Operation not supported")))
    storage.put(KEY, file_with(tmp_path, b"first"), "text/plain")
    with pytest.raises(FileExistsError):
        storage.put(KEY, file_with(tmp_path, b"second"), "text/plain")
    assert stored(storage, KEY) == b"first"


def test_upload_at_work_keeps_its_claim(storage: LocalStorage, tmp_path: Path):
    """The lock follows the bytes from the incoming folder to their key, and ends with the upload."""
    source = tmp_path / "upload.part"
    descriptor = create_locked(source)
    with pytest.raises(FileExistsError):
        create_locked(source)
    os.write(descriptor, b"x")
    storage.put(KEY, source, "text/plain")
    (storage.folder / "AllNotice" / "notes.txt").write_text("a file of somebody else is no object")
    (listed,) = storage.list()
    with storage.claim(listed) as free:
        assert not free
    os.close(descriptor)
    with storage.claim(listed) as free:
        assert free
        with claimed(existing(storage.path(KEY))) as free_twice:
            assert not free_twice
    storage.remove(KEY)
    with storage.claim(listed) as free:
        assert not free, "it is gone"
