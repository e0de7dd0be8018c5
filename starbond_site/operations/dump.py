"""Consistent copies of a running database: ``VACUUM INTO`` for SQLite, ``pg_dump`` for PostgreSQL.

And all tables of the site as one unit: whether they are empty, what they hold, and copying them to another database.
"""

import hashlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, MappingResult, String, Table, func, inspect, literal, select, text
from sqlalchemy import table as named
from sqlmodel import AutoString, SQLModel

from starbond_site import features
from starbond_site.documents import database, text_index

# Every module with tables, so that the metadata knows all of them.
from starbond_site.documents import records as _documents  # noqa: F401
from starbond_site.mail import contact as _contact  # noqa: F401
from starbond_site.operations import OperationError

REVISION = "alembic_version"
"""Alembic's own table, which holds the revision of the schema."""
VERSIONS = "listversion"
"""The migrations fill it with zeros, so that rows alone do not mean that the site was used."""
BY_THE_START = ("signingkey", "log_checkpoint", "log_witness", "log_confirmation")
"""The first start fills these, before anything is published."""
BATCH = 500
"""Rows that are read or written at once."""
SQLITE = "sqlite"
POSTGRESQL = "postgresql"
FILES = {SQLITE: "database.sqlite", POSTGRESQL: "database.pgdump"}
"""Name of the copy in a backup, by kind of database."""
_DEBIAN = Path("/usr/lib/postgresql")


def write(engine: Engine, folder: Path) -> Path:
    """Write a copy of the database into a folder, as it is at one moment; return its file.

    Raises:
        OperationError: a program is missing or too old, or it failed.
    """
    file = folder / FILES[engine.dialect.name]
    if engine.dialect.name == SQLITE:
        _vacuum(Path(engine.url.database or ""), file)
    else:
        _run("pg_dump", engine, "--format=custom", "--no-owner", "--no-privileges", f"--file={file}")
    return file


def load(file: Path, engine: Engine) -> None:
    """Replace the content of a database by that of a copy.

    SQLite replaces it in one transaction. In PostgreSQL the tables of the site are removed first, and loaded in one
    transaction: when that is interrupted, they are missing until the command is run again.

    Raises:
        OperationError: the copy is of another kind of database, a program is missing or too old, or it failed.
    """
    kind = engine.dialect.name
    if file.name != FILES[kind]:
        way = (
            "Restore it into SQLite; `starbond move` then copies it to PostgreSQL."
            if file.name == FILES[SQLITE]
            else "Name a PostgreSQL database in STARBOND_DATABASE_URL, and restore it there."
        )
        raise OperationError(f"The backup holds {file.name}, which cannot be loaded into {kind}. {way}")
    if kind == SQLITE:
        with closing_sqlite(file) as source, closing_sqlite(Path(engine.url.database or "")) as target:
            source.backup(target)
        return
    with engine.begin() as connection:
        database.wait_for_ever(connection)
        if revision(connection):
            database.migrate(connection, "base")
            # pg_restore creates it.
            connection.exec_driver_sql("DROP TABLE alembic_version")
    _run("pg_restore", engine, "--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error", str(file))


@contextmanager
def opened(file: Path) -> Iterator[Connection]:
    with database.opened(f"sqlite:///{file}") as engine, engine.connect() as connection:
        yield connection


