"""The thread that delivers mail and keeps house."""

import logging
import threading
from collections.abc import Callable
from time import monotonic

import pytest

from starbond_site.mail import Mailer, delivery
from starbond_site.mail.delivery import Delivery, MailThread
from tests.unit.mail_server import MailServer


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the pauses of all mail; what is queued here is sent at once in any case."""
    monkeypatch.setattr(delivery, "FIRST_PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(delivery, "LONGEST_PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(delivery, "POLL_SECONDS", 600)


def until(condition: Callable[[], bool]) -> bool:
    pause, deadline = threading.Event(), monotonic() + 30
    while not condition() and monotonic() < deadline:
        pause.wait(0.01)
    return condition()


@pytest.mark.usefixtures("impatient")
def test_the_thread_sends_what_is_queued_at_once_and_ends(
    deliverer: Delivery, mailer: Mailer, queue: Callable[..., None], mail_server: MailServer
):
    kept_house = threading.Event()

    def fail() -> None:
        message = "housekeeping"
        raise RuntimeError(message)

    running = MailThread(deliverer, mailer.queued, [fail, kept_house.set])
    running.start()
    assert kept_house.wait(30), "a task that fails does not keep the others from running"
    queue(1)
    mailer.queued.set()
    assert until(lambda: mail_server.recipients == ["1@example.com"])
    running.stop()
    assert "mail" not in [thread.name for thread in threading.enumerate()]
    queue(2)
    mailer.queued.set()
    assert mail_server.recipients == ["1@example.com"]


@pytest.mark.usefixtures("impatient")
def test_the_thread_waits_for_a_server_that_is_down_and_says_so_once(
    deliverer: Delivery,
    mailer: Mailer,
    queue: Callable[..., None],
    mail_server: MailServer,
    caplog: pytest.LogCaptureFixture,
):
    caplog.set_level(logging.INFO)
    mail_server.stop()
    queue(1)
    running = MailThread(deliverer, mailer.queued, [])
    running.start()
    assert until(lambda: running.failures >= 3)
    mail_server.start()
    assert until(lambda: mail_server.recipients == ["1@example.com"])
    assert until(lambda: "mail_is_sent_again" in caplog.text)
    running.stop()
    assert caplog.text.count("all_mail_waits") == 1
