"""Backup, restore and move on real servers: PostgreSQL, S3 and a running site."""

import hashlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from uuid import uuid4

import boto3
import pytest
from moto.server import ThreadedMotoServer
from sqlalchemy import text

from starbond_site.documents import consistency, database, extraction_claims, text_search
from starbond_site.documents.archive import Archive
from starbond_site.documents.extractor import Extractor
from starbond_site.documents.records import Document
from starbond_site.operations import OperationError, backup, dump, tables
from starbond_site.operations import move as moving
from starbond_site.operations.move import move
from starbond_site.operations.restore import restore
from starbond_site.settings import Settings
from tests.serving import ROOT, Server, build, serving
from tests.unit.documents.made_pdfs import plain
from tests.unit.documents.publishing import archive_in, publish, rows
from tests.unit.documents.storage_contract import environment
from tests.unit.operations.sites import facts, fill, pdf

SECONDS = 60


@pytest.fixture(scope="module")
def s3() -> Iterator[str]:
    """Return the address of an S3 server; the variables that boto3 reads are set to it."""
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    names = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_DEFAULT_REGION": "us-east-1"}
    with environment(AWS_ENDPOINT_URL=f"http://{host}:{port}", **names):
        yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def bucket(s3: str) -> str:
    """Return a storage setting with an empty bucket."""
    name = f"documents-{uuid4().hex}"
    boto3.client("s3").create_bucket(Bucket=name)
    return f"s3://{name}/site"


@pytest.fixture
def new_database(postgresql: str) -> str:
    """Return the address of an empty database."""
    name = f"site_{uuid4().hex}"
    engine = database.create(Settings.model_validate({"STARBOND_DATABASE_URL": postgresql}).database_url)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    engine.dispose()
    return f"{postgresql.rpartition('/')[0]}/{name}"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Archive]:
    """Return an embedded site with content."""
    with archive_in(tmp_path / "data") as archive:
        fill(archive)
        yield archive


def settings_of(folder: Path, address: str, storage: str) -> Settings:
    """Return settings with other servers."""
    return Settings.model_validate({"data_dir": folder, "STARBOND_DATABASE_URL": address, "storage": storage})


def test_move_keeps_everything(site: Archive, tmp_path: Path, new_database: str, bucket: str):
    """Ids, versions, audit, subscribers and messages are kept, ids go on, and the source is as it was."""
    before = facts(site)
    target = settings_of(tmp_path / "new", new_database, bucket)
    done = move(site.settings, target)
    assert (done.documents, done.copied, done.present, done.is_current) == (5, 5, 0, True)
    assert facts(site) == before
    with archive_in(tmp_path / "new", STARBOND_DATABASE_URL=new_database, storage=bucket) as moved:
        assert facts(moved) == before
        assert consistency.check(moved, read_bytes=True).is_sound
        assert publish(moved, "AllNotice", "Next.pdf", pdf(90)).id == 6
        # The deleted second subscriber keeps its number.
        ((last,),) = rows(moved, "SELECT last_value FROM newsletter_subscriber_id_seq")
        assert last == 2


def test_move_builds_the_index_of_the_text(site: Archive, tmp_path: Path, new_database: str, bucket: str):
    """What was read is found in PostgreSQL as in SQLite, with the pictures of first pages; a second move, too."""
    number = publish(site, "AllNotice", "Accounts.pdf", plain("a report of the accounts")).id
    Extractor(site).run()
    target = settings_of(tmp_path / "new", new_database, bucket)
    move(site.settings, target)
    with database.reading(site.engine) as session:
        Extractor(site).extract(session.get_one(Document, number))
    move(site.settings, target)
    with archive_in(tmp_path / "new", STARBOND_DATABASE_URL=new_database, storage=bucket) as moved:
        assert extraction_claims.waiting(moved) == 0
        for words in ("report", "a rep", "no such"):
            assert text_search.search(moved, words) == text_search.search(site, words)
        assert text_search.search(moved, "a report")[0].snippet
        for (key,) in rows(moved, "SELECT picture_key FROM extraction WHERE picture_key IS NOT NULL"):
            assert b"".join(moved.storage.read(str(key)))[8:12] == b"WEBP"


def test_move_again_catches_up_until_the_target_is_used(site: Archive, tmp_path: Path, new_database: str, bucket: str):
    """The second move brings what was published since; once a site has written to the target, none is accepted."""
    target = settings_of(tmp_path / "new", new_database, bucket)
    move(site.settings, target)
    publish(site, "AllNotice", "Later.pdf", pdf(91))
    done = move(site.settings, target)
    assert (done.copied, done.present) == (1, 5)
    with archive_in(tmp_path / "new", STARBOND_DATABASE_URL=new_database, storage=bucket) as moved:
        assert facts(moved) == facts(site)
        publish(moved, "AllNotice", "New site.pdf", pdf(92))
        with pytest.raises(OperationError, match="has other data"):
            move(site.settings, target)
        assert rows(moved, "SELECT count(*) FROM document") == [(7,)]


