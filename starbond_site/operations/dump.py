"""Consistent copies of a running database: ``VACUUM INTO`` for SQLite, ``pg_dump`` for PostgreSQL."""

import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, text

from starbond_site.documents import database
from starbond_site.operations import OperationError, tables

SQLITE = "sqlite"
POSTGRESQL = "postgresql"
FILES = {SQLITE: "database.sqlite", POSTGRESQL: "database.pgdump"}
"""Name of the copy in a backup, by kind of database."""
_DEBIAN = Path("/usr/lib/postgresql")
_PLACES = {"PGHOST": "host", "PGPORT": "port", "PGUSER": "username", "PGPASSWORD": "password", "PGDATABASE": "database"}


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
        message = (
            f"The backup holds {file.name}, which cannot be loaded into {kind}. "
            "Restore it into the kind of database that it came from; `admin move` then copies it to PostgreSQL."
        )
        raise OperationError(message)
    if kind == SQLITE:
        with closing_sqlite(file) as source, closing_sqlite(Path(engine.url.database or "")) as target:
            source.backup(target)
        return
    with engine.begin() as connection:
        database.wait_for_ever(connection)
        if tables.revision(connection):
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
    program = _program(name, engine)
    url = engine.url
    if name == "pg_restore":
        arguments = (f"--dbname={url.database}", *arguments)
    done = subprocess.run(
        [program, "--no-password", *arguments], env=os.environ | _environment(url), capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    if done.returncode:
        # The last line names the error.
        said = done.stderr.strip().splitlines() or ["it said nothing"]
        raise OperationError(f"{name} failed: {said[-1]}")


def _environment(url: URL) -> dict[str, str]:
    found = {name: getattr(url, part) for name, part in _PLACES.items()}
    for name, value in url.query.items():
        if name in {"sslmode", "sslrootcert", "sslcert", "sslkey", "host", "port"}:
            found[f"PG{name.upper()}"] = value
    return {name: str(value) for name, value in found.items() if value}


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
