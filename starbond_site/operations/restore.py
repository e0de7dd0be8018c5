"""Restores a backup into the database and the storage of the settings.

Objects come first, then the database in one step, so that no record is ever without its object. Objects are never
overwritten; those that are there already must be the same. An interrupted restore is completed by running it again.
"""

import tempfile
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine

from starbond_site.documents import archive as archives
from starbond_site.documents import consistency, database
from starbond_site.documents.storage import Storage, chunks_of
from starbond_site.operations import OperationError, backup, dump, tables
from starbond_site.settings import Settings


@dataclass(frozen=True)
class Restored:
    """What a restore did."""

    manifest: backup.Manifest
    copied: int
    """Objects that were written."""
    present: int
    """Objects that were there already, with the same bytes."""
    leftover: int
    """Objects in the storage that the backup does not name."""


def restore(settings: Settings, source: Path, *, replace: bool = False) -> Restored:
    """Verify a backup, restore it, and compare every restored object with its record.

    Raises:
        OperationError: the backup is damaged, the site has content, or something failed; the sentence says which.
    """
    manifest = backup.verify(source)
    if not database.knows(manifest.revision):
        raise OperationError(f"The backup is of a newer version of the site, with the schema {manifest.revision}.")
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    engine = database.create(settings.database_url)
    try:
        _refuse_used(engine, replace=replace)
        copied, present = _put_objects(source, manifest, archives.connect_storage(settings))
        dump.load(source / manifest.database, engine)
        database.upgrade(engine)
    finally:
        engine.dispose()
    return Restored(manifest, copied, present, _compare(settings, manifest))


def _refuse_used(engine: Engine, *, replace: bool) -> None:
    """Refuse a database with content, unless it shall be replaced."""
    if engine.dialect.name == dump.SQLITE and not Path(engine.url.database or "").exists():
        return
    with engine.connect() as connection:
        if not replace and not tables.is_unused(connection):
            message = (
                "The site has content already, and nothing was changed. Back it up, stop the server, and give "
                "--replace to put the backup in its place."
            )
            raise OperationError(message)


def _put_objects(source: Path, manifest: backup.Manifest, storage: Storage) -> tuple[int, int]:
    """Store the objects of a backup; return how many were written, and how many were there."""
    copied = present = 0
    with tempfile.TemporaryDirectory(prefix="starbond-restore-") as folder:
        for name, wanted in manifest.files.items():
            key = name.removeprefix(f"{backup.OBJECTS}/")
            if key == name:
                continue
            if put(storage, key, source / name, wanted, Path(folder)):
                copied += 1
            else:
                present += 1
    return copied, present


def put(
    storage: Storage,
    key: str,
    path: Path,
    wanted: backup.StoredFile,
    scratch: Path,
    media_type: str = "application/octet-stream",
) -> bool:
    """Store a file under a key, unless the same bytes are there; return whether it was written, and compare them.

    Raises:
        OperationError: other bytes are stored under the key, or the storage holds other bytes than it was given.
    """
    try:
        found = backup.stored(storage.read(key))
    except FileNotFoundError:
        found = None
    if written := found is None:
        # A storage may move the file away, and the original must stay.
        copy = scratch / "object"
        with copy.open("wb") as file:
            file.writelines(chunks_of(path))
        storage.put(key, copy, media_type)
        copy.unlink(missing_ok=True)
        found = backup.stored(storage.read(key))
    if found != wanted:
        raise OperationError(f"The storage holds other bytes under {key}; nothing was overwritten.")
    return written


def _compare(settings: Settings, manifest: backup.Manifest) -> int:
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
