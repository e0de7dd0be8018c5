"""The log of changes: in the deed's own transaction, without gaps, also for what happened before it existed."""

from concurrent.futures import ThreadPoolExecutor

from alembic import command
from alembic.config import Config

from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.withdraw import withdraw
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, publish, rows

LOG = "SELECT number, kind, document_id FROM change ORDER BY number"
SUCCESSORS = "SELECT id, replaced_by FROM document WHERE replaced_by IS NOT NULL"


def downgrade(archive: Archive, revision: str) -> None:
    """Go back to the schema of an earlier release."""
    with archive.engine.execution_options(writes=True).connect() as connection, connection.begin():
        config = Config()
        config.set_main_option("script_location", str(database.MIGRATIONS))
        config.attributes["connection"] = connection
        command.downgrade(config, revision)


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
        (5, "restored", first),
    ]
    assert rows(archive, SUCCESSORS) == []


def test_numbers_have_no_gaps(archive: Archive):

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
    downgrade(archive, "0004")
    database.upgrade(archive.engine)
    assert rows(archive, LOG) == before
    assert rows(archive, SUCCESSORS) == [(first, second)]