@contextmanager
def closing_sqlite(file: Path) -> Iterator[sqlite3.Connection]:
    """Open an SQLite file without beginning a transaction, and close it.

    Raises:
        OperationError: it is damaged, locked or cannot be opened.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    connection = sqlite3.connect(file, timeout=10, isolation_level=None)
    try:
        yield connection
    except sqlite3.Error as error:
        raise OperationError(f"The database {file} cannot be read or written: {error}.") from error
    finally:
        connection.close()


def _vacuum(source: Path, file: Path) -> None:
    """Copy an SQLite database that may be written to meanwhile, and check the copy."""
    if not source.is_file():
        raise OperationError(f"There is no database at {source}.")
    with closing_sqlite(source) as connection:
        connection.execute("VACUUM INTO ?", (str(file),))
    with closing_sqlite(file) as copied:
        ((found,),) = copied.execute("PRAGMA integrity_check").fetchall()[:1]
    if found != "ok":
        raise OperationError(f"The copy of the database is damaged, so the database is, too: {found}.")


def _run(name: str, engine: Engine, *arguments: str) -> None:
    """Run a program of PostgreSQL on a database; the password goes by the environment, which others cannot read."""
    program, url = _program(name, engine), engine.url
    # With its parameters, such as `sslmode`, and without the password.
    address = URL.create("postgresql", url.username, None, url.host, url.port, url.database, url.query)
    done = subprocess.run(
        [program, "--no-password", f"--dbname={address.render_as_string()}", *arguments],
        env=os.environ | ({"PGPASSWORD": url.password} if url.password else {}), capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    if done.returncode:
        # The last line names the error.
        said = done.stderr.strip().splitlines() or ["it said nothing"]
        raise OperationError(f"{name} failed: {said[-1]}")


def _program(name: str, engine: Engine) -> str:
    """Return the path of a program that is at least as new as the server.

    Raises:
        OperationError: it is missing or too old.
    """
    with engine.connect() as connection:
        server = int(connection.execute(text("SHOW server_version_num")).scalar_one()) // 10_000
    installed = sorted(_DEBIAN.glob(f"*/bin/{name}"), key=lambda path: int(path.parents[1].name.split(".")[0]))
    program = str(installed[-1]) if installed else shutil.which(name)
    if program is None:
        message = f"The program {name} is missing: install postgresql-client-{server}."
        raise OperationError(message)
    if (version := _version(program)) < server:
        message = f"{name} {version} is older than the server, PostgreSQL {server}: install postgresql-client-{server}."
        raise OperationError(message)
    return program


def _version(program: str) -> int:
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"\(PostgreSQL\) (\d+)", said)
    return int(found[1]) if found else 0


def described() -> list[Table]:
    """Return the tables of all models, also of features, a table before those that refer to it."""
    features.hooks()  # With them the metadata has their tables.
    return SQLModel.metadata.sorted_tables


def tables(connection: Connection) -> list[Table]:
    """Return all tables of the site, a table before those that refer to it.

    Raises:
        OperationError: the database has a table that no model describes, and its rows would be lost.
    """
    known = described()
    unknown = set(inspect(connection).get_table_names()) - {table.name for table in known} - {REVISION}
    # The index of the full text is made from other rows: it is neither compared nor copied, but built anew.
    # Those of a feature that this site has left out are empty.
    unknown = {name for name in unknown if not text_index.is_index(name)}
    rows = (name for name in unknown if connection.scalar(select(literal(1)).select_from(named(name)).limit(1)))
    if unknown := sorted(rows):
        raise OperationError(f"The database has tables that are not the site's: {', '.join(unknown)}.")
    return known


def revision(connection: Connection) -> str | None:
    """Return the revision of the schema; None for a database without tables of the site."""
    if not inspect(connection).has_table(REVISION):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def is_unused(connection: Connection) -> bool:
    """Return whether no site has ever written to the database; one that was only migrated counts as unused."""
    existing = set(inspect(connection).get_table_names())
    for table in tables(connection):
        if table.name not in existing or table.name in BY_THE_START:
            continue
        rows = select(func.count()).select_from(table)
        if table.name == VERSIONS:
            rows = rows.where(table.c.version > 0)
        if connection.execute(rows).scalar():
            return False
    return True


def digest(connection: Connection) -> str:
    """Return the SHA-256 over all rows of all tables, the same for equal content in any database."""
    total = hashlib.sha256()
    for table in tables(connection):
        total.update(f"\n{table.name}\n".encode())
        for row in _rows(connection, table):
            total.update(json.dumps(dict(row), default=_text, sort_keys=True).encode())
    return total.hexdigest()


def copy(source: Connection, target: Connection) -> int:
    """Insert all rows of one database into the empty tables of another; return their number."""
    copied = 0
    for table in tables(source):
        if table.name == VERSIONS:
            target.execute(table.delete())
        for rows in _rows(source, table).partitions():
            target.execute(table.insert(), [dict(row) for row in rows])
            copied += len(rows)
    return copied


def set_sequences(source: Connection, target: Connection) -> None:
    """Let PostgreSQL continue where SQLite's ids ended, also after a deleted last row: ids are never reused."""
    used = {str(name): int(last) for name, last in source.execute(text("SELECT name, seq FROM sqlite_sequence"))}
    for table in tables(source):
        if last := used.get(table.name):
            (key,) = table.primary_key.columns.keys()
            sequence = text("SELECT setval(pg_get_serial_sequence(:table, :key), :last)")
            target.execute(sequence, {"table": table.name, "key": key, "last": last})


def _rows(connection: Connection, table: Table) -> MappingResult:
    """Return the rows of a table in the order of its primary key, compared as bytes."""
    order = [_portable(column, connection) for column in table.primary_key]
    return connection.execute(select(table).order_by(*order).execution_options(yield_per=BATCH)).mappings()


def _portable(column: Any, connection: Connection) -> Any:  # noqa: ANN401  SQLAlchemy's expressions are generic
    """Return a column in an order that both databases share: PostgreSQL compares text by the rules of a language."""
    is_text = isinstance(column.type, String | AutoString)
    return column.collate("C") if is_text and connection.dialect.name == "postgresql" else column


def _text(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else repr(value)
