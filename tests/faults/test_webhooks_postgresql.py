"""Webhooks and the feed on PostgreSQL, where several workers claim at once."""

import threading
from pathlib import Path

from starbond_site.documents import database, recent
from starbond_site.documents.archive import Archive
from starbond_site.documents.withdraw import withdraw
from starbond_site.presentation import atom
from starbond_site.settings import Settings
from starbond_site.webhooks import registry
from starbond_site.webhooks.delivery import Delivery
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, archive_in, publish
from tests.unit.webhook_receiver import receiving

WORKERS = 6


def _work(archive: Archive, start: threading.Barrier) -> None:
    """Post whatever is due until nothing is, as a worker does."""
    start.wait(30)
    worker = Delivery(archive.engine, archive.settings.public_url)
    while claimed := worker.claim():
        worker.deliver(claimed)


def test_workers_post_each_change_once_and_in_order(tmp_path: Path, postgresql: str):
    engine = database.create(Settings.model_validate({"database_address": postgresql}).database_url)
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    engine.dispose()
    with archive_in(tmp_path, database_address=postgresql) as archive, receiving() as first, receiving() as second:
        for receiver in (first, second):
            receiver.secret = registry.add(archive, receiver.url, is_private=True).secret
        for number in range(3):
            publish(archive, "AllNotice", f"{number}.pdf", samples.pdf(str(number)))
        gone = publish(archive, "AllNotice", "gone.pdf", samples.pdf("gone")).id
        withdraw(archive, gone, WHO)
        start = threading.Barrier(WORKERS)
        workers = [threading.Thread(target=_work, args=(archive, start)) for _ in range(WORKERS)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        assert first.numbers == second.numbers == [1, 2, 3, 4, 5]

        found = recent.read(archive, atom.categories(atom.ALL))
        assert [entry.document.file_name[0] for entry in found.entries] == ["2", "1", "0"]
        assert [tombstone.id for tombstone in found.withdrawn] == [gone]
        assert found.changed_at == found.withdrawn[0].at
