"""Backups and restores of an embedded site."""

import json
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from starbond_site.documents import checkpoints, consistency, database, extractor, text_search
from starbond_site.documents.archive import COMMAND_LINE, Archive
from starbond_site.documents.extractor import Extractor
from starbond_site.documents.storage.local import LocalStorage
from starbond_site.features.sealed import service
from starbond_site.features.sealed.release import release
from starbond_site.operations import OperationError, backup, dump, move
from starbond_site.operations.backup import RestoreResult, restore
from starbond_site.shared.settings import Settings
from tests.unit.command_line import archive_of_commands, run
from tests.unit.documents import samples
from tests.unit.documents.made_pdfs import plain
from tests.unit.documents.publishing import archive_in, execute, existing, place_database, publish, raising, rows
from tests.unit.operations.sites import facts, fill, pdf
from tests.unit.sealed.sealed_filings import RUNA, seal


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Archive]:
    with archive_in(tmp_path / "data") as archive:
        fill(archive)
        yield archive


@pytest.mark.parametrize(("file", "kind", "way"), [
    ("database.pgdump", "sqlite", "in STARBOND_DATABASE_URL, and restore it there."),
    ("database.sqlite", "postgresql", "into SQLite; `starbond move` then copies it"),
])  # fmt: skip
def test_a_backup_of_another_kind_of_database_says_where_it_can_be_restored(file: str, kind: str, way: str) -> None:
    engine: Any = SimpleNamespace(dialect=SimpleNamespace(name=kind))
    with pytest.raises(OperationError, match=way):
        dump.load(Path(file), engine)


def restored(folder: Path, *, replace: bool = False) -> RestoreResult:
    """Restore the backup of a test into a site that was started once, or has content."""
    place_database(folder / "restored")
    return restore(Settings.model_validate({"data_dir": folder / "restored"}), folder / "backup", replace=replace)


def test_restore_into_an_empty_folder(site: Archive, tmp_path: Path):
    filing = seal(site, name="Secret.pdf")
    manifest = backup.create(site, tmp_path / "backup")
    assert (manifest.documents, manifest.damaged, len(manifest.files)) == (5, [], 7)
    done = restore(Settings.model_validate({"data_dir": tmp_path / "restored"}), tmp_path / "backup")
    assert (done.copied, done.present, done.leftover) == (6, 0, 0)
    with archive_in(tmp_path / "restored") as new:
        assert facts(new) == facts(site)
        assert consistency.check(new, read_bytes=True).is_sound
        assert publish(new, "AllNotice", "Next.pdf", pdf(50)).id == publish(site, "AllNotice", "N.pdf", pdf(50)).id
        with pytest.raises(Exception, match="the audit can only grow"):
            execute(new, "DELETE FROM audit")
        (found,) = new.read(service.waiting)
        assert (found.name, found.release_at) == ("Secret.pdf", filing.release_at)
        service.release_now(new, found.id, RUNA)
        assert release(new, found.id)


def test_a_restored_public_log_is_older_than_what_was_given_out_and_goes_on_when_it_is_accepted(tmp_path: Path):
    folder = tmp_path / "data"
    with archive_in(folder) as archive:
        for name in ("One", "Two"):
            publish(archive, "AllNotice", f"{name}.pdf", samples.pdf(name))
            assert checkpoints.sign_due(archive)
            if name == "One":
                backup.create(archive, tmp_path / "backup")
    restore(Settings.model_validate({"data_dir": folder}), tmp_path / "backup", replace=True)
    with archive_in(folder) as archive:
        said = "The public log has 1 entries, and a checkpoint over 2 was given out before."
        assert (checkpoints.went_back(archive), checkpoints.sign_due(archive)) == (said, False)
        publish(archive, "AllNotice", "Three.pdf", pdf(3))
        assert checkpoints.accept(archive, COMMAND_LINE)
        assert list(checkpoints.mistakes(archive)) == []