def test_move_refuses_the_data_of_others(site: Archive, tmp_path: Path, new_database: str, bucket: str):
    """Neither a database nor a bucket of another site is touched."""
    with archive_in(tmp_path / "other", STARBOND_DATABASE_URL=new_database, storage=bucket) as other:
        publish(other, "AllNotice", "Other.pdf", pdf(93))
        with pytest.raises(OperationError, match="has other data"):
            move(site.settings, settings_of(tmp_path / "new", new_database, bucket))
        before = facts(other)
        empty = f"{bucket}/empty"
        with pytest.raises(OperationError, match="has other data"):
            move(site.settings, settings_of(tmp_path / "new", new_database, empty))
        assert facts(other) == before


def test_change_during_a_move_is_said(
    site: Archive, tmp_path: Path, new_database: str, bucket: str, monkeypatch: pytest.MonkeyPatch
):
    """What was published after the snapshot was taken is not in the copy."""
    copy = moving._copy_rows

    def publishing(*given: object) -> int:
        publish(site, "AllNotice", "Meanwhile.pdf", pdf(94))
        return copy(*given)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(moving, "_copy_rows", publishing)
    assert not move(site.settings, settings_of(tmp_path / "new", new_database, bucket)).is_current


def test_killed_move_is_completed_by_the_next(site: Archive, tmp_path: Path, new_database: str, bucket: str):
    """SIGKILL at several moments: the target database is empty or whole, and the next run completes it."""
    given = os.environ | {"STARBOND_DATA_DIR": str(site.settings.data_dir), "STARBOND_MOVE_DATABASE_URL": new_database}
    given |= {"STARBOND_MOVE_STORAGE": bucket}
    command = [sys.executable, "-m", "starbond_site.admin", "move"]
    storage = settings_of(tmp_path, new_database, bucket)
    for objects in (1, 3, 5):
        process = subprocess.Popen(command, cwd=ROOT, env=given, start_new_session=True)
        deadline = time.monotonic() + SECONDS
        with archive_in(tmp_path / "seen", storage=bucket) as seen:
            while len(list(seen.storage.list())) < objects and process.poll() is None:
                assert time.monotonic() < deadline
                with suppress(subprocess.TimeoutExpired):
                    process.wait(0.01)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        engine = database.create(storage.database_url)
        with engine.connect() as connection:
            whole = not tables.is_unused(connection)
            if whole:
                assert connection.execute(text("SELECT count(*) FROM document")).scalar() == 5
        engine.dispose()
    done = subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    with archive_in(tmp_path / "new", STARBOND_DATABASE_URL=new_database, storage=bucket) as moved:
        assert facts(moved) == facts(site)


def test_backup_and_restore_on_postgresql_and_s3(tmp_path: Path, site: Archive, postgresql: str, bucket: str, s3: str):
    """A backup of PostgreSQL and S3 is restored into another database and another bucket."""
    assert s3
    names = [f"site_{uuid4().hex}" for _ in range(2)]
    engine = database.create(Settings.model_validate({"STARBOND_DATABASE_URL": postgresql}).database_url)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        for name in names:
            connection.exec_driver_sql(f"CREATE DATABASE {name}")
    engine.dispose()
    first, second = (f"{postgresql.rpartition('/')[0]}/{name}" for name in names)
    move(site.settings, settings_of(tmp_path / "first", first, f"{bucket}/first"))
    with archive_in(tmp_path / "first", STARBOND_DATABASE_URL=first, storage=f"{bucket}/first") as archive:
        manifest = backup.create(archive, tmp_path / "backup")
        assert manifest.documents == 5
        before = facts(archive)
    # A server was started once on the empty database.
    with archive_in(tmp_path / "second", STARBOND_DATABASE_URL=second, storage=f"{bucket}/second"):
        pass
    target = settings_of(tmp_path / "second", second, f"{bucket}/second")
    assert restore(target, tmp_path / "backup").copied == 5
    with archive_in(tmp_path / "second", STARBOND_DATABASE_URL=second, storage=f"{bucket}/second") as archive:
        assert facts(archive) == before
        assert publish(archive, "AllNotice", "Next.pdf", pdf(95)).id == 6
        with pytest.raises(OperationError, match="has content already"):
            restore(target, tmp_path / "backup")
    restore(target, tmp_path / "backup", replace=True)
    with archive_in(tmp_path / "second", STARBOND_DATABASE_URL=second, storage=f"{bucket}/second") as archive:
        assert facts(archive) == before
    with pytest.raises(OperationError, match="cannot be loaded into sqlite"):
        restore(Settings.model_validate({"data_dir": tmp_path / "embedded"}), tmp_path / "backup")


