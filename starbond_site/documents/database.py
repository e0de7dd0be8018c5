"""The database: engine, sessions, migrations, and what is wrong with it.

Whatever reads or writes raises ``SQLAlchemyError`` where the database does not answer; `web.site` has one answer to it.
"""

import math
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast
from weakref import WeakKeyDictionary

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Dialect, Engine, event, make_url, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as WaitTimeout
from sqlmodel import Session, SQLModel, create_engine, func
from sqlmodel.sql.expression import SelectOfScalar

from starbond_site import features
from starbond_site.documents.sqlite import DatabaseFile
from starbond_site.shared import logs
from starbond_site.shared.categories import Category, NodeName

if TYPE_CHECKING:
    from starbond_site.documents.postgresql import BoundedConnection

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
DEADLOCK = "40P01"
"""SQLSTATE of a transaction that PostgreSQL ended because it and another one waited for each other."""
_log = logs.get_logger(__name__)
MIGRATIONS = Path(__file__).parents[2] / "migrations"
POOL = {"pool_size": 5, "max_overflow": 10, "pool_timeout": 3}
"""Connections of one worker, and the seconds that a thread waits for one."""
MIGRATION_SECONDS = 120
"""Longest wait of a starting worker for another one that migrates an SQLite database."""
WRITER_SECONDS = 3
"""Longest wait for other threads of this worker that write."""
CHECKED_BYTES = 100 * 1024 * 1024
"""SQLite files up to this size are checked as a whole at the start (about 0.1 s); a larger one would delay it."""
_WRITERS = {"sqlite": threading.BoundedSemaphore(1), "postgresql": threading.BoundedSemaphore(4)}
"""Threads that may write at once. SQLite has one writer anyway, and threads queue here without its polling; on
PostgreSQL, writers that wait for locks always leave connections of the pool to readers."""
_UPGRADE_LOCK = 7_261_205
"""Number of the PostgreSQL advisory lock that lets one worker at a time migrate; an arbitrary constant."""
_FILES: WeakKeyDictionary[Dialect, DatabaseFile] = WeakKeyDictionary()
"""The file of every SQLite engine, by the dialect that it shares with its copies of other execution options."""


class DatabaseProblem(Exception):  # noqa: N818  an expected answer: its text is a sentence for the operator
    """The database cannot be used; the message is a sentence for the operator."""


def create(url: str) -> Engine:
    """Return an engine for ``url``; nothing is opened or created before the first connection.

    Errors, which are logged, tell no values of a statement: a name may be that of a sealed filing.
    """
    if url.startswith("sqlite"):
        engine = create_engine(url, hide_parameters=True, **POOL)
        file = DatabaseFile(Path(url.removeprefix("sqlite:///")))
        file.attach(engine)
        event.listen(engine, "begin", _begin_sqlite)
        _FILES[engine.dialect] = file
        return engine
    # Not at the top: a site with SQLite has 9 MB less.
    from starbond_site.documents.postgresql import connect, connect_options

    connecting = connect_options(make_url(url))
    engine = create_engine(url, pool_pre_ping=True, hide_parameters=True, connect_args=connecting, **POOL)
    event.listen(engine, "do_connect", connect)
    return engine


@contextmanager
def opened(url: str) -> Iterator[Engine]:
    """Provide an engine for ``url``, and close its connections."""
    engine = create(url)
    try:
        yield engine
    finally:
        engine.dispose()


