"""What became of an attempt: told once, and true from then on."""

from datetime import timedelta

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from starbond_site import local_time
from starbond_site.documents import attempts, audit, database, publish, refusals, storing
from starbond_site.documents.archive import Archive
from starbond_site.documents.async_upload import AsyncUpload
from starbond_site.documents.attempts import PUBLISHED, RUNNING, Claim, Outcome
from starbond_site.documents.reading import Published
from starbond_site.documents.upload import Upload
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, assert_nothing_happened, rows

NAME = "0123456789abcdef"
PDF = samples.GOOD["report.pdf"]


def upload(archive: Archive, name: str = NAME, content: bytes = PDF) -> Published:
    with Upload(archive, "AllNotice", "Report.pdf", WHO, attempt=name) as given:
        given.write(content)
        return given.publish()


def pass_time(monkeypatch: pytest.MonkeyPatch, passed: timedelta) -> None:
    now = local_time.now
    monkeypatch.setattr(local_time, "now", lambda: now() + passed)


def test_published_attempt_is_known(archive: Archive):
    document = upload(archive)
    assert attempts.ask(archive, NAME, settle=True) == Outcome(PUBLISHED, {}, document)


def test_refused_attempt_is_known_with_the_values_of_its_sentence(archive: Archive):
    upload(archive, "another-attempt-before")
    with pytest.raises(refusals.AlreadyPublished) as refused:
        upload(archive)
    known = attempts.ask(archive, NAME, settle=True)
    assert (known.code, known.values) == ("already_published", refused.value.values)


def test_refusal_before_the_last_byte_is_known(archive: Archive):
    with pytest.raises(refusals.NamePath):
        Upload(archive, "AllNotice", "a/b.pdf", WHO, attempt=NAME)
    assert attempts.ask(archive, NAME, settle=True).code == "name_path"


def test_same_attempt_twice_publishes_once(archive: Archive):
    """The second request gets the first result, also with other bytes."""
    first = upload(archive)
    assert upload(archive, content=samples.pdf("other")) == first
    assert rows(archive, "SELECT count(*) FROM document") == [(1,)]


def test_same_refused_attempt_twice_is_refused_alike(archive: Archive):
    for content in (b"not a PDF", PDF):
        with pytest.raises(refusals.TypeMismatch):
            upload(archive, content=content)
    assert rows(archive, "SELECT count(*) FROM document") == [(0,)]


def test_attempt_that_another_request_holds(archive: Archive):
    assert attempts.begin(archive, Claim(NAME)) is None
    with pytest.raises(refusals.OutcomeUnknown):
        upload(archive)
    assert attempts.ask(archive, NAME, settle=True).code == RUNNING
    assert_nothing_happened(archive)


def test_asking_settles_what_nobody_knows(archive: Archive):
    """Told that nothing was published, the page is never made a liar by a request that was slow."""
    assert attempts.ask(archive, NAME, settle=True).code == "not_published"
    with pytest.raises(refusals.NotPublished):
        upload(archive)
    assert_nothing_happened(archive)


def test_asking_without_the_right_settles_nothing(archive: Archive):
    assert attempts.ask(archive, NAME, settle=False).code == ""
    assert upload(archive)


