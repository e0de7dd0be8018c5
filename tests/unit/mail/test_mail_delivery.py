"""Delivery over a real SMTP server: refusals pass over one mail, failures of the server pause all, nothing twice."""

import logging
import threading
from collections.abc import Callable
from email.message import EmailMessage
from functools import partial
from time import monotonic

import pytest
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from starbond_site.documents.archive import Archive
from starbond_site.mail import Mailer, delivery, outbox, smtp, waiting
from starbond_site.mail.delivery import MAX_REFUSALS, MailDelivery, Source, mail_thread
from starbond_site.mail.outbox import OutgoingMail
from starbond_site.mail.smtp import MailServerError
from tests.unit.documents.publishing import raising, records
from tests.unit.mail_server import HANG_UP, SENDER, MailServer, make_due, queue


class Accounts(Source):
    """Mails about numbers: number 3 goes to ``3@example.com``."""

    def __init__(self, archive: Archive, mailer: Mailer, server: MailServer) -> None:
        self.archive, self.mailer, self.server = archive, mailer, server
        self.recorded: list[int] = []
        self.unwanted: set[int] = set()
        self.broken: set[int] = set()
        self.delivery = MailDelivery(archive.engine, mailer, {"contact": self})
        self.queue: Callable[..., None] = partial(queue, archive)
        self.make_due = partial(make_due, archive)
        self.deliver = self.delivery.deliver

    def compose(self, record_id: int) -> EmailMessage | None:
        if record_id in self.unwanted:
            return None
        if record_id in self.broken:
            message = "a mistake of ours"
            raise KeyError(message)
        return self.mailer.compose(f"{record_id}@example.com", "Subject", "Body")

    def record_refused(self, _session: Session, _record_id: int) -> bool:
        return False

    def record_sent(self, session: Session, record_id: int) -> None:
        self.recorded.append(record_id)

    @property
    def attempts(self) -> dict[int, int]:
        return {mail.record_id: mail.claims for mail in records(self.archive, OutgoingMail)}


@pytest.fixture
def accounts(archive: Archive, mailer: Mailer, mail_server: MailServer) -> Accounts:
    return Accounts(archive, mailer, mail_server)


def test_mails_are_sent_in_their_order_and_recorded(accounts: Accounts):
    accounts.queue(1, 2, 3)
    accounts.deliver()
    assert accounts.server.recipients == ["1@example.com", "2@example.com", "3@example.com"]
    assert accounts.recorded == [1, 2, 3]
    assert waiting(accounts.archive.engine).count == 0
    (first, *_) = accounts.server.mails
    assert first["Message-ID"] == "<1@example.com>"
    assert first["Date"]
    accounts.deliver()
    assert len(accounts.server.mails) == 3


@pytest.mark.parametrize("answer", ["550 unknown", "450 mailbox busy", "452 full"])
def test_a_refused_recipient_is_passed_over_and_others_go_on(accounts: Accounts, answer: str):
    accounts.server.mails, accounts.server.asked = [], []
    accounts.server.refused["2@example.com"] = answer
    accounts.queue(1, 2, 3)
    accounts.deliver()
    assert accounts.server.recipients == ["1@example.com", "3@example.com"]
    assert accounts.attempts == {2: 1}
    accounts.deliver()
    assert accounts.server.asked.count("2@example.com") == 1, "not before its pause is over"
    accounts.make_due()
    accounts.server.refused.clear()
    accounts.server.answers = ["451 try later"]
    accounts.deliver()
    accounts.make_due()
    accounts.deliver()
    assert accounts.server.recipients[-1] == "2@example.com"
    assert waiting(accounts.archive.engine).count == 0


