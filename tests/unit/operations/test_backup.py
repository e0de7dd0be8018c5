"""Backups and restores of an embedded site."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from starbond_site.documents import consistency, database, extraction_claims, text_search
from starbond_site.documents.archive import Archive
from starbond_site.documents.extractor import Extractor
from starbond_site.documents.sealed import filings
from starbond_site.documents.sealed.release import release
from starbond_site.documents.storage.local import LocalStorage
from starbond_site.operations import OperationError, backup, dump
from starbond_site.operations.restore import restore
from starbond_site.settings import Settings
from tests.unit.documents.made_pdfs import plain
from tests.unit.documents.publishing import archive_in, publish, rows
from tests.unit.documents.sealed_filings import RUNA, seal
from tests.unit.operations.sites import facts, fill, pdf

ROOT = Path(__file__).parents[3]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Archive]:
    """Return a site with content."""
    with archive_in(tmp_path / "data") as archive:
        fill(archive)
        yield archive


def settings_in(folder: Path) -> Settings:
    """Return the settings of a site in a folder of its own."""
    return Settings.model_validate({"data_dir": folder})


def test_restore_into_an_empty_folder(site: Archive, tmp_path: Path):
    """Everything is there again, ids go on, and the audit can still only grow."""
    manifest = backup.create(site, tmp_path / "backup")
    assert (manifest.documents, manifest.damaged) == (5, [])
    assert len(manifest.files) == 6
    done = restore(settings_in(tmp_path / "restored"), tmp_path / "backup")
    assert (done.copied, done.present, done.leftover) == (5, 0, 0)
    with archive_in(tmp_path / "restored") as restored:
        assert facts(restored) == facts(site)
        assert consistency.check(restored, read_bytes=True).is_sound
        assert publish(restored, "AllNotice", "Next.pdf", pdf(50)).id == publish(site, "AllNotice", "N.pdf", pdf(50)).id
        with pytest.raises(Exception, match="the audit can only grow"), database.writing(restored.engine) as session:
            session.connection().exec_driver_sql("DELETE FROM audit")


def test_text_and_pictures_come_back(site: Archive, tmp_path: Path):
    """What was read from documents is found after a restore, without reading them again."""
    publish(site, "AllNotice", "Accounts.pdf", plain("the audited accounts"))
    Extractor(site).run()
    pictures = rows(site, "SELECT picture_key FROM extraction WHERE picture_key IS NOT NULL")
    assert pictures
    backup.create(site, tmp_path / "backup")
    restored = Settings.model_validate({"data_dir": tmp_path / "new"})
    assert restore(restored, tmp_path / "backup").leftover == 0
    with archive_in(tmp_path / "new") as new:
        assert extraction_claims.waiting(new) == 0
        assert text_search.search(new, "audited") == text_search.search(site, "audited") != []
        for (key,) in pictures:
            assert b"".join(new.storage.read(str(key)))[8:12] == b"WEBP"


def test_published_during_a_backup(site: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The database is copied first: what is published later waits for the next backup; no record lacks its file."""
    write = dump.write

    def publishing(engine: object, folder: Path) -> Path:
        publish(site, "AllNotice", "Before.pdf", pdf(60))
        copied = write(site.engine, folder)
        publish(site, "AllNotice", "After.pdf", pdf(61))
        return copied

    monkeypatch.setattr(dump, "write", publishing)
    assert backup.create(site, tmp_path / "backup").documents == 6
    restore(settings_in(tmp_path / "restored"), tmp_path / "backup")
    with archive_in(tmp_path / "restored") as restored:
        assert consistency.check(restored, read_bytes=True).is_sound


def test_target_is_never_overwritten(site: Archive, tmp_path: Path):
    """Not even an empty folder."""
    (tmp_path / "backup").mkdir()
    with pytest.raises(OperationError, match="exists already"):
        backup.create(site, tmp_path / "backup")


