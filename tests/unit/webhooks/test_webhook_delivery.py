"""Every change at least once and in order, whatever the receiver or this process does."""

import hashlib
import threading
from datetime import timedelta

import pytest

from starbond_site import mail
from starbond_site.documents.archive import Archive
from starbond_site.documents.corrections import withdraw
from starbond_site.features.webhooks import jobs, service
from starbond_site.features.webhooks.jobs import WebhookDelivery, WebhookThread
from starbond_site.features.webhooks.service import Webhook
from starbond_site.mail import Mailer
from starbond_site.shared import local_time
from tests.unit.documents import samples
from tests.unit.documents.publishing import PUBLIC_URL, WHO, at_once, existing, publish, rows
from tests.unit.webhook_receiver import STALL, Receiver, change, receiving


def add(archive: Archive, receiver: Receiver, after: int | None = None) -> Webhook:
    made = service.add(archive, receiver.url, after, is_private=True)
    receiver.secret = made.secret
    return made


def publish_some(archive: Archive, count: int, start: int = 0) -> None:
    for number in range(start, start + count):
        publish(archive, "AllNotice", f"{number}.pdf", samples.pdf(str(number)))


def deliver(archive: Archive) -> int:
    worker = WebhookDelivery(archive.engine, PUBLIC_URL)
    count = 0
    while claimed := worker.claim():
        worker.deliver(claimed)
        count += 1
    return count


def found(archive: Archive) -> Webhook:
    return service.webhooks_and_newest_change(archive)[0][0]


def test_changes_after_the_cursor_in_order(archive: Archive, receiver: Receiver, monkeypatch: pytest.MonkeyPatch):
    publish_some(archive, 2)
    add(archive, receiver)
    first = publish(archive, "Prospectus", "a.pdf", samples.pdf("a"))
    second = publish(archive, "Prospectus", "b.pdf", samples.pdf("b"))
    withdraw(archive, second.id, WHO)
    assert deliver(archive) == 1
    (message,) = receiver.messages
    content = message.content
    assert content["type"] == "changes"
    assert [(told["number"], told["kind"], told["document"]) for told in content["data"]["changes"]] == [
        (3, "published", first.id), (4, "replaced", first.id), (5, "published", second.id),
        (6, "withdrawn", second.id), (7, "restored", first.id),
    ]  # fmt: skip
    assert content["data"]["changes"][0]["url"] == f"{PUBLIC_URL}/documents/{first.id}.json"
    assert content["data"]["next"] == 7 == found(archive).cursor
    assert deliver(archive) == 0
    service.remove(archive, found(archive).id)
    monkeypatch.setattr(jobs, "BATCH", 3)
    add(archive, receiver, after=0)
    assert deliver(archive) == 3
    assert [message.numbers for message in receiver.messages[1:]] == [[1, 2, 3], [4, 5, 6], [7]]
    assert len({message.id for message in receiver.messages}) == 4


def test_refused_message_is_tried_again_under_the_same_id(archive: Archive, receiver: Receiver):
    add(archive, receiver)
    publish_some(archive, 1)
    receiver.answers = [503]
    assert deliver(archive) == 1
    failing = found(archive)
    assert (failing.cursor, failing.failures, failing.problem) == (0, 1, "answered with status 503")
    assert deliver(archive) == 0, "not before its pause is over"
    change(archive, due_at=local_time.now())
    assert deliver(archive) == 1
    assert [message.numbers for message in receiver.messages] == [[1], [1]]
    assert len({message.id for message in receiver.messages}) == 1
    recovered = found(archive)
    assert (recovered.cursor, recovered.failures, recovered.failing_since, recovered.problem) == (1, 0, None, "")


