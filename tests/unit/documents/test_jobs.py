"""The thread that calls a step again and again, and the pauses after failures."""

import logging
import threading

import pytest
from sqlalchemy.exc import OperationalError

from starbond_site.documents import jobs
from starbond_site.documents.jobs import JobThread
from starbond_site.documents.refusals import Refusal

FAULTS = [
    jobs.Unavailable("the other server"), OperationalError(None, {}, Exception("connection lost")),
    Refusal("storage_unreachable"), OSError(), KeyError(),
]  # fmt: skip


def test_goes_on_after_faults_and_says_so_once(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.INFO)
    faults, again, listeners = iter(FAULTS), threading.Semaphore(0), []

    def step() -> float:
        for fault in faults:
            raise fault
        again.release()
        return 60

    thread = JobThread("test", step, retry=(0.01, 0.01), listeners=listeners)
    thread.start()
    assert again.acquire(timeout=10)
    listeners[0]("AllNotice")
    assert again.acquire(timeout=10), "a commit ends the wait"
    assert (caplog.text.count("job_waits"), caplog.text.count("job_goes_on")) == (1, 1)
    assert "the other server" in caplog.text
    thread.stop()
    assert (listeners, "test" in {running.name for running in threading.enumerate()}) == ([], False)


def test_what_comes_after_a_fault_does_not_shorten_the_pause():
    tried, calls = threading.Event(), []

    def step() -> float:
        calls.append(1)
        tried.set()
        raise OSError

    thread = JobThread("test", step, retry=(60, 60))
    thread.start()
    assert tried.wait(10)
    tried.clear()
    thread.notify()
    assert not tried.wait(0.1)
    thread.stop()
    assert calls == [1]
