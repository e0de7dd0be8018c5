"""What subscribers are mailed, when, and how often."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import event

from starbond_site import content, local_time
from starbond_site.alerts.mails import MOST_LISTED
from starbond_site.alerts.queueing import AlertQueue
from starbond_site.alerts.service import field_name
from starbond_site.content.formats import digits
from starbond_site.content.models import Language
from starbond_site.documents import corrections, database
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.documents.withdraw import withdraw
from starbond_site.mail import Mailer, waiting
from tests.unit.alert_desk import Desk, add_subscribers, alert_delivery, link, text, token
from tests.unit.documents import samples
from tests.unit.documents.publishing import PUBLIC_URL, publish, rows
from tests.unit.mail_server import MailServer, make_due

READER = "reader@example.com"


@pytest.mark.parametrize("language", content.LANGUAGES)
def test_a_filing_is_mailed_at_once(desk: Desk, archive: Archive, language: Language):
    desk.subscribe_and_confirm(READER, "AllNotice", language=language)
    document = publish(archive, "AllNotice", "Meeting.pdf", samples.GOOD["report.pdf"])
    (mail,) = desk.send()
    site = content.read(language)
    prefix = "" if language == "en" else "/bn"
    assert mail["To"] == READER
    assert mail["Subject"] == f"{site.category('AllNotice').title}: {document.file_name}"
    said = text(mail)
    assert f"{PUBLIC_URL}{prefix}/documents/{document.id}\n" in said
    clock = digits(f"{local_time.in_local_time(document.published_at):%H:%M}", site.interface.dates)
    assert (
        f"\n{site.interface.alert_mails.item.splitlines()[1].format(list=site.category('AllNotice').title)}\n" in said
    )
    assert f"{clock} ({'Dhaka' if language == 'en' else 'ঢাকা'})" in said
    assert mail["List-Unsubscribe"] == f"<{link(mail, 'unsubscribe')}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert ("language=bn" in link(mail, "preferences")) == (language == "bn")
    assert desk.send() == []
    assert rows(archive, "SELECT count(*) FROM alert_mail") == [(0,)]


def test_what_comes_within_ten_minutes_after_a_mail_becomes_one_mail(desk: Desk):
    desk.subscribe_and_confirm(READER, "AllNotice", "AnnualReport")
    desk.publish("AllNotice", "First.pdf")
    assert len(desk.send()) == 1
    desk.publish("AllNotice", "Second.pdf")
    assert desk.send() == []
    desk.publish("AnnualReport", "Third.pdf")
    assert desk.send() == []
    desk.end_window()
    (mail,) = desk.send()
    assert mail["Subject"] == "2 new filings of " + content.read("en").company.name
    said = text(mail)
    assert said.index("Third.pdf") < said.index("Second.pdf"), "newest first"
    assert "First.pdf" not in said
    desk.end_window()
    assert desk.send() == []


def test_a_reader_who_waits_does_not_hold_up_another(desk: Desk):
    desk.subscribe_and_confirm("waits@example.com", "AllNotice", "BondIssue")
    desk.subscribe_and_confirm("hears@example.com", "BondIssue")
    desk.publish("AllNotice", "First.pdf")
    assert [mail["To"] for mail in desk.send()] == ["waits@example.com"]
    desk.publish("BondIssue", "Second.pdf")
    assert [mail["To"] for mail in desk.send()] == ["hears@example.com"]
    desk.end_window()
    assert [mail["To"] for mail in desk.send()] == ["waits@example.com"]


def test_only_the_chosen_lists_are_mailed_and_only_to_confirmed_addresses(desk: Desk):
    desk.subscribe_and_confirm(READER, "AllNotice")
    desk.subscribe("unconfirmed@example.com", "BondIssue", "Prospectus")
    desk.publish("BondIssue", "Bond.pdf")
    desk.publish("Prospectus", "Prospectus.pdf")
    assert desk.send() == []


def test_what_came_before_is_no_news(desk: Desk):
    desk.publish("AllNotice", "Before.pdf")
    mail = desk.subscribe(READER, "AllNotice")
    desk.publish("AllNotice", "Between.pdf")
    desk.service.confirm(token(link(mail, "confirm")))
    assert desk.send() == []
    desk.publish("AllNotice", "After.pdf")
    (mail,) = desk.send()
    assert "After.pdf" in mail["Subject"]


def test_of_a_list_that_is_added_only_what_comes_then_is_mailed(desk: Desk):
    desk.subscribe_and_confirm(READER, "AllNotice")
    key = token(link(desk.server.mails[-1], "preferences"))
    desk.publish("BondIssue", "Old bond.pdf")
    desk.service.save(key, {field_name("AllNotice"): "on", field_name("BondIssue"): "on"})
    assert desk.send() == []
    desk.publish("AllNotice", "Notice.pdf")
    (mail,) = desk.send()
    assert "Old bond.pdf" not in text(mail)


def test_a_list_that_is_left_is_dropped_from_mails_that_wait(desk: Desk, archive: Archive, mailer: Mailer):
    desk.subscribe_and_confirm(READER, "AllNotice", "BondIssue")
    key = token(link(desk.server.mails[-1], "preferences"))
    desk.publish("BondIssue", "Bond.pdf")
    assert AlertQueue(archive, mailer).queue() == 1
    desk.service.save(key, {field_name("AllNotice"): "on"})
    assert desk.send() == []
    assert waiting(archive.engine).count == 0


def test_what_is_withdrawn_before_sending_is_dropped(desk: Desk, archive: Archive, mailer: Mailer):
    desk.subscribe_and_confirm(READER, "AllNotice")
    gone, kept = (desk.publish("AllNotice", f"{name}.pdf") for name in ("Gone", "Kept"))
    assert AlertQueue(archive, mailer).queue() == 1
    withdraw(archive, gone, COMMAND_LINE)
    (mail,) = desk.send()
    assert "Kept.pdf" in mail["Subject"]
    desk.end_window()
    last = desk.publish("AllNotice", "Last.pdf")
    assert AlertQueue(archive, mailer).queue() == 1
    withdraw(archive, last, COMMAND_LINE)
    assert desk.send() == []
    assert waiting(archive.engine).count == 0
    assert kept


def test_a_document_that_is_entered_later_is_no_news(desk: Desk):
    desk.subscribe_and_confirm(READER, "AllNotice")
    desk.publish("AllNotice", "Notice of 2007.pdf", filed_at=local_time.now() - timedelta(days=7000))
    assert desk.send() == []


def test_a_document_that_moves_is_news_for_the_subscribers_of_its_new_list(desk: Desk, archive: Archive):
    desk.subscribe_and_confirm(READER, "BondIssue")
    document = publish(archive, "AllNotice", "Meeting.pdf", samples.GOOD["report.pdf"])
    assert desk.send() == []
    corrections.rename(archive, document.id, "Trustee", COMMAND_LINE)
    assert desk.send() == []
    corrections.move(archive, document.id, "BondIssue", COMMAND_LINE)
    (mail,) = desk.send()
    assert text(mail).count("Trustee -") == 1
    assert desk.send() == []


def test_a_long_mail_counts_what_it_does_not_name(desk: Desk):
    desk.subscribe_and_confirm(READER, "AllNotice")
    for number in range(MOST_LISTED + 3):
        desk.publish("AllNotice", f"{number}.pdf")
    (mail,) = desk.send()
    assert mail["Subject"].startswith(f"{MOST_LISTED + 3} new filings")
    assert text(mail).count("/documents/") == MOST_LISTED
    assert content.read("en").interface.alert_mails.more.format(count=3) in text(mail)


def test_links_of_later_mails_are_those_of_the_earlier_ones_while_the_process_runs(desk: Desk, archive: Archive):
    desk.subscribe_and_confirm(READER, "AllNotice")
    for number in range(3):
        desk.publish("AllNotice", f"{number}.pdf")
        desk.end_window()
        assert len(desk.send()) == 1
    assert rows(archive, "SELECT count(*) FROM alert_token WHERE purpose = 'manage'") == [(1,)]


def test_one_failing_address_holds_up_nobody_and_retries_have_the_same_id(
    archive: Archive, mailer: Mailer, mail_server: MailServer, desk: Desk
):
    first, *others = add_subscribers(archive, 3)
    mail_server.refused[first] = "450 later"
    desk.publish("AllNotice", "Notice.pdf")
    assert [mail["To"] for mail in desk.send()] == others
    ((message_id,),) = rows(archive, "SELECT message_id FROM outgoing_mail")
    mail_server.refused.clear()
    make_due(archive)
    (mail,) = desk.send()
    assert (mail["To"], mail["Message-ID"]) == (first, message_id)
    assert len({mail["Message-ID"] for mail in mail_server.mails}) == 3


def test_queueing_is_done_once_by_several_workers(archive: Archive, mailer: Mailer, desk: Desk):
    add_subscribers(archive, 20)
    desk.publish("AllNotice", "Notice.pdf")
    with ThreadPoolExecutor(4) as pool:
        queued = list(pool.map(lambda _: AlertQueue(archive, mailer).queue(), range(4)))
    assert sum(queued) == 20
    assert rows(archive, "SELECT count(*) FROM outgoing_mail") == [(20,)]


def test_ten_thousand_subscribers_are_a_few_statements(archive: Archive, mailer: Mailer, desk: Desk):
    add_subscribers(archive, 10_000, ("AllNotice", "BondIssue"))
    desk.publish("AllNotice", "Notice.pdf")
    statements: list[str] = []
    event.listen(archive.engine, "before_cursor_execute", lambda *given: statements.append(given[2]))
    assert AlertQueue(archive, mailer).queue() == 10_000
    assert len(statements) < 20
    assert rows(archive, "SELECT count(DISTINCT message_id) FROM outgoing_mail") == [(10_000,)]


def test_a_failed_transaction_queues_nothing_and_loses_nothing(archive: Archive, mailer: Mailer, desk: Desk):
    add_subscribers(archive, 3)
    desk.publish("AllNotice", "Notice.pdf")
    with archive.engine.begin() as connection:
        connection.exec_driver_sql(
            "CREATE TRIGGER full BEFORE UPDATE ON alert_subscriber BEGIN SELECT RAISE(ABORT, 'full'); END"
        )
    with pytest.raises(Exception, match="full"):
        AlertQueue(archive, mailer).queue()
    assert rows(archive, "SELECT count(*) FROM outgoing_mail") == [(0,)]
    with archive.engine.begin() as connection:
        connection.exec_driver_sql("DROP TRIGGER full")
    assert len(desk.send()) == 3


def test_nothing_is_queued_without_a_mail_server(archive: Archive, no_mailer: Mailer, desk: Desk):
    add_subscribers(archive, 1)
    desk.publish("AllNotice", "Notice.pdf")
    alert_delivery(archive, no_mailer).deliver()
    assert rows(archive, "SELECT count(*) FROM outgoing_mail") == [(0,)]


def test_no_row_is_written_before_something_was_published(archive: Archive, mailer: Mailer):
    assert AlertQueue(archive, mailer).queue() == 0
    with database.reading(archive.engine) as session:
        assert session.connection().exec_driver_sql("SELECT count(*) FROM alert_cursor").scalar() == 0


def test_a_fault_in_queueing_does_not_hold_up_other_mail(
    archive: Archive, mailer: Mailer, desk: Desk, mail_server: MailServer
):
    desk.service.subscribe(desk.fields(READER, "AllNotice"), "203.0.113.9")

    def fail() -> None:
        message = "a fault of ours"
        raise RuntimeError(message)

    delivery = alert_delivery(archive, mailer)
    delivery._queue = fail
    delivery.deliver()
    assert mail_server.recipients == [READER]
