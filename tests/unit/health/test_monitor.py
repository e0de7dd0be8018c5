"""The monitor of parts: answers in time whatever hangs, with few threads, and not more often than once a second."""

import asyncio
import threading
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from starbond_site.health import monitor
from starbond_site.health.checks import OK
from starbond_site.health.monitor import Monitor


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
    monkeypatch.setattr(monitor, "ANSWER_SECONDS", 0.05)
    made = Hanging()
    yield made
    made.released.set()


def test_parts_and_status():
    """The sentence of a check that raises says nothing of the exception, which may hold anything."""

    def check() -> str:
        raise RuntimeError

    found = asyncio.run(Monitor({"a": lambda: OK, "b": lambda: "It is gone.", "c": check}).report())
    assert (found.parts["a"], found.parts["b"], found.is_well) == (OK, "It is gone.", False)
    assert found.parts["c"].endswith("the log says why.")
    assert asyncio.run(Monitor({"a": lambda: OK}).report()).is_well


def test_part_that_hangs(hanging: Hanging):
    clock = SimpleNamespace(now=100.0)
    kept = Monitor({"a": lambda: OK, "b": hanging}, lambda: clock.now)

    async def ask() -> None:
        for _ in range(5):
            found = await asyncio.wait_for(kept.report(), 5)
            assert found.parts["a"] == OK
            assert "has not answered" in found.parts["b"]
            clock.now += 10
        assert hanging.started == 1
        hanging.released.set()
        while not (found := await kept.report()).is_well:
            clock.now += 10
        assert found.parts["b"] == OK

    asyncio.run(ask())


def test_flood_of_questions():
    clock, checked = SimpleNamespace(now=100.0), []

    def check() -> str:
        checked.append(1)
        return OK

    async def flood() -> None:
        kept = Monitor({"a": check}, lambda: clock.now)
        await asyncio.gather(*(kept.report() for _ in range(1000)))
        clock.now += 0.9
        await kept.report()
        assert len(checked) == 1
        clock.now += 0.2
        await kept.report()
        assert len(checked) == 2

    asyncio.run(flood())


def test_question_that_is_cancelled(hanging: Hanging):
    """One visitor who leaves does not take the answer from the others."""

    async def ask() -> None:
        kept = Monitor({"a": hanging})
        leaving, staying = asyncio.create_task(kept.report()), asyncio.create_task(kept.report())
        await asyncio.sleep(0)
        leaving.cancel()
        assert not (await asyncio.wait_for(staying, 5)).is_well

    asyncio.run(ask())


def test_changes_are_logged(caplog: pytest.LogCaptureFixture):
    states = iter([OK, "It is gone.", "It is gone.", OK])
    clock = SimpleNamespace(now=100.0)

    async def ask() -> None:
        kept = Monitor({"storage": lambda: next(states)}, lambda: clock.now)
        for _ in range(4):
            await kept.report()
            clock.now += 2

    asyncio.run(ask())
    assert caplog.text.count("storage_failed") == 2
