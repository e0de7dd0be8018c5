"""What became of an attempt: told once, and true from then on."""

from datetime import timedelta

import pytest
from sqlalchemy import event

from starbond_site.documents import attempts, audit, database, storing
from starbond_site.documents.archive import Archive
from starbond_site.documents.attempts import PUBLISHED, RUNNING, AttemptOutcome, Claim
from starbond_site.documents.public_view import Published
from starbond_site.documents.publish import Submission
from starbond_site.documents.resuming.finishing import finish, publish_upload
from tests.refused import refuses
from tests.unit.documents import samples
from tests.unit.documents.publishing import DOWN, WHO, fail_at, outcome, pass_time, raising, rows, sent

NAME = "0123456789abcdef"
PDF = samples.GOOD["report.pdf"]
REPORT = Submission(category="AllNotice", name="Report.pdf")


def upload(archive: Archive, name: str = NAME, content: bytes = PDF) -> Published:
    return publish_upload(archive, sent(archive, content), REPORT, WHO, attempts.claim(name))


def asked(archive: Archive) -> str:
    return attempts.known(archive, NAME).code


def test_published_attempt_is_known_and_publishes_once(archive: Archive):
    assert asked(archive) == ""
    document = upload(archive)
    assert upload(archive, content=samples.pdf("other")) == document
    audit.record(archive, WHO, "publish", "x", "too_many_uploads", claim=attempts.claim(NAME), values={"minutes": 3})
    assert attempts.known(archive, NAME) == AttemptOutcome(PUBLISHED, {}, document)
    assert rows(archive, "SELECT count(*) FROM document") == [(1,)]


def test_refused_attempt_is_known_with_the_values_of_its_sentence(archive: Archive):
    upload(archive, "another-attempt-before")
    with refuses("already_published") as refused:
        upload(archive)
    known = attempts.known(archive, NAME)
    assert (known.code, known.values) == ("already_published", refused.value.values)
    other = attempts.claim("x" * 20)
    audit.record(archive, WHO, "publish", "x", "too_many_uploads", claim=other, values={"minutes": 3})
    assert attempts.known(archive, "x" * 20) == AttemptOutcome("too_many_uploads", {"minutes": 3})


def test_lease_ends_unless_it_is_renewed(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """Also that of a process that ended before the clock was set back."""
    held = Claim(NAME)
    attempts.begin(archive, held)
    pass_time(monkeypatch, attempts.LEASE - timedelta(seconds=1))
    attempts.renew(archive, held)
    pass_time(monkeypatch, timedelta(seconds=5))
    assert outcome(upload, archive) == "outcome_unknown"
    attempts.renew(archive, Claim(NAME))
    pass_time(monkeypatch, -timedelta(hours=1))
    assert upload(archive)


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
    assert (await finish(archive, sent(archive, PDF), REPORT, WHO, Claim(NAME))).id
    assert {held.name for held in renewed} == {NAME}


def test_lease_of_a_process_that_ended_is_taken_over(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    lost = Claim(NAME)
    attempts.begin(archive, lost)
    pass_time(monkeypatch, attempts.LEASE + timedelta(seconds=1))
    document = upload(archive)
    assert attempts.known(archive, NAME).document == document
    with database.reading(archive.engine) as session, refuses("outcome_unknown"):
        attempts.publish(session, lost, document.id)


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
    known = attempts.known(archive, NAME)
    assert known.code == PUBLISHED
    assert known.document
    assert b"".join(archive.storage.read(str(rows(archive, "SELECT key FROM document")[0][0]))) == PDF


def test_name_that_could_be_guessed_is_not_remembered(archive: Archive):
    for name in ("", "1", "short", "x" * 65, "é" * 20, "a b c d e f g h i", "../../../../etc/passwd"):
        assert attempts.claim(name) is None, name
        assert upload(archive, name, samples.pdf(name))
    assert rows(archive, "SELECT count(*) FROM upload_attempt") == [(0,)]
