"""The outbox: one claim at a time, and nothing lost when a claim comes to nothing."""

from datetime import timedelta

import pytest

from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.mail import WaitingMails, outbox, waiting
from starbond_site.mail.outbox import CLAIM, FIRST_PAUSE, LONGEST_PAUSE, OutgoingMail
from starbond_site.shared import local_time
from tests.unit.documents.publishing import at_once, change, existing, records
from tests.unit.mail_server import make_due, queue


def test_waiting_mails_are_counted_once_with_the_age_of_the_oldest(archive: Archive):
    assert waiting(archive.engine) == WaitingMails(0, timedelta())
    assert outbox.QUEUE.claim(archive.engine) is None
    assert not outbox.QUEUE.is_due(archive.engine)
    queue(archive, 1, 2)
    queue(archive, 1)
    change(archive, OutgoingMail, 1, queued_at=local_time.now() - timedelta(hours=2))
    found = waiting(archive.engine)
    assert found.count == 2
    assert timedelta(hours=2) <= found.oldest < timedelta(hours=2, minutes=5)
    assert outbox.QUEUE.claim(archive.engine)
    assert waiting(archive.engine).count == 2, "a claimed mail is not sent yet"
    # There is no personal data in it.
    assert set(OutgoingMail.model_fields) == {
        "id", "kind", "record_id", "message_id", "queued_at", "due_at", "claims",
    }  # fmt: skip


def test_a_claim_hides_a_mail_until_it_ends(archive: Archive):
    queue(archive, 1)
    claimed = existing(outbox.QUEUE.claim(archive.engine))
    assert (claimed.record_id, claimed.claims) == (1, 1)
    assert claimed.due_at - local_time.now() > CLAIM - timedelta(minutes=1)
    assert outbox.QUEUE.claim(archive.engine) is None
    make_due(archive)
    again = existing(outbox.QUEUE.claim(archive.engine))
    assert (again.claims, again.message_id) == (2, claimed.message_id)


def test_many_workers_claim_each_mail_once(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(database, "WRITER_SECONDS", 60)
    queue(archive, *range(1, 31))

    def work(_: int) -> list[int]:
        claimed = []
        while mail := outbox.QUEUE.claim(archive.engine):
            claimed.append(mail.record_id)
        return claimed

    assert sorted(about for found in at_once(6, work) for about in found) == list(range(1, 31))


def test_pauses_grow(archive: Archive):
    queue(archive, 1)
    pauses = []
    for _ in range(8):
        make_due(archive)
        pauses.append(outbox.retry_later(archive.engine, existing(outbox.QUEUE.claim(archive.engine))))
        assert abs(records(archive, OutgoingMail)[0].due_at - local_time.now() - pauses[-1]) < timedelta(minutes=1)
    assert pauses[:3] == [FIRST_PAUSE, FIRST_PAUSE * 4, FIRST_PAUSE * 16]
    assert pauses[-1] == LONGEST_PAUSE
    # A worker whose claim has ended changes nothing.
    make_due(archive)
    slow = existing(outbox.QUEUE.claim(archive.engine))
    make_due(archive)
    other = existing(outbox.QUEUE.claim(archive.engine))
    outbox.retry_later(archive.engine, slow)
    assert records(archive, OutgoingMail)[0].due_at == other.due_at