def _begin_sqlite(connection: Connection) -> None:
    """Begin a transaction; a writer locks at once: a read transaction that starts to write can fail."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def reading(engine: Engine) -> Iterator[Session]:
    """Provide a session for several queries, which see one snapshot of the database; one alone is `Archive.read`."""
    if engine.dialect.name == "postgresql":
        # By default each query sees its own snapshot; SQLite in WAL mode has one per transaction.
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    with Session(engine) as session:
        yield session


def page_of(
    session: Session, wanted: SelectOfScalar[Result], number: int, size: int
) -> tuple[Sequence[Result], int, int, int]:
    """Return the rows of a page, its number, and how many pages and rows there are; beyond the last page the last one.

    Args:
        wanted: the rows of all pages, in their order.
        number: of the page, from 1.
        size: rows of a page.
    """
    total = session.scalar(wanted.with_only_columns(func.count(), maintain_column_froms=True).order_by(None)) or 0
    pages = max(1, math.ceil(total / size))
    number = min(max(1, number), pages)
    return session.exec(wanted.offset((number - 1) * size).limit(size)).all(), number, pages, total


@contextmanager
def writing(engine: Engine) -> Iterator[Session]:
    """Provide a session in one transaction: committed at the end, rolled back on an exception.

    Raises:
        SQLAlchemyError: nothing was committed, or into a file that no longer has a name; or, on PostgreSQL, the answer
            to the commit did not come.
    """
    writers, file = _WRITERS[engine.dialect.name], _FILES.get(engine.dialect)
    if not writers.acquire(timeout=WRITER_SECONDS):
        raise WaitTimeout("other threads of this process are still writing")
    try:
        before = file.identity() if file else None
        with Session(engine.execution_options(writes=True), expire_on_commit=False) as session, session.begin():
            yield session
        if file and before:
            file.assert_same(before)
    finally:
        writers.release()


def insert(session: Session, table: type[SQLModel]) -> postgresql.Insert | sqlite.Insert:
    """Return an ``INSERT`` that says what happens on a conflict, in the words of the database."""
    return (postgresql if session.get_bind().dialect.name == "postgresql" else sqlite).insert(table)


def once_more(work: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Do a transaction once more that PostgreSQL ended for a deadlock: the other one has gone on since."""

    @wraps(work)
    def repeated(*given: Parameters.args, **named: Parameters.kwargs) -> Result:
        try:
            return work(*given, **named)
        except OperationalError as error:
            if getattr(error.orig, "sqlstate", "") != DEADLOCK:
                raise
        return work(*given, **named)

    return repeated


def upgrade(engine: Engine) -> None:
    """Create an SQLite file where there is none, and run the pending migrations; safe from several workers at once.

    A schema of a newer version stays: an earlier release goes on with it after a deployment that failed or was undone,
    since migrations only add.
    """
    if file := _FILES.get(engine.dialect):
        file.create()
    with engine.execution_options(writes=True).connect() as connection, _patient(connection):
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _UPGRADE_LOCK})
        current = MigrationContext.configure(connection).get_current_revision()
        if current is None or current in _revisions()[1:]:
            migrate(connection, "head")
        elif not knows(current):
            _log.warning("database_has_newer_schema", revision=current)
        _add_versions(connection)
    # Closed: the other connections of the pool are to wait with a limit.
    engine.dispose()


def versioned() -> tuple[str, ...]:
    """Return the names of all that has a version: lists, single records, nodes, and rows of features."""
    return (*Category, *NodeName, *(feature.topic for feature in features.FEATURES if feature.topic))


def _add_versions(connection: Connection) -> None:
    """Give a version to each list and single record that the content has got since the tables were made."""
    present = set(connection.scalars(text("SELECT name FROM listversion")))
    if missing := [{"name": name} for name in versioned() if name not in present]:
        connection.execute(text("INSERT INTO listversion (name, version) VALUES (:name, 0)"), missing)