def test_failed_backup_leaves_nothing(site: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Neither a folder of the name nor a part of one."""
    monkeypatch.setattr(
        LocalStorage, "read", lambda _self, _key: (_ for _ in ()).throw(OSError(5, "Input/output error"))
    )
    (tmp_path / "backups").mkdir()
    with pytest.raises(OSError, match="Input/output"):
        backup.create(site, tmp_path / "backups" / "one")
    assert list((tmp_path / "backups").iterdir()) == []


def test_damaged_objects_are_named(site: Archive, tmp_path: Path):
    """A lost and an altered file do not prevent a backup of the others, which can be restored."""
    lost, altered = sorted(site.storage.list(), key=lambda stored: stored.key)[:2]
    for stored, content in ((lost, None), (altered, b"other")):
        path = site.storage.path(stored.key)
        assert path
        if content is None:
            path.unlink()
        else:
            path.write_bytes(content)
    manifest = backup.create(site, tmp_path / "backup")
    assert sorted(manifest.damaged) == [lost.key, altered.key]
    assert restore(settings_in(tmp_path / "restored"), tmp_path / "backup").copied == 4


@pytest.mark.parametrize("change", ["byte", "missing", "manifest", "no manifest"])
def test_damaged_backup_is_refused(site: Archive, tmp_path: Path, change: str):
    """Before anything is written."""
    backup.create(site, tmp_path / "backup")
    victim = next((tmp_path / "backup" / "objects").rglob("?" * 32))
    manifest = tmp_path / "backup" / backup.MANIFEST
    if change == "byte":
        content = bytearray(victim.read_bytes())
        content[10] ^= 1
        victim.write_bytes(content)
    elif change == "missing":
        victim.unlink()
    elif change == "manifest":
        manifest.write_text("{}")
    else:
        manifest.unlink()
    with pytest.raises(OperationError, match=r"damaged|no complete backup"):
        restore(settings_in(tmp_path / "restored"), tmp_path / "backup")
    assert not (tmp_path / "restored").exists()


def test_used_site_is_replaced_only_when_asked(site: Archive, tmp_path: Path):
    """A site with content stays as it is; with the flag it becomes the backup."""
    backup.create(site, tmp_path / "backup")
    with archive_in(tmp_path / "other") as other:
        publish(other, "BondIssue", "Other.pdf", pdf(70))
        before = facts(other)
        with pytest.raises(OperationError, match="has content already"):
            restore(settings_in(tmp_path / "other"), tmp_path / "backup")
        assert facts(other) == before
    done = restore(settings_in(tmp_path / "other"), tmp_path / "backup", replace=True)
    assert (done.copied, done.leftover) == (5, 1)
    with archive_in(tmp_path / "other") as other:
        assert facts(other) == facts(site)


def test_migrated_but_unused_database_counts_as_empty(site: Archive, tmp_path: Path):
    """A server that was started once on an empty folder does not stand in the way."""
    backup.create(site, tmp_path / "backup")
    with archive_in(tmp_path / "restored"):
        pass
    assert restore(settings_in(tmp_path / "restored"), tmp_path / "backup").copied == 5


def test_interrupted_restore_is_completed_by_the_next(site: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Objects come first: until the database is loaded, the site counts as unused."""
    backup.create(site, tmp_path / "backup")
    with monkeypatch.context() as patched:
        patched.setattr(dump, "load", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            restore(settings_in(tmp_path / "restored"), tmp_path / "backup")
    done = restore(settings_in(tmp_path / "restored"), tmp_path / "backup")
    assert (done.copied, done.present) == (0, 5)
    with archive_in(tmp_path / "restored") as restored:
        assert facts(restored) == facts(site)


def test_backup_of_a_newer_version_is_refused(site: Archive, tmp_path: Path):
    """Its schema is unknown here."""
    backup.create(site, tmp_path / "backup")
    manifest = tmp_path / "backup" / backup.MANIFEST
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | {"revision": "9999"}))
    with pytest.raises(OperationError, match="newer version"):
        restore(settings_in(tmp_path / "restored"), tmp_path / "backup")


def test_release_goes_on_with_a_newer_schema(site: Archive):
    """An earlier release that is started after a later one has migrated does not stop."""
    with database.writing(site.engine) as session:
        session.connection().exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    database.upgrade(site.engine)
    assert publish(site, "AllNotice", "Next.pdf", pdf(80)).id


def test_commands(site: Archive, tmp_path: Path):
    """The command line says what was done, and a refusal ends with 1 and a sentence."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("STARBOND_")}

    def admin(folder: str, *words: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "starbond_site.admin", *map(str, words)]
        given = environment | {"STARBOND_DATA_DIR": str(tmp_path / folder)}
        return subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True, check=False)

    done = admin("data", "backup", tmp_path / "backup")
    assert done.stdout.startswith("Backed up and verified: 5 documents"), done.stderr
    done = admin("restored", "restore", tmp_path / "backup")
    assert "5 documents, 5 files written, 0 were there already" in done.stdout, done.stderr
    refused = admin("restored", "restore", tmp_path / "backup")
    assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
    assert "has content already" in refused.stderr
    shutil.rmtree(tmp_path / "restored")
    assert admin("restored", "move", "--database", "sqlite:///x", "--storage", "local").returncode == 1


def test_sealed_filings_come_back_sealed(site: Archive, tmp_path: Path):
    """Their bytes are part of a backup; a restored one goes out at its moment."""
    filing = seal(site, name="Secret.pdf")
    manifest = backup.create(site, tmp_path / "backup")
    assert (manifest.documents, manifest.damaged) == (5, [])
    assert restore(settings_in(tmp_path / "restored"), tmp_path / "backup").leftover == 0
    with archive_in(tmp_path / "restored") as restored:
        (found,) = filings.waiting(restored)
        assert (found.name, found.release_at) == ("Secret.pdf", filing.release_at)
        filings.release_now(restored, found.id or 0, RUNA)
        assert release(restored, found.id or 0)


def test_cancelled_during_a_backup_is_no_damage(site: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Its bytes are removed while the backup reads objects."""
    filing = seal(site)
    write = dump.write

    def cancelling(engine: object, folder: Path) -> Path:
        copied = write(site.engine, folder)
        filings.cancel(site, filing.id or 0, RUNA, "No.")
        return copied

    monkeypatch.setattr(dump, "write", cancelling)
    assert backup.create(site, tmp_path / "backup").damaged == []


def test_sealed_filings_without_their_bytes_are_damage(site: Archive, tmp_path: Path):
    filing = seal(site)
    site.storage.remove(filing.key)
    assert backup.create(site, tmp_path / "backup").damaged == [filing.key]
