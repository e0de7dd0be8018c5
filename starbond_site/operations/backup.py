"""Backups, made and restored: a folder with a copy of the database, every file it names, and their SHA-256.

The database is copied first. Objects are stored before the record that names them and are never changed or reused, so
that every record in the copy has its object, also while documents are published. Withdrawn and replaced documents keep
their bytes and are part of the backup, and so are records of features, such as sealed filings.

Restoring puts objects first, then the database in one step, so that no record is ever without its object. Objects are
never overwritten; those that are there already must be the same. An interrupted restore is completed by running it
again.
"""

import contextlib
import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from pydantic import BaseModel, ConfigDict, ValidationError
from sqlalchemy import Connection, Engine
from sqlmodel import Session, col, select

from starbond_site.documents import archive as archives
from starbond_site.documents import consistency, database
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import Document, Extraction, StoredRecord
from starbond_site.documents.storage import Storage, chunks_of, digest
from starbond_site.documents.storage.local import LocalStorage
from starbond_site.documents.storage.locks import create_locked, sync, sync_all
from starbond_site.operations import OperationError, dump
from starbond_site.shared import local_time
from starbond_site.shared.settings import Settings

MANIFEST = "manifest.json"
OBJECTS = "objects"
_REMOVED = ".removed.partial"
_LEFT_SECONDS = 24 * 60 * 60
"""Age at which what a killed backup left is removed."""


class StoredFile(BaseModel):
    """One file of a backup."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    size: int
    sha256: str


class Manifest(BaseModel):
    """The manifest of a backup; written last, so that a folder without it is no complete backup."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: int = 1
    created_at: datetime
    database: str
    """Name of the file with the copy of the database."""
    revision: str
    """Revision of its schema."""
    documents: int
    """Records, withdrawn and replaced ones included."""
    damaged: list[str]
    """Keys of objects that were missing or altered when the backup was made."""
    files: dict[str, StoredFile]
    """By path below the folder."""


@dataclass(frozen=True)
class Contents:
    """The objects of the storage that a database names."""

    revision: str
    """Of its schema."""
    documents: int
    records: list[StoredRecord]
    """Of documents and of features; each names one object."""
    pictures: list[str]
    """Keys of all pictures of first pages."""


def create(archive: Archive, target: Path) -> Manifest:
    """Write a backup into a new folder and verify it; the site may run meanwhile.

    The folder gets its name when it is complete: one that is killed leaves ``.NAME.*.partial`` beside it.

    Raises:
        OperationError: the target exists, or the database could not be copied.
        Refusal: storage_unreachable: the storage does not answer.
    """
    target = target.absolute()
    if target.exists():
        raise OperationError(f"{target} exists already: a backup never overwrites anything. Name a new folder.")
    target.parent.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=f".{target.name}.", suffix=".partial", dir=target.parent))
    try:
        manifest = _fill(archive, folder)
        (folder / MANIFEST).write_text(manifest.model_dump_json(indent=2))
        sync_all(folder)
        verify(folder)
        if target.exists():
            raise OperationError(f"{target} was created by someone else meanwhile.")
        folder.rename(target)
        sync(target.parent)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return manifest


def complete(folder: Path) -> list[Path]:
    """Return the backups in a folder, newest first; other folders are none, whatever their files are called."""
    found: list[tuple[datetime, Path]] = []
    for path in folder.glob(f"[!.]*/{MANIFEST}"):
        with contextlib.suppress(ValidationError, OSError):
            found.append((Manifest.model_validate_json(path.read_bytes()).created_at, path.parent))
    return [path for _, path in sorted(found, reverse=True)]


def rotate(newest: Path, keep: int) -> list[Path]:
    """Remove the oldest backups beside the newest one, so that some are left with it; return them.

    Each loses its name first: an interrupted removal leaves no folder that looks like a backup, and the next removal
    ends it. What killed backups left goes after a day.
    """
    newest = newest.absolute()
    removed = [path for path in complete(newest.parent) if path != newest][keep - 1 :]
    for path in removed:
        path.rename(path.with_name(f".{path.name}{_REMOVED}"))
    for path in newest.parent.glob(".*.partial"):
        with contextlib.suppress(FileNotFoundError):  # of another run, which has ended or removes the same
            if path.name.endswith(_REMOVED) or path.stat().st_mtime < time.time() - _LEFT_SECONDS:
                shutil.rmtree(path)
    return removed


