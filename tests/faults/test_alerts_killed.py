"""A worker of alerts that is killed at random moments: every mail is handed over, and none twice once that is known."""

import multiprocessing
import os
import random
from collections import Counter
from datetime import timedelta
from multiprocessing.process import BaseProcess
from pathlib import Path

from starbond_site.documents.archive import Archive
from starbond_site.mail import Mailer, waiting
from tests.faults.alert_site import READY, send_for_ever
from tests.unit.alert_desk import add_subscribers, alert_delivery, file_document, text
from tests.unit.documents.publishing import archive_in, rows
from tests.unit.mail_server import SENDER, MailServer, mail_server, make_due  # noqa: F401  fixture

PROCESSES = multiprocessing.get_context("forkserver")
"""Workers are forked from a process with all imports: fifty full starts would take minutes."""
PROCESSES.set_forkserver_preload(["tests.faults.alert_site"])
KILLS = int(os.environ.get("ALERT_KILLS", "8"))
READERS = 12
LONGEST = 0.6
"""Seconds from a publication to the latest kill: about as long as its mails take."""


def _worker(archive: Archive, mail_server: MailServer) -> BaseProcess:  # noqa: F811  fixture
    hears, says = PROCESSES.Pipe(duplex=False)
    worker = PROCESSES.Process(target=send_for_ever, args=(archive.settings.data_dir, mail_server.url, says))
    worker.start()
    says.close()
    assert hears.recv() == READY
    return worker


def _waiting(archive: Archive) -> set[str]:
    """Return the ids of mails that wait: all others were recorded as sent."""
    return {str(message_id) for (message_id,) in rows(archive, "SELECT message_id FROM outgoing_mail")}


def test_killed_while_queueing_and_sending(tmp_path: Path, mail_server: MailServer) -> None:  # noqa: F811  fixture
    moments = random.Random(23_11_2026)
    with archive_in(tmp_path / "data") as archive:
        readers = add_subscribers(archive, READERS)
        recorded: dict[str, int] = {}
        killed_with_mail = 0
        for kill in range(KILLS):
            worker = _worker(archive, mail_server)
            file_document(archive, "AllNotice", f"Notice {kill}.pdf")
            worker.join(moments.uniform(0, LONGEST))
            worker.kill()
            worker.join()
            waits = _waiting(archive)
            killed_with_mail += bool(waits)
            arrived = Counter(mail["Message-ID"] for mail in mail_server.mails)
            # A mail that was recorded as sent is never handed over again, whatever is killed later.
            assert recorded.items() <= arrived.items()
            recorded = {message_id: number for message_id, number in arrived.items() if message_id not in waits}
            # Claims of the dead worker end here, not ten minutes later.
            make_due(archive)
        alert_delivery(archive, Mailer(mail_server.url, SENDER), timedelta()).deliver()
        assert waiting(archive.engine).count == 0
        assert rows(archive, "SELECT count(*) FROM alert_mail") == [(0,)]

    told: dict[str, list[str]] = {reader: [] for reader in readers}
    seen: set[str] = set()
    for mail in mail_server.mails:
        if mail["Message-ID"] not in seen:
            seen.add(mail["Message-ID"])
            told[mail["To"]] += [f"Notice {kill}.pdf" for kill in range(KILLS) if f"Notice {kill}.pdf" in text(mail)]
    # Each reader was told of each filing in exactly one mail.
    wanted = sorted(f"Notice {kill}.pdf" for kill in range(KILLS))
    assert {reader: sorted(names) for reader, names in told.items()} == dict.fromkeys(readers, wanted)
    twice = len(mail_server.mails) - len(seen)
    assert twice <= KILLS, "only a mail whose answer was not recorded comes twice: one for each kill at most"
    assert killed_with_mail, "no kill came while mail was waiting"
    print(f"{KILLS} kills, {killed_with_mail} with mail waiting; {len(seen)} mails, {twice} handed over twice")
