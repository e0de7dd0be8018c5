"""Which receiver confirmed which change, and who still has to: for the evidence of a document."""

import hashlib

from starbond_site import local_time
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.webhooks import logbook, registry
from starbond_site.webhooks.delivery import Delivery
from tests.unit.documents import samples
from tests.unit.documents.publishing import PUBLIC_URL, publish, rows
from tests.unit.webhook_receiver import Receiver


def states(archive: Archive, *numbers: int) -> list[tuple[int, str]]:
    with database.reading(archive.engine) as session:
        found = logbook.of_changes(session, numbers)
    assert all((one.confirmed_at is None) == (one.state != "confirmed") for one in found)
    return [(one.change, one.state) for one in found]


def test_confirmed_waiting_and_removed(archive: Archive, receiver: Receiver) -> None:
    webhook = registry.add(archive, receiver.url, None, is_private=True)
    receiver.secret = webhook.secret
    publish(archive, "AllNotice", "a.pdf", samples.pdf("a"))
    publish(archive, "AllNotice", "b.pdf", samples.pdf("b"))
    assert states(archive, 1, 2) == [(1, "waiting"), (2, "waiting")]
    worker = Delivery(archive.engine, PUBLIC_URL)
    receiver.answers.append(500)
    failed = worker.claim()
    assert failed is not None
    worker.deliver(failed)
    assert states(archive, 1) == [(1, "waiting")]
    with archive.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE webhook SET due_at = '2026-01-01 00:00:00.000000'")
    claimed = worker.claim()
    assert claimed is not None
    worker.deliver(claimed)
    assert states(archive, 1, 2) == [(1, "confirmed"), (2, "confirmed")]
    publish(archive, "AllNotice", "c.pdf", samples.pdf("c"))
    assert states(archive, 3) == [(3, "waiting")]
    registry.remove(archive, webhook.id or 0)
    assert states(archive, 1, 2, 3) == [(1, "confirmed"), (2, "confirmed")]
    with database.reading(archive.engine) as session:
        (found,) = logbook.of_changes(session, [1])
    assert found.receiver == hashlib.sha256(receiver.url.encode()).hexdigest()
    assert found.confirmed_at is not None
    assert found.confirmed_at <= local_time.now()
    assert receiver.url not in str(rows(archive, "SELECT * FROM webhook_log"))
