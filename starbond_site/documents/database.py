"""The database: engine, sessions and migrations."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import Connection as SqliteConnection

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, event, text
from sqlmodel import Session, create_engine

MIGRATIONS = Path(__file__).parents[2] / "migrations"
_UPGRADE_LOCK = 7_261_205
"""Number of the PostgreSQL advisory lock that lets one worker at a time migrate; an arbitrary constant."""


def create(url: str) -> Engine:
    """Return an engine for ``url``; for SQLite, create the folder and set the pragmas of every connection."""
    if not url.startswith("sqlite"):
        return create_engine(url, pool_pre_ping=True, pool_size=5, max_overflow=10)
    Path(url.removeprefix("sqlite:///")).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url, connect_args={"check_same_thread": False})
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: SqliteConnection, _record: object) -> None:
    """Set the pragmas, which SQLite keeps per connection only."""
    # The sqlite3 module begins transactions late, and not before DDL; `_begin_sqlite` begins them instead.
    connection.isolation_level = None
    for pragma in (
        "journal_mode=WAL",
        "busy_timeout=10000",
        "foreign_keys=ON",
        # In WAL mode, NORMAL could lose the last commits at a power failure.
        "synchronous=FULL",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    """Begin a transaction; a writer locks at once: a read transaction that starts to write can fail."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def reading(engine: Engine) -> Iterator[Session]:
    """Provide a read session; all its queries see one snapshot of the database."""
    if engine.dialect.name == "postgresql":
        # By default each query sees its own snapshot; SQLite in WAL mode has one per transaction.
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    with Session(engine) as session:
        yield session


@contextmanager
def writing(engine: Engine) -> Iterator[Session]:
    """Provide a session in one transaction: committed at the end, rolled back on an exception."""
    with Session(engine.execution_options(writes=True), expire_on_commit=False) as session, session.begin():
        yield session


def upgrade(engine: Engine) -> None:
    """Run the pending migrations; safe to call from several workers at once."""
    with engine.execution_options(writes=True).begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _UPGRADE_LOCK})
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
