"""The log of changes, and the schemas of earlier releases: what goes with them, and what stays."""

from concurrent.futures import ThreadPoolExecutor

from alembic import command
from alembic.config import Config

from starbond_site.documents import corrections, database, reading
from starbond_site.documents.archive import Archive
from starbond_site.documents.corrections import withdraw
from starbond_site.documents.sealed import filings
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, publish, rows
from tests.unit.documents.sealed_filings import seal

LOG = "SELECT number, kind, document_id FROM change ORDER BY number"
SUCCESSORS = "SELECT id, replaced_by FROM document WHERE replaced_by IS NOT NULL"


def downgrade(archive: Archive, revision: str) -> None:
    with archive.engine.execution_options(writes=True).connect() as connection, connection.begin():
        config = Config()
        config.set_main_option("script_location", str(database.MIGRATIONS))
        config.attributes["connection"] = connection
        command.downgrade(config, revision)


def test_numbers_have_no_gaps(archive: Archive):

    def deed(number: int) -> None:
        category = ("AllNotice", "BondIssue", "AnnualReport")[number % 3]
        publish(archive, category, f"{number}.pdf", samples.pdf(str(number)))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(deed, range(12)))
    assert [number for number, *_ in rows(archive, LOG)] == list(range(1, 13))


def test_migration_logs_what_happened_before(archive: Archive):
    first = publish(archive, "Result", "One.pdf", samples.pdf("one")).id
    second = publish(archive, "Result", "Two.pdf", samples.pdf("two")).id
    third = publish(archive, "AllNotice", "Three.pdf", samples.pdf("three")).id
    withdraw(archive, third, WHO)
    before = rows(archive, LOG)
    downgrade(archive, "0004")
    database.upgrade(archive.engine)
    assert rows(archive, LOG) == before
    assert rows(archive, SUCCESSORS) == [(first, second)]


def test_titles_go_with_a_downgrade_and_documents_stay(archive: Archive) -> None:
    document = publish(archive, "AllNotice", "Notice.pdf", samples.pdf("notice"))
    corrections.retitle(archive, document.id, "Interim dividend", WHO)
    seal(archive, title="Results of the year")
    downgrade(archive, "0021")
    # The earlier release finds the name of the file.
    assert rows(archive, "SELECT search FROM document") == [(document.file_name.lower(),)]
    database.upgrade(archive.engine)
    (found,) = reading.search(archive, "notice")
    assert (found.id, found.title, found.shown_name) == (document.id, "", document.file_name)
    assert reading.search(archive, "interim") == ()
    (filing,) = filings.waiting(archive)
    assert (filing.title, filing.shown_name) == ("", "Results.pdf")
