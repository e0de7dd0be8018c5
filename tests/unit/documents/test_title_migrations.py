"""Typed titles in the database: added to what is there, and taken away by a way back to an earlier release."""

from starbond_site.documents import corrections, database, reading
from starbond_site.documents.archive import Archive
from starbond_site.documents.sealed import filings
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, publish, rows
from tests.unit.documents.sealed_filings import seal
from tests.unit.documents.test_changes import downgrade


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
