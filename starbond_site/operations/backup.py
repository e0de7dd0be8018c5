"""Backups: a folder with a copy of the database, every file that it names, and a manifest of their SHA-256.

The database is copied first. Objects are stored before the record that names them and are never changed or reused, so
that every record in the copy has its object, also while documents are published. Withdrawn and replaced documents keep
their bytes and are part of the backup, and so are records of features, such as sealed filings.
"""

import shutil
import tempfile
from collections.abc import Iterable
from datetime import datetime
from itertools import chain
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError
from sqlalchemy import Connection
from sqlmodel import Session, col, select

from starbond_site import local_time
from starbond_site.documents import consistency, database
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import Document, Extraction
from starbond_site.documents.storage import Storage, chunks_of, digest
from starbond_site.documents.storage.locks import sync
from starbond_site.documents.storing import Recorded
from starbond_site.operations import OperationError, dump, tables

MANIFEST = "manifest.json"
OBJECTS = "objects"


class StoredFile(BaseModel):
    """One file of a backup."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    size: int
    sha256: str


class Manifest(BaseModel):
    """What a backup holds; written last, so that a folder without it is no complete backup."""

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


def create(archive: Archive, target: Path) -> Manifest:
    """Write a backup into a new folder and verify it; the site may run meanwhile.

    The folder gets its name when it is complete: an interrupted backup leaves ``.NAME.*.partial`` beside it.

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
        for path in (*folder.rglob("*"), folder):
            sync(path)
        verify(folder)
        if target.exists():
            raise OperationError(f"{target} was created by someone else meanwhile.")
        folder.rename(target)
        sync(target.parent)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return manifest


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
    wrong = [name for name, wanted in manifest.files.items() if _found(folder / name) != wanted]
    if wrong:
        message = f"The backup is damaged. Missing or changed: {', '.join(wrong[:5])}{' ...' if wrong[5:] else ''}."
        raise OperationError(message)
    return manifest


def stored(chunks: Iterable[bytes]) -> StoredFile:
    size, sha256 = digest(chunks)
    return StoredFile(size=size, sha256=sha256)


def save(storage: Storage, key: str, path: Path) -> StoredFile:
    """Write an object to a file; return what was written.

    Raises:
        FileNotFoundError: there is no such object.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as file:
        # `write` returns a number, which is not 0.
        return stored(chunk for chunk in storage.read(key) if file.write(chunk))


def documents(connection: Connection) -> list[Document]:
    with Session(connection) as session:
        return list(session.exec(select(Document).order_by(col(Document.id))).all())


def of_features(connection: Connection) -> list[Recorded]:
    with Session(connection) as session:
        return [*chain(*consistency.of_features(session).values())]


def pictures(connection: Connection) -> list[str]:
    """Return the keys of all pictures of first pages."""
    with Session(connection) as session:
        keys = session.exec(select(Extraction.picture_key).order_by(col(Extraction.document_id)))
        return [key for key in keys if key]


def _fill(archive: Archive, folder: Path) -> Manifest:
    """Copy the database, then the objects that it names."""
    copied = dump.write(archive.engine, folder)
    revision, named, waiting, drawn = _named(archive, copied)
    files = {copied.name: stored(chunks_of(copied))}
    damaged: list[str] = []
    for record in (*named, *waiting):
        path = folder / OBJECTS / record.key
        try:
            saved = save(archive.storage, record.key, path)
        except FileNotFoundError:
            path.unlink(missing_ok=True)
            # One that was cancelled meanwhile has no bytes any more.
            if consistency.is_named(archive, record.key):
                damaged.append(record.key)
            continue
        if (saved.size, saved.sha256) != (record.size, record.sha256):
            damaged.append(record.key)
        files[f"{OBJECTS}/{record.key}"] = saved
    for key in drawn:
        path = folder / OBJECTS / key
        try:
            files[f"{OBJECTS}/{key}"] = save(archive.storage, key, path)
        except FileNotFoundError:
            # Drawn anew meanwhile, or lost: `admin reindex` draws it again.
            path.unlink(missing_ok=True)
    return Manifest(
        created_at=local_time.now(), database=copied.name, revision=revision, documents=len(named), damaged=damaged,
        files=files,
    )  # fmt: skip


def _named(archive: Archive, copied: Path) -> tuple[str, list[Document], list[Recorded], list[str]]:
    """Return the revision of the schema, the documents and further records of the copy, and the keys of its pictures.

    A copy of PostgreSQL cannot be read here. The database is read after it was copied: records are never deleted, so
    that it names every object of the copy, and perhaps some more.
    """
    if copied.name == dump.FILES[dump.SQLITE]:
        with dump.opened(copied) as connection:
            found = _read(connection)
        # Reading it as the site does leaves the files of its write-ahead log, which are empty.
        for suffix in ("-wal", "-shm"):
            copied.with_name(copied.name + suffix).unlink(missing_ok=True)
        return found
    with database.reading(archive.engine) as session:
        return _read(session.connection())


def _read(connection: Connection) -> tuple[str, list[Document], list[Recorded], list[str]]:
    return tables.revision(connection) or "", documents(connection), of_features(connection), pictures(connection)


def _found(path: Path) -> StoredFile | None:
    """Return what a file holds; None where there is none."""
    try:
        return stored(chunks_of(path))
    except FileNotFoundError:
        return None