def verify(folder: Path) -> Manifest:
    """Read every file of a backup and compare it with the manifest.

    Raises:
        OperationError: it is no complete backup, or a file is missing or was changed.
    """
    try:
        manifest = Manifest.model_validate_json((folder / MANIFEST).read_bytes())
    except FileNotFoundError as error:
        message = f"{folder} is no complete backup: it has no {MANIFEST}."
        raise OperationError(message) from error
    except ValidationError as error:
        raise OperationError(f"{folder / MANIFEST} is damaged or of another version of the site.") from error
    if wrong := [name for name, wanted in manifest.files.items() if read(_chunks(folder / name)) != wanted]:
        raise _damaged(wrong)
    return manifest


def _damaged(names: Sequence[str]) -> OperationError:
    return OperationError(
        f"The backup is damaged. Missing or changed: {', '.join(names[:5])}{' ...' if names[5:] else ''}."
    )


def _chunks(path: Path) -> Iterator[bytes]:
    """Yield the bytes of a file of a backup.

    Raises:
        OperationError: its disk cannot be read.
    """
    try:
        yield from chunks_of(path)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise OperationError(f"The backup cannot be read: {path}: {error.strerror}.") from error


def stored(chunks: Iterable[bytes]) -> StoredFile:
    size, sha256 = digest(chunks)
    return StoredFile(size=size, sha256=sha256)


def read(chunks: Iterable[bytes]) -> StoredFile | None:
    """Return the content of a file or an object; None where there is none."""
    try:
        return stored(chunks)
    except FileNotFoundError:
        return None


