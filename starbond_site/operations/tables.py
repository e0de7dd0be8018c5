"""All tables of the site as one unit: whether they are empty, what they hold, and copying them to another database."""

import hashlib
import json
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, MappingResult, Table, func, inspect, literal, select, text
from sqlalchemy import table as named
from sqlmodel import SQLModel

from starbond_site import features

# Every module with tables, so that the metadata knows all of them.
from starbond_site.contact import records as _contact  # noqa: F401
from starbond_site.documents import records as _documents  # noqa: F401
from starbond_site.documents import text_index
from starbond_site.mail import outbox as _mail  # noqa: F401
from starbond_site.operations import OperationError

features.modules("records")
REVISION = "alembic_version"
"""Alembic's own table, which holds the revision of the schema."""
VERSIONS = "listversion"
"""The migrations fill it with zeros, so that rows alone do not mean that the site was used."""
KEYS = "signingkey"
"""The first start fills it, before anything is published."""
BATCH = 500
"""Rows that are read or written at once."""


def tables(connection: Connection) -> list[Table]:
    """Return all tables of the site, a table before those that refer to it.

    Raises:
        OperationError: the database has a table that no model describes, and its rows would be lost.
    """
    known = SQLModel.metadata.sorted_tables
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
        if table.name not in existing or table.name == KEYS:
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
    """Return what orders a column equally in both databases: PostgreSQL compares text by the rules of a language."""
    is_text = column.type.python_type is str
    return column.collate("C") if is_text and connection.dialect.name == "postgresql" else column


def _text(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else repr(value)
