"""A frozen PostgreSQL: whoever waits is told within 10 s, at every stage of a publication, and it heals by itself."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.exc import SQLAlchemyError

from starbond_site.documents import attempts, audit, database, reading, refusals, versions
from starbond_site.documents.archive import Archive
from starbond_site.documents.upload import Upload
from tests.faults.freezing import frozen, server_of
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, archive_in, rows
from tests.unit.documents.publishing import publish as publish_bytes

TOLD_SECONDS = 10


@pytest.fixture
def archive(postgresql: str, tmp_path: Path) -> Iterator[Archive]:
    """Return an archive on PostgreSQL, with connections that are open."""
    with archive_in(tmp_path / "data", database_address=postgresql) as made:
        reading.page(made, "AllNotice")
        yield made


def test_frozen_before_the_upload(archive: Archive, postgresql: str):
    """The publication is refused in time; reading fails in time too; afterwards everything works."""
    before = rows(archive, "SELECT count(*) FROM document")
    server = server_of(postgresql)
    with frozen(server):
        began = time.monotonic()
        with pytest.raises(refusals.DatabaseUnavailable):
            publish_bytes(archive, "AllNotice", "Report.pdf", samples.pdf("frozen"))
        assert time.monotonic() - began < TOLD_SECONDS
        began = time.monotonic()
        with pytest.raises(SQLAlchemyError):
            reading.page(archive, "AllNotice")
        assert "cannot be used" in (database.problem(archive.engine) or "")
        assert time.monotonic() - began < TOLD_SECONDS
    assert rows(archive, "SELECT count(*) FROM document") == before
    assert publish_bytes(archive, "AllNotice", "Report.pdf", samples.pdf("frozen")).id


@pytest.mark.parametrize("words", ["UPDATE listversion", "INSERT INTO document", "INTO audit"])
def test_frozen_within_the_transaction(archive: Archive, postgresql: str, words: str):
    """Nothing is published, and the locks of the transaction are gone when the server goes on."""
    before = rows(archive, "SELECT count(*) FROM document")
    server = server_of(postgresql)
    stopped: list[None] = []
    with ExitStack() as freeze:

        @event.listens_for(archive.engine, "before_cursor_execute")
        def stop(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
            if words in statement and not stopped:
                stopped.append(freeze.enter_context(frozen(server)))

        began = time.monotonic()
        with pytest.raises(refusals.DatabaseUnavailable):
            publish_bytes(archive, "AllNotice", "Report.pdf", samples.pdf(words))
        assert time.monotonic() - began < TOLD_SECONDS
    assert rows(archive, "SELECT count(*) FROM document") == before
    assert publish_bytes(archive, "AllNotice", "Report.pdf", samples.pdf(words)).id


def test_frozen_at_the_commit(archive: Archive, postgresql: str):
    """Nobody can say what happened until the server goes on; then its page is told, and the bytes are there."""
    name, content, server = "attempt-at-a-frozen-commit", samples.pdf("in doubt"), server_of(postgresql)
    stopped: list[None] = []
    with ExitStack() as freeze:

        @event.listens_for(archive.engine, "commit")
        def stop(connection: Connection) -> None:
            if not stopped and connection.info.get("records"):
                stopped.append(freeze.enter_context(frozen(server)))

        @event.listens_for(archive.engine, "after_cursor_execute")
        def note(connection: Connection, _cursor: object, statement: str, *_rest: object) -> None:
            if "INSERT INTO document" in statement:
                connection.info["records"] = True

        began = time.monotonic()
        with Upload(archive, "AllNotice", "Doubt.pdf", WHO, attempt=name) as upload:
            upload.write(content)
            with pytest.raises(refusals.OutcomeUnknown):
                upload.publish()
        assert time.monotonic() - began < TOLD_SECONDS
        with pytest.raises(SQLAlchemyError):
            attempts.ask(archive, name, settle=True)
    known = attempts.ask(archive, name, settle=True)
    deadline = time.monotonic() + 15
    while known.code == attempts.RUNNING and time.monotonic() < deadline:
        known = attempts.ask(archive, name, settle=True)
    if known.document:
        found = reading.find(archive, known.document.id)
        assert found
        assert b"".join(archive.storage.read(found.key)) == content
    else:
        assert known.code == "not_published"
        assert rows(archive, "SELECT count(*) FROM document WHERE file_name LIKE 'Doubt%'") == [(0,)]


def test_asking_waits_for_a_transaction_that_is_just_publishing(archive: Archive):
    """The row lock of the attempt: whoever asks in between learns the result, or that it is not known yet."""
    name = "attempt-of-a-slow-transaction"
    held = attempts.Claim(name)
    document = publish_bytes(archive, "BondIssue", "Slow.pdf", samples.pdf("slow"))
    assert attempts.begin(archive, held) is None
    with ThreadPoolExecutor(1) as pool:
        with database.writing(archive.engine) as session:
            attempts.publish(session, held, document.id)
            asking = pool.submit(attempts.ask, archive, name, settle=True)
            with pytest.raises(TimeoutError):
                asking.result(0.5)
        assert asking.result(TOLD_SECONDS).document == document


def test_migration_may_take_longer_than_a_statement(archive: Archive, postgresql: str, monkeypatch: pytest.MonkeyPatch):
    """Only migrations wait without a limit."""
    monkeypatch.setattr(
        database.command, "upgrade", lambda config, _target: _sleep(config.attributes["connection"], 4.5)
    )
    database.upgrade(archive.engine)
    with pytest.raises(SQLAlchemyError), archive.engine.connect() as connection:
        _sleep(connection, 4.5)


def _sleep(connection: object, seconds: float) -> None:
    connection.exec_driver_sql(f"SELECT pg_sleep({seconds})")  # pyright: ignore[reportAttributeAccessIssue]


def test_lock_that_is_never_released(archive: Archive):
    """The lock of a list that another transaction keeps is waited for with a limit."""
    before = reading.page(archive, "BondIssue").total
    with database.writing(archive.engine) as holder:
        versions.raise_version(holder, "AllNotice")
        began = time.monotonic()
        with pytest.raises(refusals.DatabaseUnavailable):
            publish_bytes(archive, "AllNotice", "Report.pdf", samples.pdf("locked"))
        assert time.monotonic() - began < TOLD_SECONDS
        audit.record(archive, WHO, "publish", "AllNotice/report.pdf", "type_mismatch")
        assert reading.page(archive, "BondIssue").total == before
