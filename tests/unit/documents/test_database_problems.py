"""A database that is deleted, replaced, corrupt, read-only or locked: nothing is called published that is not kept."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from starbond_site.documents import archive as archives
from starbond_site.documents import database, reading, refusals, sqlite
from starbond_site.documents.archive import Archive
from starbond_site.settings import Settings
from tests.unit.documents import samples
from tests.unit.documents.publishing import archive_in, outcome, publish, rows

PDF = samples.GOOD["report.pdf"]
TOLD_SECONDS = 10


def _file(archive: Archive) -> Path:
    return archive.settings.data_dir / "starbond.db"


def test_deleted_database_stops_publishing_and_is_not_made_anew(archive: Archive):
    """SQLite would go on writing into the file without a name, and begin an empty one at the next connection."""
    publish(archive, "AllNotice", "Report.pdf", PDF)
    _file(archive).unlink()
    with pytest.raises(refusals.DatabaseUnavailable):
        publish(archive, "AllNotice", "Next.pdf", samples.pdf("next"))
    with pytest.raises(SQLAlchemyError):
        reading.page(archive, "AllNotice")
    assert not _file(archive).exists()
    assert "gone" in (database.problem(archive.engine) or "")


def test_file_removed_within_a_transaction(archive: Archive):
    """The commit succeeds for SQLite, and is a failure for us."""
    for name in ("starbond.db-wal", "starbond.db"):
        with pytest.raises(OperationalError, match=r"gone|replaced"), database.writing(archive.engine) as session:  # noqa: PT012
            session.connection().exec_driver_sql("UPDATE listversion SET version = 1")
            (archive.settings.data_dir / name).unlink()


def test_database_that_was_put_back_is_used_at_once(archive: Archive, tmp_path: Path):
    """A restored file has another inode; connections to the old one are replaced."""
    document = publish(archive, "AllNotice", "Report.pdf", PDF)
    copy = tmp_path / "copy.db"
    with sqlite3.connect(copy) as target, sqlite3.connect(_file(archive)) as source:
        source.backup(target)
    for name in ("starbond.db", "starbond.db-wal", "starbond.db-shm"):
        (archive.settings.data_dir / name).unlink(missing_ok=True)
    copy.rename(_file(archive))
    assert database.problem(archive.engine) is None
    assert reading.page(archive, "AllNotice").documents == (document,)
    publish(archive, "AllNotice", "Next.pdf", samples.pdf("next"))
    # As the file's mode or a read-only file system has it; root may write whatever the mode says.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite.os, "access", lambda *_given: False)
        assert outcome(publish, archive, "AllNotice", "Report.pdf", PDF) == refusals.DatabaseUnavailable
        assert "cannot be written" in (database.problem(archive.engine) or "")
    archive.engine.dispose()
    _file(archive).write_bytes(b"not a database " * 1000)
    assert "not a database" in (database.problem(archive.engine) or "")


def test_corrupt_or_missing_database_stops_the_start_with_a_sentence(tmp_path: Path):
    """An empty list in place of a lost one would look as if nothing had ever been published."""
    file = tmp_path / "starbond.db"
    with archive_in(tmp_path) as archive:
        publish(archive, "AllNotice", "Report.pdf", PDF)
    content = file.read_bytes()
    for spoiled in (b"not a database " * 1000, content[:4096] + bytes(len(content) - 4096)):
        for name in ("starbond.db-wal", "starbond.db-shm"):
            (tmp_path / name).unlink(missing_ok=True)
        file.write_bytes(spoiled)
        with pytest.raises(database.DatabaseProblem, match=r"The database cannot be used .*starbond\.db"):
            archives.connect(Settings(data_dir=tmp_path))
    file.unlink()
    with pytest.raises(database.DatabaseProblem, match="The database is missing"):
        archives.connect(Settings(data_dir=tmp_path))
    assert not file.exists()
    file.mkdir()
    with pytest.raises(database.DatabaseProblem, match="The database cannot be used"):
        archives.connect(Settings(data_dir=tmp_path))


def test_sentence_holds_no_password():
    settings = Settings.model_validate({"database_address": "postgresql://site:secret@127.0.0.1:1/site"})
    engine = database.create(settings.database_url)
    sentence = database.problem(engine) or ""
    assert "127.0.0.1" in sentence
    assert "secret" not in sentence


def test_locked_database(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """Another process keeps the lock: a person is told in time, the file is not published, readers are served."""
    assert sqlite.BUSY_SECONDS + database.WRITER_SECONDS < TOLD_SECONDS
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.2)
    monkeypatch.setattr(database, "WRITER_SECONDS", 0.2)
    archive.engine.dispose()
    publish(archive, "AllNotice", "Report.pdf", PDF)
    other = sqlite3.connect(_file(archive), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    def upload(number: int) -> object:
        return outcome(publish, archive, "AllNotice", f"{number}.pdf", samples.pdf(str(number)))

    with ThreadPoolExecutor(3) as pool:
        uploads = pool.map(upload, range(3))
        assert reading.page(archive, "AllNotice").total == 1
        assert set(uploads) == {refusals.DatabaseUnavailable}
    other.execute("COMMIT")
    other.close()
    assert rows(archive, "SELECT count(*) FROM document") == [(1,)]
    publish(archive, "AllNotice", "After.pdf", samples.pdf("after"))
