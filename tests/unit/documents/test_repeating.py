"""A thread that calls a function again and again goes on after every fault, and ends when it is told to."""

import threading

from sqlalchemy.exc import OperationalError

from starbond_site.documents import refusals
from starbond_site.documents.repeating import RepeatingThread

FAULTS = [
    OperationalError(None, {}, Exception("connection lost")),
    refusals.StorageUnreachable(),
    OSError(),
    KeyError(),
]


def test_goes_on_after_a_fault():
    faults, again = iter(FAULTS), threading.Event()

    def step() -> float:
        for fault in faults:
            raise fault
        again.set()
        return 60

    thread = RepeatingThread("repeating-test", step, fault="step_failed", retry_seconds=0.01)
    thread.start()
    assert again.wait(10)
    thread.stop()
    assert "repeating-test" not in {running.name for running in threading.enumerate()}
