"""The monitor of parts: answers in time whatever hangs, with few threads, and not more often than once a second."""

import asyncio
import math
import os
import re
import shutil
import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import update
from starlette.applications import Starlette

from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.refusals import Refusal
from starbond_site.mail import outbox
from starbond_site.mail.outbox import OutgoingMail
from starbond_site.shared import local_time, metrics
from starbond_site.shared.processes import DRAIN, LEAVE
from starbond_site.shared.settings import Settings
from starbond_site.web import health
from starbond_site.web.health import OK, Monitor, Readiness, routes
from tests.serving import ROOT
from tests.unit.documents import clamd
from tests.unit.documents.publishing import raising
from tests.unit.web.asgi_client import ask


class Hanging:
    """A check that hangs until it is released."""

    def __init__(self) -> None:
        self.released = threading.Event()
        self.started = 0

    def __call__(self) -> str:
        self.started += 1
        assert self.released.wait(30)
        return OK


@pytest.fixture
def hanging(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hanging]:
    monkeypatch.setattr(health, "ANSWER_SECONDS", 0.05)
    made = Hanging()
    yield made
    made.released.set()


def test_parts_and_status(caplog: pytest.LogCaptureFixture):
    """The sentence of a check that raises says nothing of the exception, which may hold anything."""
    found = asyncio.run(
        Monitor({"a": lambda: OK, "b": lambda: "It is gone.", "c": raising(RuntimeError())}, {}).report()
    )
    assert (found["a"], found["b"]) == (OK, "It is gone.")
    assert found["c"].endswith("the log says why.")
    assert [caplog.text.count(f"{part}_failed") for part in "abc"] == [0, 1, 1]
    assert asyncio.run(Monitor({"a": lambda: OK}, {}).report()) == {"a": OK}


def test_part_that_hangs(hanging: Hanging, caplog: pytest.LogCaptureFixture):
    clock = SimpleNamespace(now=100.0)
    kept = Monitor({"a": lambda: OK, "b": hanging}, {}, lambda: clock.now)

    async def ask() -> None:
        for _ in range(5):
            found = await asyncio.wait_for(kept.report(), 5)
            assert found["a"] == OK
            assert "has not answered" in found["b"]
            clock.now += 10
        assert (hanging.started, caplog.text.count("b_failed")) == (1, 1)
        hanging.released.set()
        while (found := await kept.report())["b"] != OK:
            clock.now += 10
        assert found["b"] == OK

    asyncio.run(ask())


@pytest.mark.parametrize("state", [OK, "It is gone."])
def test_flood_of_questions(caplog: pytest.LogCaptureFixture, state: str):
    clock, checked = SimpleNamespace(now=100.0), []

    def check() -> str:
        checked.append(1)
        return state

    async def flood() -> None:
        kept = Monitor({"a": check}, {}, lambda: clock.now)
        await asyncio.gather(*(kept.report() for _ in range(1000)))
        clock.now += 0.9
        await kept.report()
        assert len(checked) == 1
        clock.now += 0.2
        await kept.report()
        assert len(checked) == 2

    asyncio.run(flood())
    assert caplog.text.count("a_failed") == (0 if state == OK else 2)


def test_question_that_is_cancelled(hanging: Hanging):
    """One visitor who leaves does not take the answer from the others."""

    async def ask() -> None:
        kept = Monitor({"a": hanging}, {})
        leaving, staying = asyncio.create_task(kept.report()), asyncio.create_task(kept.report())
        await asyncio.sleep(0)
        leaving.cancel()
        assert (await asyncio.wait_for(staying, 5))["a"] != OK

    asyncio.run(ask())


def test_ready_between_first_snapshot_and_drain():
    started: list[bool] = []
    readiness = Readiness(lambda: bool(started))
    assert not readiness
    started.append(True)
    assert readiness
    readiness.drain()
    readiness.drain()
    assert not readiness


def test_drain_at_a_signal():
    async def receive() -> None:
        readiness = Readiness(lambda: True)
        readiness.drain_on_signal()
        os.kill(os.getpid(), DRAIN)
        while readiness:  # noqa: ASYNC110 the signal is handled by the event loop
            await asyncio.sleep(0)

    asyncio.run(asyncio.wait_for(receive(), 10))


@pytest.mark.parametrize(("state", "status"), [("ok", 200), ("It is gone.", 503)])
def test_health_and_readiness(state: str, status: int):
    async def report() -> dict[str, str]:
        return parts

    parts = {"database": "ok", "storage": state}
    app = Starlette(routes=routes(report, lambda status=status: status == 200))
    answers = {path: ask(app, path) for path in ("/_health", "/_ready")}
    assert {answer.status for answer in answers.values()} == {status}
    assert {answer.headers["cache-control"] for answer in answers.values()} == {"no-store"}
    assert answers["/_health"].json == {"status": status == 200, "parts": parts}
    assert answers["/_ready"].json == {"status": status == 200}


def test_no_container_is_replaced_for_what_only_people_mend() -> None:
    """A public log that went back stays so until somebody accepts it, and its container has to answer meanwhile."""

    async def report() -> dict[str, str]:
        return {"log": "The public log has 2 entries, and a checkpoint over 3 was given out before."}

    (asked,) = re.findall(r"HEALTHCHECK .*\n.*'(/\w+)', timeout", (ROOT / "deploy" / "Containerfile").read_text())
    assert ask(Starlette(routes=routes(report, lambda: True)), asked).status == 200