def test_asking_while_the_file_is_stored_waits(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """A lease that is renewed keeps the attempt from being settled; one that ends does not."""
    known: list[str] = []
    detect = publish.file_types.detect_type

    def ask_meanwhile(*given: object) -> object:
        known.append(attempts.ask(archive, NAME, settle=True).code)
        pass_time(monkeypatch, attempts.LEASE + timedelta(seconds=1))
        known.append(attempts.ask(archive, NAME, settle=True).code)
        return detect(*given)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(publish.file_types, "detect_type", ask_meanwhile)
    with pytest.raises(refusals.NotPublished):
        upload(archive)
    assert known == [RUNNING, "not_published"]
    assert_nothing_happened(archive)


def test_renewed_lease_lasts(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    held = Claim(NAME)
    attempts.begin(archive, held)
    pass_time(monkeypatch, attempts.LEASE - timedelta(seconds=1))
    attempts.renew(archive, held)
    pass_time(monkeypatch, timedelta(seconds=5))
    assert attempts.ask(archive, NAME, settle=True).code == RUNNING
    attempts.renew(archive, Claim(NAME))
    pass_time(monkeypatch, attempts.LEASE)
    assert attempts.ask(archive, NAME, settle=True).code == "not_published"


def test_lease_of_a_process_that_ended_before_the_clock_was_set_back(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """The page does not wait until the clock has caught up."""
    attempts.begin(archive, Claim(NAME))
    pass_time(monkeypatch, -timedelta(hours=1))
    assert attempts.ask(archive, NAME, settle=True).code == "not_published"


@pytest.mark.anyio
async def test_lease_is_renewed_while_a_file_is_stored(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """As long as the storage takes."""
    renewed: list[Claim] = []
    monkeypatch.setattr(attempts, "RENEW_SECONDS", 0.01)
    monkeypatch.setattr(attempts, "renew", lambda _archive, held: renewed.append(held))
    store = archive.storage.put

    def store_slowly(*given: object) -> None:
        while len(renewed) < 3:
            pass
        store(*given)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(archive.storage, "put", store_slowly)
    async with await AsyncUpload.open(archive, "AllNotice", "Report.pdf", WHO, attempt=NAME) as given:
        await given.write(PDF)
        assert await given.publish()
    assert {held.name for held in renewed} == {NAME}


def test_lease_of_a_process_that_ended_is_taken_over(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """The holder before it, if it lives after all, publishes nothing."""
    lost = Claim(NAME)
    attempts.begin(archive, lost)
    pass_time(monkeypatch, attempts.LEASE + timedelta(seconds=1))
    document = upload(archive)
    assert attempts.ask(archive, NAME, settle=True).document == document
    with database.reading(archive.engine) as session, pytest.raises(refusals.NotPublished):
        attempts.publish(session, lost, document.id)


def test_outcome_is_written_with_the_record_or_not_at_all(archive: Archive):
    """A transaction that fails after the record leaves the attempt as it was."""

    @event.listens_for(archive.engine, "before_cursor_execute")
    def fail(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        if "UPDATE upload_attempt SET outcome" in statement:
            event.remove(archive.engine, "before_cursor_execute", fail)
            raise OperationalError(statement, {}, Exception("disk I/O error"))

    with pytest.raises(refusals.DatabaseUnavailable):
        upload(archive)
    assert_nothing_happened(archive)
    assert attempts.ask(archive, NAME, settle=False).code == RUNNING


def test_commit_whose_answer_is_lost_and_a_database_that_stays_away(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """Nobody can say whether it is published, so nobody says so; the page learns it when the database is back."""

    def away(*_given: object) -> None:
        raise OperationalError(None, {}, Exception("connection lost"))

    @event.listens_for(archive.engine, "commit")
    def lose(connection: object) -> None:
        if not rows_written(connection):
            return
        connection.connection.driver_connection.execute("COMMIT")  # pyright: ignore[reportAttributeAccessIssue]
        monkeypatch.setattr(storing, "_committed", away)
        away()

    def rows_written(connection: object) -> bool:
        found = connection.exec_driver_sql("SELECT count(*) FROM document")  # pyright: ignore[reportAttributeAccessIssue]
        return bool(found.scalar())

    with pytest.raises(refusals.OutcomeUnknown):
        upload(archive)
    event.remove(archive.engine, "commit", lose)
    known = attempts.ask(archive, NAME, settle=True)
    assert known.code == PUBLISHED
    assert known.document
    assert b"".join(archive.storage.read(str(rows(archive, "SELECT key FROM document")[0][0]))) == PDF


def test_old_attempts_are_removed(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    upload(archive)
    pass_time(monkeypatch, attempts.KEPT + timedelta(days=1))
    upload(archive, "a-later-attempt-of-a-page", samples.pdf("later"))
    assert rows(archive, "SELECT name FROM upload_attempt") == [("a-later-attempt-of-a-page",)]


@pytest.mark.parametrize("name", ["", "1", "short", "x" * 65, "é" * 20, "a b c d e f g h i", "../../../../etc/passwd"])
def test_name_that_could_be_guessed_is_not_remembered(archive: Archive, name: str):
    assert attempts.claim(name) is None
    assert upload(archive, name)
    assert rows(archive, "SELECT count(*) FROM upload_attempt") == [(0,)]


def test_entry_of_the_audit_settles_an_attempt_once(archive: Archive):
    """A request that is refused later cannot change what is settled."""
    document = upload(archive)
    audit.record(archive, WHO, "publish", "x", "too_many_uploads", claim=attempts.claim(NAME), values={"minutes": 3})
    assert attempts.ask(archive, NAME, settle=True).document == document
    other = attempts.claim("x" * 20)
    audit.record(archive, WHO, "publish", "x", "too_many_uploads", claim=other, values={"minutes": 3})
    assert attempts.ask(archive, "x" * 20, settle=True) == Outcome("too_many_uploads", {"minutes": 3})
