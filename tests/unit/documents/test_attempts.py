"""What became of an attempt: told once, and true from then on."""

from types import ModuleType

import pytest
from sqlalchemy import event

from starbond_site.documents import attempts, audit, storing
from starbond_site.documents import publish as publication
from starbond_site.documents.archive import Archive
from starbond_site.documents.attempts import PUBLISHED, RUNNING
from starbond_site.documents.publish import Submission
from starbond_site.documents.records import Document
from starbond_site.documents.resuming.finishing import publish_upload
from tests.refused import refuses
from tests.unit.documents import samples
from tests.unit.documents.publishing import DOWN, WHO, existing, fail_at, outcome, raising, rows, sent

NAME = "0123456789abcdef"
PDF = samples.GOOD["report.pdf"]
REPORT = Submission(category="AllNotice", name="Report.pdf")


def upload(archive: Archive, name: str = NAME, content: bytes = PDF) -> Document:
    return publish_upload(archive, sent(archive, content), REPORT, WHO, attempts.remembered(name))


def asked(archive: Archive) -> str:
    known = attempts.known(archive, NAME)
    return known.outcome if known else ""


def document_of(archive: Archive) -> Document | None:
    return existing(attempts.known(archive, NAME)).document


def test_published_attempt_is_known_and_publishes_once(archive: Archive):
    assert asked(archive) == ""
    document = upload(archive)
    assert upload(archive, content=samples.pdf("other")) == document
    with refuses("outcome_unknown"):
        audit.record(archive, WHO, "publish", "x", "too_many_uploads", attempt=NAME, values={"minutes": 3})
    assert rows(archive, "SELECT outcome FROM audit") == [("done",)]
    assert (asked(archive), document_of(archive)) == (PUBLISHED, document)
    assert rows(archive, "SELECT count(*) FROM document") == [(1,)]


def test_refused_attempt_is_known_with_the_values_of_its_sentence(archive: Archive):
    upload(archive, "another-attempt-before")
    with refuses("already_published") as refused:
        upload(archive)
    known = existing(attempts.known(archive, NAME))
    assert (known.outcome, known.details) == ("already_published", refused.value.values)
    other = attempts.remembered("x" * 20)
    audit.record(archive, WHO, "publish", "x", "too_many_uploads", attempt=other, values={"minutes": 3})
    known = existing(attempts.known(archive, "x" * 20))
    assert (known.outcome, known.details, known.document) == ("too_many_uploads", {"minutes": 3}, None)


def test_attempt_of_a_process_that_ended_publishes_at_once(archive: Archive):
    attempts.begin(archive, NAME)
    assert asked(archive) == RUNNING
    assert upload(archive) == document_of(archive)


@pytest.mark.parametrize(("module", "stage", "content"), [
    (publication, "check_file", PDF), (storing, "verify", samples.pdf("other")),
], ids=["before it compares", "before it commits"])  # fmt: skip
def test_attempt_at_work_on_two_machines_publishes_once(
    archive: Archive, monkeypatch: pytest.MonkeyPatch, module: ModuleType, stage: str, content: bytes
):
    """Its file was sent again to another machine: whoever comes second is told to ask again, also of the same bytes."""
    work = getattr(module, stage)

    def overtaken(*given: object) -> object:
        monkeypatch.setattr(module, stage, work)
        upload(archive)
        return work(*given)

    monkeypatch.setattr(module, stage, overtaken)
    assert outcome(upload, archive, content=content) == "outcome_unknown"
    assert upload(archive, content=content) == document_of(archive)
    assert rows(archive, "SELECT count(*) FROM document") == [(1,)]
    assert rows(archive, "SELECT outcome FROM audit") == [("done",)]


def test_outcome_is_written_with_the_record_or_not_at_all(archive: Archive):
    fail_at(archive, "UPDATE upload_attempt SET outcome")
    assert outcome(upload, archive) == "database_unavailable"
    assert rows(archive, "SELECT count(*) FROM document") == [(0,)]
    assert asked(archive) == RUNNING


def test_commit_whose_answer_is_lost_and_a_database_that_stays_away(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """Nobody can say whether it is published, so nobody says so; the page learns it when the database is back."""

    @event.listens_for(archive.engine, "commit")
    def lose(connection: object) -> None:
        if connection.exec_driver_sql("SELECT count(*) FROM document").scalar():  # pyright: ignore[reportAttributeAccessIssue]
            connection.connection.driver_connection.execute("COMMIT")  # pyright: ignore[reportAttributeAccessIssue]
            monkeypatch.setattr(storing.versions, "lock", raising(DOWN))
            raise DOWN

    assert outcome(upload, archive) == "outcome_unknown"
    event.remove(archive.engine, "commit", lose)
    assert asked(archive) == PUBLISHED
    assert document_of(archive)
    assert b"".join(archive.storage.read(str(rows(archive, "SELECT key FROM document")[0][0]))) == PDF


@pytest.mark.parametrize("name", ["", "1", "short", "x" * 65, "é" * 20, "a b c d e f g h i", "../../../../etc/passwd"])
def test_name_that_could_be_guessed_is_not_remembered(archive: Archive, name: str):
    assert attempts.remembered(name) == ""
    assert upload(archive, name, samples.pdf(name))
    assert rows(archive, "SELECT count(*) FROM upload_attempt") == [(0,)]
