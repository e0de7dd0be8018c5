"""The monitor of parts: answers in time whatever hangs, with few threads, and not more often than once a second."""

import asyncio
import threading
from collections.abc import Iterator

import pytest

from starbond_site.health import monitor
from starbond_site.health.checks import OK
from starbond_site.health.monitor import Monitor


class Clock:
    """A clock that stands still."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


class Hanging:
    """A check that hangs until it is released."""

    def __init__(self) -> None:
        self.released = threading.Event()
        self.started = 0

    def __call__(self) -> str:
        """Hang."""
        self.started += 1
        assert self.released.wait(30)
        return OK


@pytest.fixture
def hanging(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hanging]:
    """Return a hanging check, and wait less long for it than in earnest."""
    monkeypatch.setattr(monitor, "ANSWER_SECONDS", 0.05)
    made = Hanging()
    yield made
    made.released.set()


def test_parts_and_status():
    found = asyncio.run(Monitor({"a": lambda: OK, "b": lambda: "It is gone."}).report())
    assert dict(found.parts) == {"a": OK, "b": "It is gone."}
    assert not found.is_well
    assert asyncio.run(Monitor({"a": lambda: OK}).report()).is_well


def test_check_that_raises():
    """The sentence says nothing of the exception, which may hold anything."""

    def check() -> str:
        raise RuntimeError

    assert asyncio.run(Monitor({"a": check}).report()).parts["a"].endswith("the log says why.")


def test_part_that_hangs(hanging: Hanging):
    """The others are reported; while one hangs its check is not started again; afterwards all is well."""
    clock = Clock()
    kept = Monitor({"a": lambda: OK, "b": hanging}, clock)

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
    """A thousand questions at once, and those of the next second, are one check."""
    clock, checked = Clock(), []

    def check() -> str:
        checked.append(1)
        return OK

    async def flood() -> None:
        kept = Monitor({"a": check}, clock)
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
    clock = Clock()

    async def ask() -> None:
        kept = Monitor({"storage": lambda: next(states)}, clock)
        for _ in range(4):
            await kept.report()
            clock.now += 2

    asyncio.run(ask())
    assert caplog.text.count("storage_failed") == 2
