"""The checks of parts: what they find, and that their sentences name no path."""

import math
import os
import shutil
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import update

from starbond_site import local_time, metrics
from starbond_site.documents import database, refusals
from starbond_site.documents.archive import Archive
from starbond_site.health import checks
from starbond_site.health.checks import OK
from starbond_site.mail import outbox
from starbond_site.mail.records import OutgoingMail
from starbond_site.settings import Settings
from tests.unit.documents import clamd


def test_parts_of_settings():
    parts = checks.configured_checks(Settings(), lambda: pytest.fail("asked"), lambda: 0)
    assert set(parts) == {"database", "storage", "disk", "feed", "mail"}
    with_redis = checks.configured_checks(
        Settings(redis_url="redis://127.0.0.1:1"), lambda: pytest.fail("asked"), lambda: 0
    )
    assert set(with_redis) - set(parts) == {"redis"}
    assert parts["mail"]() == OK


def test_bucket_is_probed_rarely():
    """A bucket costs money; what was said is said again for some seconds."""
    now, answers = [0.0], iter([OK, "It is gone.", OK])
    check = checks.kept(lambda: next(answers), 8, lambda: now[0])
    said = []
    for now[0] in (0, 7, 8, 15, 16):
        said.append(check())
    assert said == [OK, OK, "It is gone.", "It is gone.", OK]
    on_s3 = checks.configured_checks(Settings(storage="s3://documents"), lambda: pytest.fail("asked"), lambda: 0)
    assert on_s3["storage"].__qualname__.startswith("kept")


def test_all_is_well(archive: Archive):
    checked = (checks.check_database(archive), checks.check_storage(archive), checks.check_disk(archive))
    assert checked == (OK, OK, OK)
    assert list(archive.storage.list()) == []
    assert list(archive.incoming.iterdir()) == []
    ages = (0, checks.FEED_SECONDS, checks.FEED_SECONDS + 1, math.inf)
    assert [checks.check_feed(age) == OK for age in ages] == [True, True, False, False]
    assert checks.check_redis("redis://127.0.0.1:9") != OK


def test_what_is_gone_or_refuses(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """A folder that is gone is not created again: the disk with it may not be mounted."""

    def refuse() -> None:
        raise refusals.StorageFull

    (archive.settings.data_dir / "starbond.db").unlink()
    _assert_unwell(checks.check_database(archive), archive)
    archive.incoming.write_text("a file where the folder should be")
    _assert_unwell(checks.check_disk(archive), archive)
    shutil.rmtree(archive.settings.data_dir / "objects")
    _assert_unwell(checks.check_storage(archive), archive)
    assert not (archive.settings.data_dir / "objects").exists()
    monkeypatch.setattr(archive.storage, "probe", refuse)
    _assert_unwell(checks.check_storage(archive), archive)


def test_disk_without_space(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    needed = checks.SPARE_UPLOADS * archive.settings.max_upload_bytes
    for free, is_well in ((needed, True), (needed - 1, False)):
        monkeypatch.setattr(checks.shutil, "disk_usage", lambda _path, free=free: SimpleNamespace(free=free))
        assert (checks.check_disk(archive) == OK) is is_well


def test_mail_that_waits(archive: Archive):
    """A refused mail that waits for its next attempt is no fault of the site; one that nobody sends is."""
    assert checks.check_mail(archive) == OK
    for due_before, queued_before, is_well in ((1, 1, True), (-50, 3 * 24 * 60, True), (11, 11, False)):
        now, queued = local_time.now(), timedelta(minutes=queued_before)
        with database.writing(archive.engine) as session:
            outbox.add(session, "contact", 1, "<1@example.com>")
            moments = {"due_at": now - timedelta(minutes=due_before), "queued_at": now - queued}
            session.connection().execute(update(OutgoingMail).values(moments))
        assert (checks.check_mail(archive) == OK) is is_well
        assert next(iter(metrics.MAIL_AGE.collect())).samples[0].value >= queued.total_seconds()


def test_virus_scanner(tmp_path: Path):
    with clamd.running(tmp_path / "clamd.ctl") as scanner:
        settings = Settings(clamav=scanner.address)
        check = checks.configured_checks(settings, lambda: pytest.fail("asked"), lambda: 0)["scanner"]
        assert check() == OK
    assert "nothing can be published" in check()


def _assert_unwell(sentence: str, archive: Archive) -> None:
    assert sentence != OK
    assert sentence.endswith(".")
    assert os.sep not in sentence
    assert str(archive.settings.data_dir) not in sentence
