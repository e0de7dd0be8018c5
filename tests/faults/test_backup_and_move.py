"""Backup, restore and move to real servers: PostgreSQL and S3."""

import json
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager
from functools import partial
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
from sqlalchemy import text

from starbond_site.documents import consistency, database, extractor, text_search
from starbond_site.documents.archive import Archive
from starbond_site.documents.extractor import Extractor
from starbond_site.documents.records import Document
from starbond_site.operations import OperationError, backup, dump
from starbond_site.operations import move as moving
from starbond_site.operations.backup import restore
from starbond_site.operations.move import move
from starbond_site.shared.settings import Settings
from tests.faults import killing, services
from tests.faults.services import Outside
from tests.faults.survival import until
from tests.unit.documents.made_pdfs import plain
from tests.unit.documents.publishing import archive_in, publish, rows
from tests.unit.operations.sites import facts, fill, pdf


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Archive]:
    with archive_in(tmp_path / "data") as archive:
        fill(archive)
        yield archive


@pytest.fixture
def target(tmp_path: Path, address: str, bucket: str) -> Settings:
    return settings_of(tmp_path / "new", address, bucket)


def settings_of(folder: Path, address: str, storage: str) -> Settings:
    return Settings.model_validate({"data_dir": folder, "STARBOND_DATABASE_URL": address, "storage": storage})


def opened(target: Settings) -> AbstractContextManager[Archive]:
    return archive_in(target.data_dir, database_address=target.database_address, storage=target.storage)


def test_move_catches_up_until_the_target_is_used(site: Archive, target: Settings, monkeypatch: pytest.MonkeyPatch):
    before, copy = facts(site), moving._copy_rows
    done = move(site.settings, target)
    assert (done.documents, done.copied, done.present, done.is_current) == (5, 5, 0, True)
    assert facts(site) == before
    number = publish(site, "AllNotice", "Accounts.pdf", plain("a report of the accounts")).id
    Extractor(site).run()

    def publishing(*given: object) -> int:
        publish(site, "AllNotice", "Meanwhile.pdf", pdf(94))
        return copy(*given)  # pyright: ignore[reportArgumentType]

    with monkeypatch.context() as patch:
        patch.setattr(moving, "_copy_rows", publishing)
        assert not move(site.settings, target).is_current
    with database.reading(site.engine) as session:
        Extractor(site).extract(session.get_one(Document, number))
    move(site.settings, target)
    with opened(target) as moved:
        assert facts(moved) == facts(site)
        assert consistency.check(moved, read_bytes=True).is_sound
        # What was read is found in PostgreSQL as in SQLite, with the pictures of first pages.
        for words in ("report", "a rep", "no such"):
            assert text_search.search(moved, words) == text_search.search(site, words)
        assert text_search.search(moved, "a report")[0].snippet
        for (key,) in rows(moved, "SELECT picture_key FROM extraction WHERE picture_key IS NOT NULL"):
            assert b"".join(moved.storage.read(str(key)))[8:12] == b"WEBP"
        assert extractor.waiting(moved) == extractor.waiting(site)
        # The deleted second subscriber keeps its number.
        assert rows(moved, "SELECT last_value FROM alert_subscriber_id_seq") == [(2,)]
        assert publish(moved, "AllNotice", "Next.pdf", pdf(90)).id == 8
        used = facts(moved)
        elsewhere = target.model_copy(update={"storage": f"{target.storage}/empty"})
        for other in (target, elsewhere):
            with pytest.raises(OperationError, match="has other data"):
                move(site.settings, other)
        assert facts(moved) == used


def test_killed_move_is_completed_by_the_next(
    site: Archive, tmp_path: Path, target: Settings, postgresql: Outside, bucket: str
):
    """SIGKILL at several moments: the target is empty or whole; then a backup of it is restored elsewhere."""
    variables = {name: value for name, value in os.environ.items() if name.startswith("AWS_")}
    addresses = {"STARBOND_DATABASE_URL": target.database_address, "storage": target.storage}
    given = json.dumps([variables, addresses | {"data_dir": str(target.data_dir)}])
    with archive_in(tmp_path / "seen", storage=target.storage) as seen:

        def has(objects: int, process: BaseProcess) -> bool:
            return len(list(seen.storage.list())) >= objects or not process.is_alive()

        for objects in (1, 4):
            with killing.started(killing.move, site, given) as (process, _):
                until(partial(has, objects, process), "nothing is copied")
            engine = database.create(target.database_url)
            with engine.connect() as connection:
                if not dump.is_unused(connection):
                    assert connection.execute(text("SELECT count(*) FROM document")).scalar() == 5
            engine.dispose()
    move(site.settings, target)
    with opened(target) as archive:
        before = facts(archive)
        assert before == facts(site)
        assert backup.create(archive, tmp_path / "backup").documents == 5
    # A server was started once on the empty database.
    second = settings_of(tmp_path / "second", services.new_database(postgresql.url), f"{bucket}/second")
    with opened(second):
        pass
    assert restore(second, tmp_path / "backup").copied == 5
    with opened(second) as archive:
        assert facts(archive) == before
        assert publish(archive, "AllNotice", "Next.pdf", pdf(95)).id == 6
        with pytest.raises(OperationError, match="has content already"):
            restore(second, tmp_path / "backup")
    restore(second, tmp_path / "backup", replace=True)
    with opened(second) as archive:
        assert facts(archive) == before
    with pytest.raises(OperationError, match="cannot be loaded into sqlite"):
        restore(Settings.model_validate({"data_dir": tmp_path / "embedded"}), tmp_path / "backup")


def test_missing_or_too_old_program_of_postgresql_is_named(
    tmp_path: Path, archive: Archive, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(dump, "_DEBIAN", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OperationError, match=r"is missing.*postgresql-client-"):
        backup.create(archive, tmp_path / "backup")
    program = tmp_path / "pg_dump"
    program.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 0.1'\n")
    program.chmod(0o755)
    with pytest.raises(OperationError, match=r"is older than the server.*postgresql-client-"):
        backup.create(archive, tmp_path / "backup")
