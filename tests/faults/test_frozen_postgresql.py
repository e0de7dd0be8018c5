"""A frozen PostgreSQL: whoever waits is told within 10 s, at every stage of a publication, and it heals by itself."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.exc import SQLAlchemyError

from starbond_site.documents import attempts, audit, database, postgresql, reading, refusals, versions
from starbond_site.documents.archive import Archive
from starbond_site.documents.upload import Upload
from tests.faults import services
from tests.faults.services import Outside
from tests.faults.survival import TOLD_SECONDS, until
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, archive_in, publish, rows

STATEMENTS = ("UPDATE listversion", "INSERT INTO document", "INTO audit")
COMMIT = "the commit"
ATTEMPT = "attempt-at-a-frozen-commit"
PDF = samples.pdf("frozen")


def wait_at(stage: str, archive: Archive, wait: Callable[[], object]) -> None:
    """Let the first publication wait before a statement, or before the commit of its record."""
    passed: list[object] = []

    @event.listens_for(archive.engine, "before_cursor_execute")
    def before(connection: Connection, _cursor: object, statement: str, *_rest: object) -> None:
        if stage in statement and not passed:
            passed.append(wait())
        if "INSERT INTO document" in statement:
            connection.info["records"] = True

    @event.listens_for(archive.engine, "commit")
    def commit(connection: Connection) -> None:
        if stage == COMMIT and connection.info.get("records") and not passed:
            passed.append(wait())


def refusal_of(archive: Archive, stage: str) -> tuple[str, float]:
    """Publish; return the code of the refusal, and when it came."""
    with Upload(archive, "AllNotice", f"{stage}.pdf", WHO, attempt=ATTEMPT if stage == COMMIT else "") as upload:
        upload.write(PDF)
        with pytest.raises(refusals.Refusal) as refused:
            upload.publish()
    return refused.value.code, time.monotonic()


def test_frozen_at_every_stage(postgresql: Outside, tmp_path: Path):
    """Nothing is published, no lock stays; at the commit nobody can say what happened until the server goes on."""
    stages = (*STATEMENTS, COMMIT)
    reached = threading.Barrier(len(stages) + 1)
    is_frozen = threading.Event()
    archives: dict[str, Archive] = {}
    with ExitStack() as opened, ThreadPoolExecutor() as pool:
        for stage in (*stages, "before"):
            address = services.new_database(postgresql.url, template=services.MIGRATED)
            archives[stage] = opened.enter_context(archive_in(tmp_path / stage, database_address=address))
            reading.page(archives[stage], "AllNotice")
        for stage in stages:
            wait_at(stage, archives[stage], lambda: (reached.wait(60), is_frozen.wait(60)))
        refused = {stage: pool.submit(refusal_of, archives[stage], stage) for stage in stages}
        reached.wait(60)
        postgresql.service.freeze()
        try:
            began = time.monotonic()
            is_frozen.set()
            told = {stage: found.result() for stage, found in refused.items()}
            assert {stage: code for stage, (code, _at) in told.items()} == {
                **dict.fromkeys(STATEMENTS, "database_unavailable"),
                COMMIT: "outcome_unknown",
            }
            assert max(at for _code, at in told.values()) - began < TOLD_SECONDS
            # Who comes now, is told too; whoever reads, as well.
            late = [
                pool.submit(refusal_of, archives["before"], "before"),
                pool.submit(reading.page, archives["before"], "BondIssue"),
                pool.submit(attempts.ask, archives[COMMIT], ATTEMPT, settle=True),
            ]
            began = time.monotonic()
            assert late[0].result()[0] == "database_unavailable"
            for one in late[1:]:
                with pytest.raises(SQLAlchemyError):
                    one.result()
            assert "cannot be used" in (database.problem(archives["before"].engine) or "")
            assert time.monotonic() - began < 2 * TOLD_SECONDS
        finally:
            postgresql.service.thaw()
        for stage in (*STATEMENTS, "before"):
            assert rows(archives[stage], "SELECT count(*) FROM document") == [(0,)], stage
            assert publish(archives[stage], "AllNotice", "Report.pdf", PDF).id
        until(lambda: attempts.ask(archives[COMMIT], ATTEMPT, settle=True).code != attempts.RUNNING, "still running")
        known = attempts.ask(archives[COMMIT], ATTEMPT, settle=True)
        found = reading.find(archives[COMMIT], known.document.id if known.document else 0)
        if found:
            assert b"".join(archives[COMMIT].storage.read(found.key)) == PDF
        else:
            assert known.code == "not_published"
            assert rows(archives[COMMIT], "SELECT count(*) FROM document") == [(0,)]


def test_asking_waits_for_a_transaction_that_is_just_publishing(archive: Archive):
    """The row lock of the attempt: whoever asks in between learns the result, or that it is not known yet."""
    held = attempts.Claim("attempt-of-a-slow-transaction")
    document = publish(archive, "BondIssue", "Slow.pdf", PDF)
    assert attempts.begin(archive, held) is None
    with ThreadPoolExecutor(1) as pool:
        with database.writing(archive.engine) as session:
            attempts.publish(session, held, document.id)
            asking = pool.submit(attempts.ask, archive, held.name, settle=True)
            with pytest.raises(TimeoutError):
                asking.result(0.5)
        assert asking.result(TOLD_SECONDS).document == document


def test_only_migrations_wait_without_a_limit(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Neither a statement that takes too long nor the lock of a list that is never released is waited for."""
    monkeypatch.setitem(postgresql.OPTIONS, "options", "-c statement_timeout=1000 -c lock_timeout=500")
    monkeypatch.setattr(postgresql.BoundedConnection, "answer_seconds", 1.5)

    def sleep(connection: Connection) -> None:
        connection.exec_driver_sql("SELECT pg_sleep(2)")

    with archive_in(tmp_path, database_address=address) as archive:
        monkeypatch.setattr(database.command, "upgrade", lambda config, _: sleep(config.attributes["connection"]))
        database.upgrade(archive.engine)
        with pytest.raises(SQLAlchemyError), archive.engine.connect() as connection:
            sleep(connection)
        with database.writing(archive.engine) as holder:
            versions.raise_version(holder, "AllNotice")
            with pytest.raises(refusals.DatabaseUnavailable):
                publish(archive, "AllNotice", "Report.pdf", PDF)
            audit.record(archive, WHO, "publish", "AllNotice/report.pdf", "type_mismatch")
            assert reading.page(archive, "BondIssue").total == 0
