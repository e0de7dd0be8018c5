"""How many mails told of a change, and when: counted for the evidence of a document, without anybody's address."""

from datetime import datetime

from sqlmodel import select

from starbond_site.alerts import logbook
from starbond_site.alerts.queueing import AlertQueue
from starbond_site.alerts.records import AlertLog
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.documents.records import Change
from starbond_site.documents.withdraw import withdraw
from tests.unit.alert_desk import Desk, add_subscribers
from tests.unit.documents.publishing import rows


def counted(archive: Archive, document: int) -> AlertLog | None:
    own = select(Change.number).where(Change.document_id == document)
    with database.reading(archive.engine) as session:
        found = logbook.of_changes(session, session.exec(own).all())
    assert len(found) <= 1
    return found[0] if found else None


def test_mails_are_counted_for_each_change(desk: Desk, archive: Archive) -> None:
    addresses = add_subscribers(archive, 3) + add_subscribers(archive, 2, ["AnnualReport"])
    notice, report, result = (desk.publish(name, f"{name}.pdf") for name in ("AllNotice", "AnnualReport", "Result"))
    assert len(desk.send()) == 5
    told = counted(archive, notice)
    assert told is not None
    assert (told.queued, told.sent) == (3, 3)
    assert isinstance(told.last_sent_at, datetime)
    assert told.first_queued_at <= told.last_queued_at <= (told.first_sent_at or told.first_queued_at)
    assert [(one.queued, one.sent) for one in [counted(archive, report)] if one] == [(2, 2)]
    assert counted(archive, result) is None
    kept = str(rows(archive, "SELECT * FROM alert_log"))
    assert not any(address in kept for address in addresses)


def test_batches_are_added_up_and_what_was_withdrawn_was_queued_and_not_sent(desk: Desk, archive: Archive) -> None:
    add_subscribers(archive, 1)
    first = desk.publish("AllNotice", "First.pdf")
    desk.send()
    add_subscribers(archive, 2)
    second, gone = desk.publish("AllNotice", "Second.pdf"), desk.publish("AllNotice", "Gone.pdf")
    AlertQueue(archive, desk.service.mailer).queue()
    withdraw(archive, gone, COMMAND_LINE)
    assert len(desk.send()) == 2
    desk.end_window()
    assert len(desk.send()) == 1
    for document, queued, sent in ((first, 1, 1), (second, 3, 3), (gone, 2, 0)):
        told = counted(archive, document)
        assert told is not None
        assert (told.queued, told.sent) == (queued, sent)