@pytest.mark.parametrize(("number", "status"), [(DRAIN, 503), (LEAVE, 200)])
def test_answers_end_the_connections_that_visitors_keep_and_a_change_of_release_stays_ready(number: int, status: int):
    readiness = health.Readiness(lambda: True)
    app = health.with_last_answers(
        Starlette(routes=routes(pytest.fail, lambda: bool(readiness))), lambda: readiness.is_leaving
    )
    said = [ask(app, "/_ready").headers.get("connection")]

    async def receive() -> None:
        readiness.drain_on_signal()
        os.kill(os.getpid(), number)
        while not readiness.is_leaving:  # noqa: ASYNC110 the signal is handled by the event loop
            await asyncio.sleep(0)

    asyncio.run(asyncio.wait_for(receive(), 10))
    answer = ask(app, "/_ready")
    assert (*said, answer.headers.get("connection"), answer.status) == (None, "close", status)


def test_parts_of_settings():
    parts = health.configured_checks(Settings(), lambda: pytest.fail("asked"), lambda: 0)
    assert set(parts) == {"database", "storage", "disk", "log", "feed", "mail"}
    more = health.configured_checks(Settings(redis_url="redis://127.0.0.1:1"), lambda: pytest.fail("asked"), lambda: 0)
    assert set(more) - set(parts) == {"redis"}
    assert parts["mail"]() == OK


def test_bucket_is_probed_rarely():
    """A bucket costs money; what was said is said again for some seconds."""
    now, answers = [0.0], iter([OK, "It is gone.", OK])
    seconds = health.seconds_between_checks(Settings(storage="s3://documents"))
    monitor = health.Monitor({"storage": lambda: next(answers)}, seconds, lambda: now[0])
    said = []
    for now[0] in (0, 7, 8, 15, 16):
        said.append(asyncio.run(monitor.report())["storage"])
    assert said == [OK, OK, "It is gone.", "It is gone.", OK]


def test_all_is_well(archive: Archive):
    assert (health.check_database(archive), health.check_storage(archive), health.check_disk(archive)) == (OK, OK, OK)
    assert (list(archive.storage.list()), list(archive.incoming.iterdir())) == ([], [])
    ages = (0, health.FEED_SECONDS, health.FEED_SECONDS + 1, math.inf)
    assert [health.check_feed(age) == OK for age in ages] == [True, True, False, False]
    assert health.check_redis("redis://127.0.0.1:9") != OK


def test_what_is_gone_or_refuses(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """A folder that is gone is not created again: the disk with it may not be mounted."""
    (archive.settings.data_dir / "starbond.db").unlink()
    _assert_unwell(health.check_database(archive), archive)
    archive.incoming.write_text("a file where the folder should be")
    _assert_unwell(health.check_disk(archive), archive)
    shutil.rmtree(archive.settings.data_dir / "objects")
    _assert_unwell(health.check_storage(archive), archive)
    assert not (archive.settings.data_dir / "objects").exists()
    monkeypatch.setattr(archive.storage, "probe", raising(Refusal("storage_full")))
    _assert_unwell(health.check_storage(archive), archive)


def test_disk_without_space(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    needed = health.SPARE_UPLOADS * archive.settings.max_upload_bytes
    for free, is_well in ((needed, True), (needed - 1, False)):
        monkeypatch.setattr(health.shutil, "disk_usage", lambda _path, free=free: SimpleNamespace(free=free))
        assert (health.check_disk(archive) == OK) is is_well


@pytest.mark.parametrize(
    ("due_before", "queued_before", "is_well"), [(1, 1, True), (-50, 3 * 24 * 60, True), (11, 11, False)]
)
def test_mail_that_waits(archive: Archive, due_before: int, queued_before: int, *, is_well: bool):
    """A refused mail that waits for its next attempt is no fault of the site; one that nobody sends is."""
    assert health.check_mail(archive) == OK
    now, queued = local_time.now(), timedelta(minutes=queued_before)
    with database.writing(archive.engine) as session:
        outbox.add(session, "contact", 1, "<1@example.com>")
        moments = {"due_at": now - timedelta(minutes=due_before), "queued_at": now - queued}
        session.connection().execute(update(OutgoingMail).values(moments))
    assert (health.check_mail(archive) == OK) is is_well
    assert next(iter(metrics.MAIL_AGE.collect())).samples[0].value >= queued.total_seconds()


def test_virus_scanner(tmp_path: Path):
    with clamd.running(tmp_path / "clamd.ctl") as scanner:
        settings = Settings(clamav=scanner.address)
        check = health.configured_checks(settings, lambda: pytest.fail("asked"), lambda: 0)["scanner"]
        assert check() == OK
    assert "nothing can be published" in check()


def _assert_unwell(sentence: str, archive: Archive) -> None:
    assert sentence != OK
    assert sentence.endswith(".")
    assert os.sep not in sentence
    assert str(archive.settings.data_dir) not in sentence