def test_text_and_pictures_come_back(site: Archive, tmp_path: Path):
    publish(site, "AllNotice", "Accounts.pdf", plain("the audited accounts"))
    Extractor(site).run()
    pictures = rows(site, "SELECT picture_key FROM extraction WHERE picture_key IS NOT NULL")
    assert pictures
    backup.create(site, tmp_path / "backup")
    assert restored(tmp_path).leftover == 0
    with archive_in(tmp_path / "restored") as new:
        assert extractor.waiting(new) == 0
        assert text_search.search(new, "audited") == text_search.search(site, "audited") != []
        for (key,) in pictures:
            assert b"".join(new.storage.read(str(key)))[8:12] == b"WEBP"


def test_published_and_cancelled_during_a_backup(site: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The database is copied first: what is published later waits for the next backup; no record lacks its file."""
    write, filing = dump.write, seal(site)

    def meanwhile(engine: object, folder: Path) -> Path:
        publish(site, "AllNotice", "Before.pdf", pdf(60))
        copied = write(site.engine, folder)
        publish(site, "AllNotice", "After.pdf", pdf(61))
        service.cancel(site, filing.id, RUNA, "No.")
        return copied

    monkeypatch.setattr(dump, "write", meanwhile)
    manifest = backup.create(site, tmp_path / "backup")
    assert (manifest.documents, manifest.damaged) == (6, [])


def test_failed_backup_leaves_and_overwrites_nothing(site: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "backups").mkdir()
    with pytest.raises(OperationError, match="exists already"):
        backup.create(site, tmp_path / "backups")
    monkeypatch.setattr(LocalStorage, "read", raising(OSError(5, "Input/output error")))
    with pytest.raises(OSError, match="Input/output"):
        backup.create(site, tmp_path / "backups" / "one")
    assert list((tmp_path / "backups").iterdir()) == []


def test_told_to_end_a_backup_leaves_nothing(site: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(dump, "write", lambda *_: signal.raise_signal(signal.SIGTERM))
    with archive_of_commands(tmp_path):
        assert run("backup", tmp_path / "backups" / "one").exit_code == 128 + signal.SIGTERM
    assert list((tmp_path / "backups").iterdir()) == []


@pytest.mark.parametrize("fault", ["unreadable", "vanished"])
def test_an_old_backup_that_cannot_be_used_stops_no_new_one(
    fault: str, site: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    backup.create(site, tmp_path / "older")
    with monkeypatch.context() as patched:
        if fault == "unreadable":
            (file := next((tmp_path / "older" / "objects").rglob("?" * 32))).unlink()
            file.mkdir()
        else:
            patched.setattr(os, "link", raising(FileNotFoundError()))
        assert backup.create(site, tmp_path / "backup").damaged == []
    assert restored(tmp_path).copied == 5


def test_what_did_not_change_is_stored_once_and_each_backup_stands_alone(site: Archive, tmp_path: Path):
    """Bytes that were altered since get a file of their own; removing the older backup leaves the newer one whole."""
    older, newer = tmp_path / "backups" / "older", tmp_path / "backup"
    backup.create(site, older)
    altered, *rest = [stored.key for stored in site.storage.list()]
    existing(site.storage.path(altered)).write_bytes(b"other")
    publish(site, "AllNotice", "New.pdf", pdf(90))
    backup.create(site, newer_beside := older.with_name("newer"))
    paths = [(older / "objects" / key, newer_beside / "objects" / key) for key in (altered, *rest)]
    assert [old.samefile(new) for old, new in paths] == [False, *[True] * len(rest)]
    shutil.rmtree(older)
    newer_beside.rename(newer)
    restored(tmp_path)
    with archive_in(tmp_path / "restored") as new:
        before = facts(new)
        for key in rest:
            existing(site.storage.path(key)).write_bytes(b"later")
            (newer / "objects" / key).write_bytes(b"later")
        assert [stored.key for stored in consistency.check(new, read_bytes=True).altered] == [altered]
        assert facts(new) == before


def test_the_oldest_backups_go_and_nothing_else_does(site: Archive, tmp_path: Path):
    folder = tmp_path / "backups"
    for other in ("letters", ".hidden.1.partial"):
        (folder / other).mkdir(parents=True)
        (folder / other / "manifest.json").write_text("{}")
    with archive_of_commands(tmp_path):
        for left in (".old.1.partial", ".gone.removed.partial"):
            (folder / left).mkdir()
        os.utime(folder / ".old.1.partial", (0, 0))
        for name in ("c", "a"):
            assert run("backup", folder / name).exit_code == 0
        assert f"Removed: {folder / 'c'}" in run("backup", "--keep", 2, folder / "b").stdout
        kept = {"a", "b", "letters", ".hidden.1.partial"}
        assert {path.name for path in folder.iterdir()} == kept
        # What is damaged now may be sound in an older one.
        existing(site.storage.path(next(iter(site.storage.list())).key)).unlink()
        assert run("backup", "--keep", 1, folder / "d").exit_code == 1
        assert {path.name for path in folder.iterdir()} == kept | {"d"}


def test_damaged_objects_are_named(site: Archive, tmp_path: Path):
    filing = seal(site)
    site.storage.remove(filing.key)
    lost, altered = sorted(site.storage.list(), key=lambda stored: stored.key)[:2]
    site.storage.remove(lost.key)
    existing(site.storage.path(altered.key)).write_bytes(b"other")
    assert sorted(backup.create(site, tmp_path / "backup").damaged) == sorted([lost.key, altered.key, filing.key])
    assert restored(tmp_path).copied == 4


@pytest.mark.parametrize(("name", "spoil", "sentence"), [
    ("objects", lambda content: content[:10] + bytes([content[10] ^ 1]) + content[11:], "damaged"),
    ("objects", None, "damaged"),
    (backup.MANIFEST, lambda _: b"{}", "damaged|no complete backup"),
    (backup.MANIFEST, None, "no complete backup"),
    (backup.MANIFEST, lambda written: json.dumps(json.loads(written) | {"revision": "9999"}).encode(), "newer version"),
], ids=["changed object", "no object", "empty manifest", "no manifest", "newer"])  # fmt: skip
def test_damaged_backup_is_refused_before_anything_is_written(
    site: Archive, tmp_path: Path, name: str, spoil: Callable[[bytes], bytes] | None, sentence: str
):
    """So is one of a newer version, whose schema is unknown here."""
    folder = tmp_path / "backup"
    backup.create(site, folder)
    file = next((folder / "objects").rglob("?" * 32)) if name == "objects" else folder / name
    content = file.read_bytes()
    # Objects are links: another backup has the same file.
    file.unlink()
    if spoil:
        file.write_bytes(spoil(content))
    with pytest.raises(OperationError, match=sentence):
        restore(Settings.model_validate({"data_dir": tmp_path / "restored"}), folder)
    assert not (tmp_path / "restored").exists()


def test_used_site_is_replaced_only_when_asked(site: Archive, tmp_path: Path):
    backup.create(site, tmp_path / "backup")
    with archive_in(tmp_path / "restored") as other:
        publish(other, "BondIssue", "Other.pdf", pdf(70))
        before = facts(other)
        with pytest.raises(OperationError, match="has content already"):
            restored(tmp_path)
        assert facts(other) == before
    done = restored(tmp_path, replace=True)
    assert (done.copied, done.leftover) == (5, 1)
    with archive_in(tmp_path / "restored") as other:
        assert facts(other) == facts(site)


def test_interrupted_restore_is_completed_by_the_next(site: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Objects come first: until the database is loaded, the site counts as unused. Those there need no room."""
    backup.create(site, tmp_path / "backup")
    with monkeypatch.context() as patched:
        patched.setattr(dump, "load", raising(KeyboardInterrupt()))
        with pytest.raises(KeyboardInterrupt):
            restored(tmp_path)
    monkeypatch.setattr(backup, "_temporary", raising(OSError(28, "No space left on device")))
    done = restored(tmp_path)
    assert (done.copied, done.present) == (0, 5)
    with archive_in(tmp_path / "restored") as new:
        assert facts(new) == facts(site)


def test_what_a_killed_restore_leaves_is_found_and_removed(
    site: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """While it works, a check leaves its copy alone."""
    backup.create(site, tmp_path / "backup")

    def killed(*_: object) -> None:
        with archive_in(tmp_path / "restored") as new:
            consistency.check(new, repair=True)
        os.kill(os.getpid(), signal.SIGKILL)

    with monkeypatch.context() as patched:
        patched.setattr(LocalStorage, "put", killed)
        process = multiprocessing.get_context("fork").Process(target=restored, args=(tmp_path,))
        process.start()
        process.join()
    assert process.exitcode == -signal.SIGKILL
    done = restored(tmp_path)
    assert (done.copied, done.leftover) == (5, 1)
    with archive_in(tmp_path / "restored") as new:
        assert len(consistency.check(new, repair=True).leftover) == 1
        assert list(new.incoming.iterdir()) == []


def test_a_restore_needs_no_other_file_system_and_names_a_backup_that_cannot_be_read(
    site: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A file of a temporary folder elsewhere cannot be moved to the objects."""
    backup.create(site, folder := tmp_path / "backup")
    chunks_of, reads = backup.chunks_of, list[Path]()

    def failing(path: Path) -> Iterator[bytes]:
        reads.append(path)
        # The first time it is verified.
        return raising(OSError(5, "Input/output error"))() if reads.count(path) == 2 else chunks_of(path)

    with monkeypatch.context() as patched:
        patched.setattr(backup, "chunks_of", failing)
        with pytest.raises(OperationError, match=f"The backup cannot be read: {folder}/objects/.*: Input/output error"):
            restored(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    assert restored(tmp_path).copied == 5


class ReadOnce(LocalStorage):
    """Objects that are gone once they were read."""

    def read(self, key: str) -> Iterator[bytes]:
        yield from super().read(key)
        self.remove(key)


def test_a_move_puts_what_it_compared(site: Archive, tmp_path: Path):
    """Pictures that are gone are left out; altered bytes of a record never reach the target."""
    publish(site, "AllNotice", "Accounts.pdf", plain("the audited accounts"))
    Extractor(site).run()
    with site.engine.connect() as connection:
        named = backup.contents(connection)
    source, target = ReadOnce(tmp_path / "data" / "objects"), LocalStorage(tmp_path / "target")
    target.create()
    backup.create(site, tmp_path / "backup")
    assert named.pictures
    *_, last = named.records
    existing(source.path(last.key)).write_bytes(b"other")
    with pytest.raises(OperationError, match=f"Missing or altered: .*{last.key}"):
        move._copy_objects(named, source, target)
    assert {stored.key for stored in target.list()} == {record.key for record in named.records} - {last.key}
    shutil.rmtree(source.folder)
    shutil.copytree(tmp_path / "backup" / "objects", source.folder)
    source.remove(gone := named.pictures[0])
    assert move._copy_objects(named, source, target) == 1
    keys = {*named.pictures, *(record.key for record in named.records)}
    assert {stored.key for stored in target.list()} == keys - {gone}


def test_release_goes_on_with_a_newer_schema(archive: Archive):
    """An earlier release that is started after a later one has migrated does not stop."""
    execute(archive, "UPDATE alembic_version SET version_num = '9999'")
    database.upgrade(archive.engine)
    assert publish(archive, "AllNotice", "Next.pdf", pdf(80)).id


def test_nobody_else_reads_what_a_command_writes_whatever_the_umask(site: Archive, tmp_path: Path):
    target, settings = tmp_path / "of" / "today", os.environ | {"STARBOND_DATA_DIR": str(tmp_path / "data")}
    command = [sys.executable, "-m", "starbond_site.admin", "backup", str(target)]
    subprocess.run(command, check=True, env=settings, umask=0, capture_output=True)
    written = [target.parent, *target.parent.rglob("*")]
    assert [path.name for path in written if path.stat().st_mode & 0o077] == []
    assert {"manifest.json", "database.sqlite"} <= {path.name for path in written}


def test_commands(site: Archive, tmp_path: Path):
    with archive_of_commands(tmp_path):
        assert run("backup", tmp_path / "backup").stdout.startswith("Backed up and verified: 5 documents")
    with archive_of_commands(tmp_path / "new"):
        done = run("restore", tmp_path / "backup")
        assert "5 documents, 5 files written, 0 were there already" in done.stdout, done.stderr
        refused = run("restore", tmp_path / "backup")
        assert (refused.exit_code, refused.stderr.count("\n")) == (1, 1)
        assert "has content already" in refused.stderr
    shutil.rmtree(tmp_path / "new")
    with archive_of_commands(tmp_path / "new"):
        assert run("move", "--database", "sqlite:///x", "--storage", "local").exit_code == 1