def test_a_mail_that_is_always_refused_is_given_up_after_days(accounts: Accounts, caplog: pytest.LogCaptureFixture):
    accounts.server.refuses = True
    accounts.queue(1)
    for _ in range(MAX_REFUSALS - 1):
        accounts.deliver()
        accounts.make_due()
    assert accounts.attempts == {1: MAX_REFUSALS - 1}
    accounts.deliver()
    assert (accounts.attempts, accounts.recorded) == ({}, [])
    (given_up,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert isinstance(given_up.msg, dict)
    assert given_up.msg | {"event": "mail_given_up", "kind": "contact", "about": 1} == given_up.msg
    assert "1@example.com" not in caplog.text, "the log has no addresses"


def test_a_server_that_is_down_is_no_attempt_and_all_goes_on_when_it_is_back(accounts: Accounts):
    accounts.queue(1, 2)
    accounts.server.stop()
    for _ in range(MAX_REFUSALS + 2):
        with pytest.raises(MailServerError):
            accounts.deliver()
    assert accounts.attempts == {1: 0, 2: 0}
    accounts.server.start()
    accounts.deliver()
    assert accounts.server.recipients == ["1@example.com", "2@example.com"]


def test_a_connection_that_ends_in_the_middle_of_a_mail_delays_that_mail_alone(accounts: Accounts):
    accounts.queue(1, 2)
    for number in range(MAX_REFUSALS + 2):
        accounts.server.answers = ["421 closing" if number else HANG_UP]
        accounts.deliver()
        assert accounts.server.recipients == ["2@example.com"]
        accounts.make_due()
    assert accounts.attempts == {1: MAX_REFUSALS + 2}, "a server that hangs up on every mail gives none up"
    accounts.deliver()
    assert accounts.server.recipients == ["2@example.com", "1@example.com"]


def test_a_server_that_does_not_let_us_in_pauses_all_mail(accounts: Accounts, monkeypatch: pytest.MonkeyPatch):
    """And without one nothing is claimed."""
    monkeypatch.setattr(smtp, "TIMEOUT_SECONDS", 1)
    accounts.queue(1)
    for url in ("smtp://user:wrong@127.0.0.1:{port}", "smtps://127.0.0.1:{port}"):
        mailer = Mailer(url.format(port=accounts.server.port), SENDER)
        with pytest.raises(MailServerError):
            Accounts(accounts.archive, mailer, accounts.server).deliver()
        assert accounts.attempts == {1: 0}
    Accounts(accounts.archive, Mailer("", "", ""), accounts.server).deliver()
    assert accounts.attempts == {1: 0}


def test_a_mail_that_cannot_be_composed_is_passed_over_and_one_that_is_not_wanted_dropped(accounts: Accounts):
    accounts.broken.add(1)
    accounts.unwanted.add(3)
    accounts.queue(1, 2, 3)
    accounts.deliver()
    assert accounts.server.recipients == ["2@example.com"]
    assert accounts.attempts == {1: 1}


def test_what_was_sent_while_the_database_was_away_is_sent_once(accounts: Accounts, monkeypatch: pytest.MonkeyPatch):
    accounts.queue(1, 2)
    with monkeypatch.context() as patch:
        patch.setattr(outbox, "remove", raising(OperationalError(None, {}, ConnectionError())))
        for _ in range(2):
            with pytest.raises(OperationalError):
                accounts.deliver()
    accounts.make_due()
    accounts.deliver()
    assert accounts.server.recipients == ["1@example.com", "2@example.com"]
    assert accounts.attempts == {}


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the pauses of all mail; what is queued here is sent at once in any case."""
    monkeypatch.setattr(delivery, "PAUSES", (0.01, 0.01))
    monkeypatch.setattr(delivery, "POLL_SECONDS", 600)


def until(condition: Callable[[], bool]) -> bool:
    pause, deadline = threading.Event(), monotonic() + 30
    while not condition() and monotonic() < deadline:
        pause.wait(0.01)
    return condition()


@pytest.mark.usefixtures("impatient")
def test_the_thread_sends_what_is_queued_at_once_and_ends(accounts: Accounts):
    running = mail_thread(accounts.delivery, accounts.mailer, [])
    running.start()
    accounts.queue(1)
    accounts.mailer.queued.set()
    assert until(lambda: accounts.server.recipients == ["1@example.com"])
    running.stop()
    assert "mail" not in [thread.name for thread in threading.enumerate()]
    accounts.queue(2)
    accounts.mailer.queued.set()
    assert accounts.server.recipients == ["1@example.com"]


@pytest.mark.usefixtures("impatient")
def test_the_thread_waits_for_a_server_and_says_so_once(accounts: Accounts, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.INFO)
    accounts.server.stop()
    accounts.queue(1)
    running = mail_thread(accounts.delivery, accounts.mailer, [])
    running.start()
    assert until(lambda: running.failures >= 3)
    accounts.server.start()
    assert until(lambda: accounts.server.recipients == ["1@example.com"])
    assert until(lambda: "job_goes_on" in caplog.text)
    running.stop()
    assert caplog.text.count("job_waits") == 1
