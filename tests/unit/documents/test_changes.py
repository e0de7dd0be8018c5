"""The log of changes: in the deed's own transaction, without gaps, also for what happened before it existed."""

from concurrent.futures import ThreadPoolExecutor

import sqlalchemy as sa

from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.withdraw import withdraw
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, publish, rows

LOG = "SELECT number, kind, document_id FROM change ORDER BY number"
SUCCESSORS = "SELECT id, replaced_by FROM document WHERE replaced_by IS NOT NULL"


def test_every_deed_is_logged(archive: Archive):
    """A new prospectus replaces the one before, which knows its successor."""
    first = publish(archive, "Prospectus", "One.pdf", samples.pdf("one")).id
    second = publish(archive, "Prospectus", "Two.pdf", samples.pdf("two")).id
    assert withdraw(archive, second, WHO)
    assert rows(archive, LOG) == [
        (1, "published", first),
        (2, "replaced", first),
        (3, "published", second),
        (4, "withdrawn", second),
    ]
    assert rows(archive, SUCCESSORS) == [(first, second)]


def test_numbers_have_no_gaps(archive: Archive):
    """Publications of several lists at once, and refusals between them."""

    def deed(number: int) -> None:
        category = ("AllNotice", "BondIssue", "AnnualReport")[number % 3]
        publish(archive, category, f"{number}.pdf", samples.pdf(str(number)))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(deed, range(12)))
    assert [number for number, *_ in rows(archive, LOG)] == list(range(1, 13))


def test_migration_logs_what_happened_before(archive: Archive):
    """In the order of time; replaced documents get their successors."""
    first = publish(archive, "Result", "One.pdf", samples.pdf("one")).id
    second = publish(archive, "Result", "Two.pdf", samples.pdf("two")).id
    third = publish(archive, "AllNotice", "Three.pdf", samples.pdf("three")).id
    withdraw(archive, third, WHO)
    before = rows(archive, LOG)
    with archive.engine.execution_options(writes=True).connect() as connection, connection.begin():
        for statement in (
            "DROP INDEX document_dated",
            "DROP INDEX document_dated_all",
            "DROP INDEX document_typed",
            "DROP TABLE change",
            "DROP TABLE extraction",
            "DELETE FROM listversion WHERE name = 'changes'",
        ):
            connection.execute(sa.text(statement))
        for column in ("filed_at", "replaced_by", "withdrawn_reason"):
            connection.execute(sa.text(f"ALTER TABLE document DROP COLUMN {column}"))
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '0004'"))
    database.upgrade(archive.engine)
    assert rows(archive, LOG) == before
    assert rows(archive, SUCCESSORS) == [(first, second)]
