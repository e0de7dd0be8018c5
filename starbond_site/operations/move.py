"""Copies an embedded site (SQLite and a folder) to PostgreSQL and S3, and verifies the copy.

The source is only read. Objects come first; then one transaction of the target creates the tables anew and fills them
from a snapshot of the source, so that an interrupted move leaves either nothing or a whole copy there, and is completed
by running it again. The target keeps a digest of what was copied: a database that is neither empty nor exactly what an
earlier move left belongs to someone, and is refused.
"""

import tempfile
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, text

from starbond_site.documents import archive as archives
from starbond_site.documents import database, text_index
from starbond_site.documents.extractor import PICTURES
from starbond_site.documents.storage import Storage
from starbond_site.operations import OperationError, backup, dump
from starbond_site.shared.settings import Settings

MARK = "copied by `starbond move`, digest "
"""Begins the comment of Alembic's table in the target."""


@dataclass(frozen=True)
class MoveResult:
    """The result of a move."""

    documents: int
    rows: int
    copied: int
    """Objects that were written."""
    present: int
    """Objects that an earlier move had written."""
    is_current: bool
    """Whether the source is still what was copied; otherwise it was written to meanwhile."""


def move(source: Settings, target: Settings) -> MoveResult:
    """Copy a site into the database and the storage that other settings name, and compare both.

    Raises:
        OperationError: the source is not embedded, the target has other data, or the copy differs; neither the source
            nor data of others was changed.
        Refusal: storage_unreachable: a storage does not answer.
        SQLAlchemyError: the target does not answer.
    """
    with database.opened(source.database_url) as embedded, database.opened(target.database_url) as engine:
        if embedded.dialect.name != dump.SQLITE or engine.dialect.name != dump.POSTGRESQL:
            raise OperationError("`starbond move` copies an SQLite database to PostgreSQL.")
        with engine.connect() as connection:
            _refuse_foreign(connection)
        with tempfile.TemporaryDirectory(prefix="starbond-move-") as scratch:
            copy = dump.write(embedded, Path(scratch))
            with database.opened(f"sqlite:///{copy}") as copied_engine:
                # To the schema of this version of the site.
                database.upgrade(copied_engine)
            with dump.opened(copy) as snapshot:
                named = backup.contents(snapshot)
                storages = archives.connect_storage(source), archives.connect_storage(target)
                copied = _copy_objects(named, *storages)
                with engine.begin() as connection:
                    rows = _copy_rows(snapshot, connection)
                written = dump.digest(snapshot)
            with dump.opened(Path(source.database_url.removeprefix("sqlite:///"))) as now:
                is_current = dump.digest(now) == written
    return MoveResult(named.documents, rows, copied, len(named.records) - copied, is_current)


def _refuse_foreign(connection: Connection) -> None:
    """Refuse a target that has other data than an earlier move left."""
    if dump.is_unused(connection):
        return
    if dump.digest(connection) != _mark(connection):
        message = (
            "The target database has other data, or a site has written to it since it was copied. Nothing was changed."
        )
        raise OperationError(message)


def _mark(connection: Connection) -> str | None:
    """Return the digest that an earlier move left."""
    comment = connection.execute(text("SELECT obj_description('alembic_version'::regclass, 'pg_class')")).scalar()
    # Moves before this version named the command otherwise.
    _, is_marked, digest = (comment or "").rpartition(", digest ")
    return digest if is_marked else None


def _copy_objects(named: backup.Contents, source: Storage, target: Storage) -> int:
    """Copy the objects of all records, compare them with the records, and return how many were written.

    Raises:
        OperationError: the target has other objects, or an object of the source is missing or altered.
    """
    foreign = {stored.key for stored in target.list()} - {record.key for record in named.records}
    # Pictures that an earlier move copied may have been drawn anew meanwhile: `starbond check --repair` removes them.
    foreign = {key for key in foreign if not key.startswith(f"{PICTURES}/")}
    if foreign:
        message = f"The target storage has {len(foreign)} other objects, such as {min(foreign)}. Nothing was changed."
        raise OperationError(message)
    copied = 0
    for record in named.records:
        wanted = backup.StoredFile(size=record.size, sha256=record.sha256)
        is_new = backup.transfer(source.read(record.key), target, record.key, wanted, record.media_type)
        if is_new is None:
            message = f"Missing or altered: the bytes of {record.label}, stored as {record.key}. See `check --bytes`."
            raise OperationError(message)
        copied += is_new
    for key in named.pictures:
        # `starbond reindex` draws one that is missing again.
        backup.transfer(source.read(key), target, key, media_type="image/webp")
    return copied


def _copy_rows(snapshot: Connection, connection: Connection) -> int:
    """Create the tables of the target anew, fill them, and compare; the caller's transaction makes it one step."""
    database.wait_for_ever(connection)
    _refuse_foreign(connection)
    database.migrate(connection, "base")
    database.migrate(connection, "head")
    rows = dump.copy(snapshot, connection)
    dump.set_sequences(snapshot, connection)
    text_index.rebuild(connection)
    wanted = dump.digest(snapshot)
    if dump.digest(connection) != wanted:
        raise OperationError("The rows in the target differ from those of the source; the copy was rolled back.")
    # A comment takes no parameters; the digest is hexadecimal.
    connection.exec_driver_sql(f"COMMENT ON TABLE alembic_version IS '{MARK}{wanted}'")
    return rows
