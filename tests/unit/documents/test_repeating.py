"""A thread that calls a function again and again goes on after every fault, and ends when it is told to."""

import threading

import pytest
from sqlalchemy.exc import OperationalError

from starbond_site.documents import refusals
from starbond_site.documents.repeating import RepeatingThread


@pytest.mark.parametrize(
    "fault",
    [OperationalError(None, {}, Exception("connection lost")), refusals.StorageUnreachable(), OSError(), KeyError("x")],
    ids=lambda fault: type(fault).__name__,
)
def test_goes_on_after_a_fault(fault: Exception):
    calls: list[int] = []
    again = threading.Event()

    def step() -> float:
        calls.append(len(calls))
        if len(calls) == 1:
            raise fault
        again.set()
        return 60

    thread = RepeatingThread("repeating-test", step, fault="step_failed", retry_seconds=0.01)
    thread.start()
    assert again.wait(10)
    thread.stop()
    assert calls == [0, 1]
    assert "repeating-test" not in {running.name for running in threading.enumerate()}


def test_first_step_is_made_even_when_it_is_stopped_at_once():
    calls: list[str] = []

    def step() -> float:
        calls.append("called")
        return 60

    thread = RepeatingThread("repeating-test", step, fault="step_failed", retry_seconds=60)
    thread.start()
    thread.stop()
    assert calls == ["called"]
