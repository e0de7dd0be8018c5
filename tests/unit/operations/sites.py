"""Sites with everything that a backup or a move must keep."""

from datetime import date
from decimal import Decimal

from sqlalchemy import BigInteger, Column, String, delete, insert, select
from sqlmodel import AutoString, UTCDateTime

from starbond_site.documents import database, nodes
from starbond_site.documents.archive import COMMAND_LINE, Archive
from starbond_site.documents.corrections import withdraw
from starbond_site.documents.records import ExactDecimal
from starbond_site.features.alerts.records import AlertSubscriber
from starbond_site.operations import dump
from starbond_site.shared import local_time
from starbond_site.shared.categories import NodeName
from tests.unit.documents import samples
from tests.unit.documents.publishing import publish

WITH_FILES = ("extraction", "extraction_claim", "page_text", "sealed", "unfinished_upload")
"""Tables whose rows mean files or work that waits: tests make their own."""


def pdf(number: int) -> bytes:
    return samples.GOOD["report.pdf"] + b"%% %d\n" % number


def fill(archive: Archive, documents: int = 3) -> None:
    """Publish, withdraw and replace documents, set a node, and add a row to every table that is empty then."""
    for number in range(documents):
        publish(archive, "AllNotice", f"Notice {number} \N{BENGALI LETTER KA}.pdf", pdf(number))
    withdraw(archive, 1, COMMAND_LINE)
    for number in (100, 101):
        publish(archive, "Prospectus", f"Prospectus {number}.pdf", pdf(number))
    nodes.put(archive, NodeName.DIVIDEND, {"text": "Dividend: 12%", "url": "/AllNotice"}, COMMAND_LINE)
    with database.writing(archive.engine) as session:
        connection = session.connection()
        for table in dump.described():
            if table.name not in WITH_FILES and not connection.execute(select(table)).first():
                needed = (column for column in table.columns if not column.nullable)
                connection.execute(insert(table).values({column.name: _sample(column) for column in needed}))
        session.add(
            AlertSubscriber(
                email="gone@example.com", language="en", requested_at=local_time.now(), consent_at=local_time.now()
            )
        )
        session.flush()
        connection.execute(delete(AlertSubscriber).where(AlertSubscriber.id == 2))  # pyright: ignore


def _sample(column: Column[object]) -> object:
    """Return a value of a column: words, this moment, a large number, or the first row of another table."""
    if column.name == "facts":
        return '{"starts": "2026-12-20T10:00:00+06:00"}'  # text of a meeting, which a migration reads
    if isinstance(column.type, AutoString | String):
        return f"\u09a8 {column.name}"[: column.type.length]
    if isinstance(column.type, UTCDateTime):
        return local_time.now()
    if isinstance(column.type, ExactDecimal):
        return Decimal("12.50")
    if isinstance(column.type, BigInteger) and not column.foreign_keys:
        return 3_000_000_000
    # JSON has any type.
    return {int: 1, bool: True, date: local_time.today(), object: {}}[column.type.python_type]


def facts(archive: Archive) -> dict[str, list[str]]:
    """Return every row that must be the same after a restore or a move."""
    with archive.engine.connect() as connection:
        tables = dump.described()
        return {table.name: sorted(map(repr, connection.execute(select(table)))) for table in tables}