def save(storage: Storage, key: str, path: Path, before: Path | None = None) -> StoredFile | None:
    """Write an object to a file and return what was written; write none where there is no such object.

    Where a file from before has the same bytes, that one gets a second name. It only saves room: where it cannot be
    read or linked, the object is written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        same = read(chunks_of(before)) if before else None
    except OSError:
        same = None
    if before and same and same == read(storage.read(key)):
        with contextlib.suppress(OSError):
            os.link(before, path)
            return same
    with path.open("xb") as file:
        saved = _write(storage.read(key), file)
    if saved is None:
        path.unlink()
    return saved


def _write(chunks: Iterable[bytes], file: BinaryIO) -> StoredFile | None:
    # `write` returns a number, which is not 0.
    written = read(chunk for chunk in chunks if file.write(chunk))
    file.flush()
    return written


def contents(connection: Connection) -> Contents:
    with Session(connection) as session:
        keys = session.exec(select(Extraction.picture_key).order_by(col(Extraction.document_id)))
        documents = session.exec(select(Document).order_by(col(Document.id))).all()
        records = [*documents, *chain(*consistency.of_features(session).values())]
        return Contents(dump.revision(connection) or "", len(documents), records, [key for key in keys if key])


def _fill(archive: Archive, folder: Path) -> Manifest:
    copied = dump.write(archive.engine, folder)
    named = _named(archive, copied)
    before = (complete(folder.parent) or [folder])[0] / OBJECTS
    files = {copied.name: stored(chunks_of(copied))}
    damaged: list[str] = []
    for record in named.records:
        saved = save(archive.storage, record.key, folder / OBJECTS / record.key, before / record.key)
        if saved is None:
            # One that was cancelled meanwhile has no bytes any more.
            if consistency.is_named(archive, record.key):
                damaged.append(record.key)
            continue
        if (saved.size, saved.sha256) != (record.size, record.sha256):
            damaged.append(record.key)
        files[f"{OBJECTS}/{record.key}"] = saved
    for key in named.pictures:
        # One that is not there was drawn anew meanwhile, or lost: `starbond reindex` draws it again.
        if saved := save(archive.storage, key, folder / OBJECTS / key, before / key):
            files[f"{OBJECTS}/{key}"] = saved
    return Manifest(
        created_at=local_time.now(), database=copied.name, revision=named.revision, documents=named.documents,
        damaged=damaged, files=files,
    )  # fmt: skip


def _named(archive: Archive, copied: Path) -> Contents:
    """Return the objects that a copy of the database names.

    A copy of PostgreSQL cannot be read here. The database is read after it was copied: records are never deleted, so
    that it names every object of the copy, and perhaps some more.
    """
    if copied.name == dump.FILES[dump.SQLITE]:
        with dump.opened(copied) as connection:
            found = contents(connection)
        # Reading it as the site does leaves the files of its write-ahead log, which are empty.
        for suffix in ("-wal", "-shm"):
            copied.with_name(copied.name + suffix).unlink(missing_ok=True)
        return found
    return archive.read(lambda session: contents(session.connection()))


@dataclass(frozen=True)
class RestoreResult:
    """The result of a restore."""

    manifest: Manifest
    copied: int
    """Objects that were written."""
    present: int
    """Objects that were there already, with the same bytes."""
    leftover: int
    """Objects in the storage that the backup does not name."""


def restore(settings: Settings, source: Path, *, replace: bool = False) -> RestoreResult:
    """Verify a backup, restore it, and compare every restored object with its record.

    Raises:
        OperationError: the backup is damaged, the site has content, or something failed; the sentence says which.
    """
    manifest = verify(source)
    if not database.knows(manifest.revision):
        raise OperationError(f"The backup is of a newer version of the site, with the schema {manifest.revision}.")
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    with database.opened(settings.database_url) as engine:
        _refuse_used(engine, replace=replace)
        storage, written = archives.connect_storage(settings), list[bool]()
        for name, wanted in manifest.files.items():
            if name.startswith(f"{OBJECTS}/"):
                is_new = transfer(_chunks(source / name), storage, name.removeprefix(f"{OBJECTS}/"), wanted)
                if is_new is None:
                    raise _damaged([name])
                written.append(is_new)
        dump.load(source / manifest.database, engine)
        database.upgrade(engine)
    return RestoreResult(manifest, sum(written), len(written) - sum(written), _compare(settings, manifest))


def _refuse_used(engine: Engine, *, replace: bool) -> None:
    """Refuse a database with content, unless it shall be replaced."""
    if engine.dialect.name == dump.SQLITE and not Path(engine.url.database or "").exists():
        return
    with engine.connect() as connection:
        if not replace and not dump.is_unused(connection):
            message = (
                "The site has content already, and nothing was changed. Back it up, stop the server, and give "
                "--replace to put the backup in its place."
            )
            raise OperationError(message)


def transfer(
    chunks: Iterable[bytes],
    target: Storage,
    key: str,
    wanted: StoredFile | None = None,
    media_type: str = "application/octet-stream",
) -> bool | None:
    """Copy an object, read once, unless the target has it; return whether it was written, and compare it.

    One that it has needs no room, and is compared with what is wanted, if given, in place of the source. None, and
    nothing is written, where there is no such object, or its bytes are not those wanted.

    Raises:
        OperationError: the target has other bytes under the key, or holds other bytes than it was given.
    """
    found = read(target.read(key))
    if is_new := found is None:
        with _temporary(target) as (file, copy):
            saved = _write(chunks, file)
            if saved is None or saved != (wanted or saved):
                return None
            target.put(key, copy, media_type)
        found = stored(target.read(key))
    elif (saved := wanted or read(chunks)) is None:
        return None
    if found != saved:
        raise OperationError(f"The storage holds other bytes under {key}; nothing was overwritten.")
    return is_new


@contextlib.contextmanager
def _temporary(target: Storage) -> Iterator[tuple[BinaryIO, Path]]:
    """Yield a private file for an object, and its path.

    A folder takes files of its own file system only, which may not be that of temporary files. There it is locked among
    the uploads, so that `starbond check --repair` removes what a killed command left.
    """
    folder = Path(tempfile.gettempdir())
    if isinstance(target, LocalStorage):
        folder = target.folder.with_name(archives.INCOMING)
        folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / f"starbond-object-{secrets.token_hex(16)}.part"
    with os.fdopen(create_locked(path), "wb") as file:
        try:
            yield file, path
        finally:
            path.unlink(missing_ok=True)


def _compare(settings: Settings, manifest: Manifest) -> int:
    """Compare all records with their objects; return the number of objects without a record.

    Raises:
        OperationError: an object is missing or altered that the backup has.
    """
    archive = archives.connect(settings)
    try:
        found = consistency.check(archive)
    finally:
        archive.close()
    lost = {record.key for record in (*found.missing, *found.altered)} - set(manifest.damaged)
    if lost:
        raise OperationError(f"These objects are not as their records say: {', '.join(sorted(lost))}.")
    return len(found.leftover)