def _unserved(engine: Engine) -> str:
    """Return a sentence about documents or sealed filings that this site would not serve; empty for none."""
    used = "SELECT DISTINCT category FROM document UNION SELECT category FROM sealed WHERE state = 'sealed'"
    with engine.connect() as connection:
        unknown = set(connection.scalars(text(used))) - {category.value for category in Category}
        sealed = connection.scalar(text("SELECT count(*) FROM sealed WHERE state = 'sealed'"))
    if unknown:
        return (
            f"There are documents in the list {min(unknown)!r}, which content/investors.toml does not have. Put it "
            "back there; its documents can be moved to another list on the secretary's desk."
        )
    if sealed and not features.has("sealed"):
        return (
            f"Sealed filings: {sealed}, which this site would never release and backups would lack, since it has left "
            "out the feature `sealed`. Put it back into features/__init__.py until they are released or cancelled."
        )
    return ""


def knows(revision: str) -> bool:
    """Return whether a revision of the schema belongs to this or an earlier version of the site."""
    return revision in _revisions()


@cache
def _revisions() -> tuple[str, ...]:
    """Return the revisions of the schema, newest first; their scripts are read once."""
    return tuple(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())


def migrate(connection: Connection, revision: str) -> None:
    """Migrate within the transaction of a connection, up to ``head`` or down to ``base``, which removes every table."""
    config = _config()
    config.attributes["connection"] = connection
    if revision == "base":
        command.downgrade(config, revision)
    else:
        command.upgrade(config, revision)


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


@contextmanager
def _patient(connection: Connection) -> Iterator[None]:
    """Begin a transaction without the limits of others: a migration takes as long as its table is large."""
    if connection.dialect.name == "sqlite":
        # For another worker that migrates.
        driver = cast("Any", connection.connection.driver_connection)
        driver.execute(f"PRAGMA busy_timeout={MIGRATION_SECONDS * 1000}")
        with connection.begin():
            yield
        return
    with connection.begin():
        wait_for_ever(connection)
        yield


def wait_for_ever(connection: Connection) -> None:
    """Lift the limits of PostgreSQL for the transaction of a connection that may work for long."""
    cast("BoundedConnection", connection.connection.driver_connection).answer_seconds = None
    for limit in ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"):
        connection.execute(text(f"SET LOCAL {limit} = 0"))


def open_checked(engine: Engine) -> None:
    """Upgrade a database at the start of a process, and check an SQLite file that is not too large.

    Raises:
        DatabaseProblem: it cannot be reached, read or upgraded, is corrupt, or has what this site would not
            serve: documents of an unknown list, or sealed filings where that feature is left out.
    """
    try:
        upgrade(engine)
        file = _FILES.get(engine.dialect)
        if file and file.path.stat().st_size <= CHECKED_BYTES:
            with engine.connect() as connection:
                result = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
            if result != "ok":
                raise DatabaseProblem(_sentence(engine, str(result)))
        unserved = _unserved(engine)
    except (SQLAlchemyError, OSError) as error:
        raise DatabaseProblem(_sentence(engine, _reason(error))) from error
    if unserved:
        raise DatabaseProblem(unserved)


def problem(engine: Engine) -> str | None:
    """Return the fault of the database as a sentence for the operator; None while it can be read and written.

    Blocks for at most about 7 s.
    """
    try:
        if file := _FILES.get(engine.dialect):
            file.identity()
        with reading(engine) as session:
            session.connection().exec_driver_sql("SELECT version FROM listversion LIMIT 1").all()
            if engine.dialect.name == "postgresql" and session.connection().scalar(text("SELECT pg_is_in_recovery()")):
                return _sentence(engine, "it is a read-only replica")
    except SQLAlchemyError as error:
        return _sentence(engine, _reason(error))
    return None


def _sentence(engine: Engine, reason: str) -> str:
    """Return a sentence that names the database, without its password."""
    file = _FILES.get(engine.dialect)
    where = str(file.path) if file else engine.url.render_as_string(hide_password=True)
    return f"The database cannot be used ({where}): {reason}. Repair it, or restore a backup (docs/operating.md)."


def _reason(error: Exception) -> str:
    """Return the first line of what the database or the system said."""
    said = getattr(error, "orig", None) or error
    return (str(said).strip().splitlines() or [type(said).__name__])[0].rstrip(".")
