"""Typed titles in the database: added to what is there, and taken away by a way back to an earlier release."""

from alembic import command
from alembic.config import Config

from starbond_site.documents import corrections, database, reading
from starbond_site.documents.archive import Archive
from starbond_site.documents.sealed import filings
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, publish, rows
from tests.unit.documents.sealed_filings import seal

BEFORE_TITLES = "0021"


def test_titles_go_with_a_downgrade_and_documents_stay(archive: Archive) -> None:
    document = publish(archive, "AllNotice", "Notice.pdf", samples.pdf("notice"))
    corrections.retitle(archive, document.id, "Interim dividend", WHO)
    seal(archive, title="Results of the year")
    with archive.engine.execution_options(writes=True).connect() as connection, connection.begin():
        config = Config()
        config.set_main_option("script_location", str(database.MIGRATIONS))
        config.attributes["connection"] = connection
        command.downgrade(config, BEFORE_TITLES)
    # The earlier release finds the name of the file.
    assert rows(archive, "SELECT search FROM document") == [(document.file_name.lower(),)]
    database.upgrade(archive.engine)
    (found,) = reading.search(archive, "notice")
    assert (found.id, found.title, found.shown_name) == (document.id, "", document.file_name)
    assert reading.search(archive, "interim") == ()
    (filing,) = filings.waiting(archive)
    assert (filing.title, filing.shown_name) == ("", "Results.pdf")
