"""What became of an attempt: told once, and true from then on."""

from datetime import timedelta

import pytest
from sqlalchemy import event

from starbond_site.documents import async_upload, attempts, audit, database, refusals, storing
from starbond_site.documents.archive import Archive
from starbond_site.documents.attempts import PUBLISHED, RUNNING, Claim, Outcome
from starbond_site.documents.reading import Published
from starbond_site.documents.upload import Upload
from tests.unit.documents import samples
from tests.unit.documents.publishing import (
    DOWN,
    WHO,
    assert_nothing_happened,
    fail_at,
    outcome,
    pass_time,
    raising,
    rows,
)

NAME = "0123456789abcdef"
PDF = samples.GOOD["report.pdf"]


def upload(archive: Archive, name: str = NAME, content: bytes = PDF) -> Published:
    with Upload(archive, "AllNotice", "Report.pdf", WHO, attempt=name) as given:
        given.write(content)
        return given.publish()


def asked(archive: Archive, *, settle: bool = True) -> str:
    return attempts.ask(archive, NAME, settle=settle).code


def test_published_attempt_is_known_and_publishes_once(archive: Archive):
    assert asked(archive, settle=False) == "", "asking without the right settles nothing"
    document = upload(archive)
    assert upload(archive, content=samples.pdf("other")) == document
    audit.record(archive, WHO, "publish", "x", "too_many_uploads", claim=attempts.claim(NAME), values={"minutes": 3})
    assert attempts.ask(archive, NAME, settle=True) == Outcome(PUBLISHED, {}, document)
    assert rows(archive, "SELECT count(*) FROM document") == [(1,)]


def test_refused_attempt_is_known_with_the_values_of_its_sentence(archive: Archive):
    upload(archive, "another-attempt-before")
    with pytest.raises(refusals.AlreadyPublished) as refused:
        upload(archive)
    known = attempts.ask(archive, NAME, settle=True)
    assert (known.code, known.values) == ("already_published", refused.value.values)
    other = attempts.claim("x" * 20)
    audit.record(archive, WHO, "publish", "x", "too_many_uploads", claim=other, values={"minutes": 3})
    assert attempts.ask(archive, "x" * 20, settle=True) == Outcome("too_many_uploads", {"minutes": 3})


def test_attempt_that_another_request_holds(archive: Archive):
    assert attempts.begin(archive, Claim(NAME)) is None
    assert outcome(upload, archive) == refusals.OutcomeUnknown
    assert asked(archive) == RUNNING
    assert_nothing_happened(archive)


def test_asking_settles_what_nobody_knows(archive: Archive):
    """Told that nothing was published, the page is never made a liar by a request that was slow."""
    assert asked(archive, settle=False) == ""
    assert upload(archive, "another-attempt-before")
    assert asked(archive) == "not_published"
    assert outcome(upload, archive) == refusals.NotPublished
    assert rows(archive, "SELECT count(*) FROM document") == [(1,)]


def test_renewed_lease_lasts(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    held = Claim(NAME)
    attempts.begin(archive, held)
    pass_time(monkeypatch, attempts.LEASE - timedelta(seconds=1))
    attempts.renew(archive, held)
    pass_time(monkeypatch, timedelta(seconds=5))
    assert asked(archive) == RUNNING
    attempts.renew(archive, Claim(NAME))
    pass_time(monkeypatch, attempts.LEASE)
    assert asked(archive) == "not_published"


def test_lease_of_a_process_that_ended_before_the_clock_was_set_back(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    attempts.begin(archive, Claim(NAME))
    pass_time(monkeypatch, -timedelta(hours=1))
    assert asked(archive) == "not_published"


@pytest.mark.anyio
async def test_lease_is_renewed_while_a_file_is_stored(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    renewed: list[Claim] = []
    monkeypatch.setattr(attempts, "RENEW_SECONDS", 0.01)
    monkeypatch.setattr(attempts, "renew", lambda _archive, held: renewed.append(held))
    store = archive.storage.put

    def store_slowly(*given: object) -> None:
        while len(renewed) < 3:
            pass
        store(*given)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(archive.storage, "put", store_slowly)
    with Upload(archive, "AllNotice", "Report.pdf", WHO, attempt=NAME) as given:
        given.write(PDF)
        assert await async_upload.publish(given)
    assert {held.name for held in renewed} == {NAME}


def test_lease_of_a_process_that_ended_is_taken_over(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    lost = Claim(NAME)
    attempts.begin(archive, lost)
    pass_time(monkeypatch, attempts.LEASE + timedelta(seconds=1))
    document = upload(archive)
    assert attempts.ask(archive, NAME, settle=True).document == document
    with database.reading(archive.engine) as session, pytest.raises(refusals.NotPublished):
        attempts.publish(session, lost, document.id)


def test_outcome_is_written_with_the_record_or_not_at_all(archive: Archive):
    fail_at(archive, "UPDATE upload_attempt SET outcome")
    assert outcome(upload, archive) == refusals.DatabaseUnavailable
    assert_nothing_happened(archive)
    assert asked(archive, settle=False) == RUNNING


def test_commit_whose_answer_is_lost_and_a_database_that_stays_away(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """Nobody can say whether it is published, so nobody says so; the page learns it when the database is back."""

    @event.listens_for(archive.engine, "commit")
    def lose(connection: object) -> None:
        if connection.exec_driver_sql("SELECT count(*) FROM document").scalar():  # pyright: ignore[reportAttributeAccessIssue]
            connection.connection.driver_connection.execute("COMMIT")  # pyright: ignore[reportAttributeAccessIssue]
            monkeypatch.setattr(storing, "_committed", raising(DOWN))
            raise DOWN

    assert outcome(upload, archive) == refusals.OutcomeUnknown
    event.remove(archive.engine, "commit", lose)
    known = attempts.ask(archive, NAME, settle=True)
    assert known.code == PUBLISHED
    assert known.document
    assert b"".join(archive.storage.read(str(rows(archive, "SELECT key FROM document")[0][0]))) == PDF


def test_name_that_could_be_guessed_is_not_remembered(archive: Archive):
    for name in ("", "1", "short", "x" * 65, "é" * 20, "a b c d e f g h i", "../../../../etc/passwd"):
        assert attempts.claim(name) is None, name
        assert upload(archive, name, samples.pdf(name))
    assert rows(archive, "SELECT count(*) FROM upload_attempt") == [(0,)]