def test_pauses_grow_and_the_webhook_is_stopped_after_a_week(
    archive: Archive, receiver: Receiver, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    add(archive, receiver)
    publish_some(archive, 1)
    began = moment = local_time.now()
    monkeypatch.setattr(local_time, "now", lambda: moment)
    receiver.answers = [500] * 100
    pauses = []
    while (webhook := found(archive)).stopped_at is None:
        moment = max(moment, webhook.due_at)
        assert deliver(archive) == 1
        if not (after := found(archive)).stopped_at:
            pauses.append(after.due_at - moment)
    assert [pause.total_seconds() for pause in pauses[:6]] == [15, 60, 240, 960, 3840, 15360]
    assert set(pauses[6:]) == {jobs.LONGEST_PAUSE} == {timedelta(hours=12)}
    assert jobs.GIVEN_UP_AFTER <= moment - began <= jobs.GIVEN_UP_AFTER + jobs.LONGEST_PAUSE
    assert "webhook_stopped" in caplog.text
    moment += timedelta(days=30)
    receiver.answers = []
    assert deliver(archive) == 0
    service.resume(archive, webhook.id)
    assert deliver(archive) == 1
    assert receiver.numbers == [1]


@pytest.mark.parametrize("rotations", [1, 2])
def test_the_secret_of_the_receiver_and_the_newest_sign_for_a_day_after_rotations(
    archive: Archive, receiver: Receiver, monkeypatch: pytest.MonkeyPatch, rotations: int
):
    old, moment = add(archive, receiver).secret, local_time.now()
    monkeypatch.setattr(local_time, "now", lambda: moment)
    *_, new = (service.rotate(archive, 1).secret for _ in range(rotations))
    for number, secret in enumerate((old, new)):
        receiver.secret = secret
        publish_some(archive, 1, start=number)
        assert deliver(archive) == 1
    assert receiver.numbers == [1, 2]
    moment += timedelta(days=1)
    receiver.secret = old
    publish_some(archive, 1, start=2)
    assert (deliver(archive), receiver.numbers) == (1, [1, 2])


def test_a_receiver_that_is_gone_ends_its_webhook_and_the_company_is_mailed(
    archive: Archive, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
):
    mailer = Mailer("smtp://mail.test:25", sender="site@example.com", recipient="desk@example.com")
    monkeypatch.setattr(mail, "default", lambda: mailer)
    add(archive, receiver)
    publish_some(archive, 1)
    receiver.answers = [410]
    assert deliver(archive) == 1
    assert found(archive).stopped_at
    assert rows(archive, "SELECT kind, about FROM outgoing_mail") == [("webhook", 1)]
    sent = existing(service.EndedMails(archive, mailer).compose(1))
    assert (sent["To"], "answered with status 410" in sent.get_content()) == ("desk@example.com", True)
    service.resume(archive, 1)
    assert service.EndedMails(archive, mailer).compose(1) is None


def test_a_receiver_is_not_asked_again_before_it_wants(archive: Archive, receiver: Receiver):
    add(archive, receiver)
    publish_some(archive, 1)
    receiver.answers, receiver.more = [503], {"Retry-After": "1800"}
    before = local_time.now()
    assert deliver(archive) == 1
    assert timedelta(seconds=1800) <= found(archive).due_at - before < timedelta(seconds=1900)


def test_claim_that_has_ended_is_not_settled(archive: Archive, receiver: Receiver):
    """A worker that was stopped for too long neither posts nor moves the cursor of another's claim."""
    add(archive, receiver)
    publish_some(archive, 1)
    late = WebhookDelivery(archive.engine, PUBLIC_URL)
    claimed = existing(late.claim())
    change(archive, due_at=local_time.now())
    publish_some(archive, 1, start=1)
    assert deliver(archive) == 1
    late.retry_later(claimed, "late")
    late.confirm(claimed, 1, 1)
    assert (found(archive).cursor, found(archive).failures) == (2, 0)
    claimed.due_at = local_time.now()
    late.deliver(claimed)
    assert receiver.numbers == [1, 2]


def test_copy_of_the_site_posts_nothing(archive: Archive, receiver: Receiver, caplog: pytest.LogCaptureFixture):
    """A backup that is restored at another address, to try it, tells no exchange of its documents."""
    add(archive, receiver)
    publish_some(archive, 1)
    copied = WebhookDelivery(archive.engine, "http://localhost:3900")
    assert copied.claim() is None
    copied.warn_of_other_sites()
    assert "webhooks_of_another_address" in caplog.text
    assert deliver(archive) == 1


def test_commit_is_posted_at_once_whoever_hangs(archive: Archive, receiver: Receiver, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(jobs, "POLL_SECONDS", 600)
    thread = WebhookThread(WebhookDelivery(archive.engine, PUBLIC_URL), archive.listeners)
    thread.start()
    with receiving() as other:
        add(archive, receiver)
        receiver.answers = [STALL]
        add(archive, other)
        thread.notify()
        publish_some(archive, 1)
        assert receiver.wait_for_messages(1)
        assert other.wait_for(1)
        publish_some(archive, 1, start=1)
        assert other.wait_for(2)
        assert (receiver.numbers, other.numbers) == ([], [1, 2])
        receiver.ended.set()
        thread.stop()
    assert not {"webhooks", "webhook"} & {running.name for running in threading.enumerate()}


def test_two_workers_never_post_to_one_receiver_at_once(archive: Archive, receiver: Receiver):
    add(archive, receiver)
    publish_some(archive, 1)
    workers = [WebhookDelivery(archive.engine, PUBLIC_URL) for _ in range(4)]
    assert len([*filter(None, at_once(4, lambda number: workers[number].claim()))]) == 1
    assert found(archive).claims == 1


def states(archive: Archive, *numbers: int) -> list[tuple[int, str]]:
    found = archive.read(lambda session: service.of_changes(session, numbers))
    assert all((one.confirmed_at is None) == (one.state != "confirmed") for one in found)
    return [(one.change, one.state) for one in found]


def test_confirmed_waiting_and_removed(archive: Archive, receiver: Receiver) -> None:
    webhook = add(archive, receiver)
    publish_some(archive, 2)
    assert states(archive, 1, 2) == [(1, "waiting"), (2, "waiting")]
    receiver.answers.append(500)
    assert deliver(archive) == 1
    assert states(archive, 1) == [(1, "waiting")]
    change(archive, due_at=local_time.now())
    assert deliver(archive) == 1
    assert states(archive, 1, 2) == [(1, "confirmed"), (2, "confirmed")]
    publish(archive, "AllNotice", "c.pdf", samples.pdf("c"))
    assert states(archive, 3) == [(3, "waiting")]
    service.remove(archive, webhook.id)
    assert states(archive, 1, 2, 3) == [(1, "confirmed"), (2, "confirmed")]
    (found,) = archive.read(lambda session: service.of_changes(session, [1]))
    assert found.receiver == hashlib.sha256(receiver.url.encode()).hexdigest()
    assert found.confirmed_at is not None
    assert found.confirmed_at <= local_time.now()
    assert receiver.url not in str(rows(archive, "SELECT * FROM webhook_log"))