@pytest.mark.parametrize(("version", "words"), [("0", "is older than the server"), ("", "is missing")])
def test_programs_of_postgresql(
    site: Archive, tmp_path: Path, new_database: str, version: str, words: str, monkeypatch: pytest.MonkeyPatch
):
    """A missing or too old pg_dump is named, with the package that brings it."""
    monkeypatch.setattr(dump, "_DEBIAN", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    if version:
        (tmp_path / "pg_dump").write_text(f"#!/bin/sh\necho 'pg_dump (PostgreSQL) {version}.1'\n")
        (tmp_path / "pg_dump").chmod(0o755)
    with (
        archive_in(tmp_path / "new", STARBOND_DATABASE_URL=new_database) as archive,
        pytest.raises(OperationError, match=f"{words}.*postgresql-client-"),
    ):
        backup.create(archive, tmp_path / "backup")
    assert site


class _Publisher(threading.Thread):
    """Publishes notices on a running site by the command line until it is told to stop."""

    def __init__(self, server: Server, folder: Path) -> None:
        super().__init__()
        self.server, self.folder, self.ended, self.published = server, folder, threading.Event(), 0

    def run(self) -> None:
        while not self.ended.is_set():
            file = self.folder / f"During {self.published}.pdf"
            file.write_bytes(pdf(1000 + self.published))
            self.server.admin("documents", "publish", "AllNotice", str(file))
            self.published += 1


def downloads(server: Server) -> dict[str, str]:
    """Download every public notice and compare its SHA-256; return them by address."""
    with urllib.request.urlopen(f"{server.url}/api/documents/AllNotice", timeout=SECONDS) as answer:  # noqa: S310
        wanted = {found["DownloadUrl"]: found["sha256"] for found in json.load(answer)["documents"]}
    for address, digest in wanted.items():
        with urllib.request.urlopen(server.url + address, timeout=SECONDS) as answer:  # noqa: S310
            assert hashlib.sha256(answer.read()).hexdigest() == digest
    return wanted


def test_backup_of_a_running_site_is_served_elsewhere(tmp_path: Path):
    """Documents are published meanwhile; the restored site serves every file of the backup with the right bytes."""
    build()
    (tmp_path / "first").mkdir()
    (tmp_path / "second").mkdir()
    with serving(tmp_path / "first") as server:
        with archive_in(server.data) as archive:
            fill(archive, 10)
        publisher = _Publisher(server, tmp_path)
        publisher.start()
        try:
            server.admin("backup", str(tmp_path / "backup"))
        finally:
            publisher.ended.set()
            publisher.join()
        assert publisher.published
        before = downloads(server)
    with ExitStack() as stack:
        given = dict(os.environ) | {"STARBOND_DATA_DIR": str(tmp_path / "second" / "data")}
        restorer = Server(0, tmp_path / "second" / "data", tmp_path / "log", given)
        assert "Restored the backup" in restorer.admin("restore", str(tmp_path / "backup"))
        restored = downloads(stack.enter_context(serving(tmp_path / "second")))
    assert len(restored) >= 9
    assert restored.items() <= before.items()


def test_move_of_a_running_site(tmp_path: Path, new_database: str, bucket: str):
    """Moved while it runs, published to, stopped, moved again; then the new site serves everything."""
    build()
    (tmp_path / "old").mkdir()
    (tmp_path / "new").mkdir()
    with serving(tmp_path / "old") as server:
        with archive_in(server.data) as archive:
            fill(archive)
        words = ("move", "--database", new_database, "--storage", bucket)
        assert "The copy is complete" in server.admin(*words)
        file = tmp_path / "Later.pdf"
        file.write_bytes(pdf(99))
        earlier = downloads(server)
        server.admin("documents", "publish", "AllNotice", str(file))
        deadline = time.monotonic() + SECONDS
        # The server notices what another process publishes a little later.
        while (before := downloads(server)) == earlier:
            assert time.monotonic() < deadline
        server.stop()
        assert "(1 files written, 5 were there already)" in server.admin(*words)
    with serving(tmp_path / "new", STARBOND_DATABASE_URL=new_database, STARBOND_STORAGE=bucket) as server:
        assert downloads(server) == before
        file.write_bytes(pdf(100_000))
        assert "id 7" in server.admin("documents", "publish", "AllNotice", str(file))
