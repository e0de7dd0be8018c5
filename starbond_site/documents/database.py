"""The database: engine, sessions, and bringing its tables up to date."""

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
"""Number of the PostgreSQL advisory lock that lets one worker at a time upgrade; any constant would do."""


def create(url: str) -> Engine:
    """Return an engine for ``url``; on SQLite the folder is made and the pragmas are set."""
    if not url.startswith("sqlite"):
        return create_engine(url, pool_pre_ping=True, pool_size=5, max_overflow=10)
    Path(url.removeprefix("sqlite:///")).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url, connect_args={"check_same_thread": False})
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: SqliteConnection, _record: object) -> None:
    """Set what SQLite forgets with every connection."""
    # Python's own transactions begin too late and not before DDL; `_begin_sqlite` begins them instead.
    connection.isolation_level = None
    for pragma in (
        "journal_mode=WAL",
        "busy_timeout=10000",
        "foreign_keys=ON",
        # With less, the last commits of a machine that loses power would be gone.
        "synchronous=FULL",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    """Begin; a writer takes the lock at once, for a reader that turns writer midway can only fail."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def reading(engine: Engine) -> Iterator[Session]:
    """Give a session for reading; all its queries see the database at one moment."""
    if engine.dialect.name == "postgresql":
        # Its default lets each query see a later moment; SQLite in WAL mode does this by itself.
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    with Session(engine) as session:
        yield session


@contextmanager
def writing(engine: Engine) -> Iterator[Session]:
    """Give a session whose changes are committed together at the end, or not at all."""
    with Session(engine.execution_options(writes=True), expire_on_commit=False) as session, session.begin():
        yield session


def upgrade(engine: Engine) -> None:
    """Bring the tables up to date; safe to call from several workers at once."""
    with engine.execution_options(writes=True).begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _UPGRADE_LOCK})
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
