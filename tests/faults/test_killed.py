"""Processes killed at every stage of publishing and mailing: what was reported is kept, and nothing is sent again.

``STAGE_KILLS=1000 python -m pytest -s FILE`` kills at every moment of publishing that there is.
"""

import os
from collections import Counter
from datetime import timedelta
from pathlib import Path

from starbond_site.documents import checkpoints, public_view
from starbond_site.documents.consistency import check
from starbond_site.features.alerts.mails import MAX_LISTED
from starbond_site.mail import Mailer, waiting
from tests.faults import killing
from tests.unit.alert_desk import add_subscribers, alert_delivery, file_document, text
from tests.unit.documents.publishing import archive_in, rows
from tests.unit.mail_server import SENDER, MailServer, mail_server, make_due  # noqa: F401  fixture

KILLS = int(os.environ.get("STAGE_KILLS", "6"))
READERS = 4


def test_killed_while_publishing(tmp_path: Path):
    leftovers = 0
    with archive_in(tmp_path) as archive:
        last, reported = killing.run(killing.publish, archive, "whole")
        done = dict(reported)
        for moment in killing.spread(last, KILLS):
            _, reported = killing.run(killing.publish, archive, f"killed at {moment}", moment)
            done |= dict(reported)
            records = rows(archive, "SELECT id, sha256 FROM document")
            assert set(done.items()) <= set(records)
            found = check(archive, read_bytes=True)
            assert (found.documents, found.is_sound) == (len(records), True)
            assert check(archive, repair=True).leftover == found.leftover
            leftovers += len(found.leftover)
            assert check(archive, read_bytes=True).leftover == []
        ((version,),) = rows(archive, "SELECT version FROM listversion WHERE name = 'AllNotice'")
        assert version == public_view.page(archive, "AllNotice").total
        assert rows(archive, "SELECT count(*) FROM audit WHERE outcome = 'done'") == [(version,)]
        # No entry without its document, and no document without its entry; each is signed once somebody is left.
        assert rows(archive, "SELECT count(*) FROM log_entry") == [(version,)]
        assert checkpoints.sign_due(archive)
        assert list(checkpoints.mistakes(archive)) == []
    # Some kills hit a file that was stored, and some a receipt that was given.
    assert leftovers
    assert len(done) > 2
    print(f"\n{min(KILLS, last)} of {last} moments: {leftovers} left over, {len(done)} receipts")


def test_killed_while_queueing_and_sending_alerts(tmp_path: Path, mail_server: MailServer):  # noqa: F811  fixture
    with archive_in(tmp_path) as archive:
        readers = add_subscribers(archive, READERS)
        names = ["Notice 0.pdf"]
        file_document(archive, "AllNotice", names[0])
        last, _ = killing.run(killing.send_alerts, archive, mail_server.url)
        recorded: dict[str, int] = {}
        killed_with_mail = kills = 0
        # All filings may wait for the last kill, and a mail names so many.
        for moment in killing.spread(last, min(KILLS, MAX_LISTED // 2)):
            names.append(f"Notice {moment}.pdf")
            file_document(archive, "AllNotice", names[-1])
            kills += killing.run(killing.send_alerts, archive, mail_server.url, moment)[0] == 0
            waits = {str(message_id) for (message_id,) in rows(archive, "SELECT message_id FROM outgoing_mail")}
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
    different = {mail["Message-ID"]: mail for mail in mail_server.mails}
    for mail in different.values():
        told[mail["To"]] += [name for name in names if name in text(mail)]
    # Each reader was told of each filing in exactly one mail.
    assert {reader: sorted(found) for reader, found in told.items()} == dict.fromkeys(readers, sorted(names))
    twice = len(mail_server.mails) - len(different)
    assert twice <= kills, "only a mail whose answer was not recorded comes twice: one for each kill at most"
    assert killed_with_mail, "no kill came while mail was waiting"
    print(f"\n{kills} kills, {killed_with_mail} with mail waiting; {len(different)} mails, {twice} handed over twice")
