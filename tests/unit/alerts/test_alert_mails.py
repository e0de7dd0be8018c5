"""What subscribers are mailed, when, and how often."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import event, exists
from sqlalchemy import select as sql_select
from sqlmodel import select

from starbond_site import content
from starbond_site.content.addresses import Language, localized
from starbond_site.documents import corrections
from starbond_site.documents.archive import COMMAND_LINE, Archive
from starbond_site.documents.corrections import withdraw
from starbond_site.documents.records import Change
from starbond_site.features.alerts import queueing
from starbond_site.features.alerts.mails import MAX_LISTED
from starbond_site.features.alerts.records import AlertLog
from starbond_site.features.alerts.service import field_name
from starbond_site.mail import Mailer, waiting
from starbond_site.shared import local_time
from tests.unit.alert_desk import Desk, add_subscribers, alert_delivery, link, text, token
from tests.unit.documents import samples
from tests.unit.documents.publishing import PUBLIC_URL, publish, raising, rows

READER = "reader@example.com"


@pytest.mark.parametrize("language", content.LANGUAGES)
def test_a_filing_is_mailed_at_once(desk: Desk, archive: Archive, language: Language):
    desk.subscribe_and_confirm(READER, "AllNotice", language=language)
    document = publish(archive, "AllNotice", "Meeting.pdf", samples.GOOD["report.pdf"])
    (mail,) = desk.send()
    site = content.read(language)
    notices = site.category("AllNotice").title
    assert (mail["To"], mail["Subject"]) == (READER, f"{site.company.name}: {document.file_name} ({notices})")
    assert mail["From"].startswith(content.read().company.name)
    clock = site.digits(f"{local_time.in_local_time(document.published_at):%H:%M}")
    for part in (
        f"{PUBLIC_URL}{localized('/documents', language)}/{document.id}\n",
        f"\n{site.interface.alert_mails.item.splitlines()[1].format(list=notices)}\n",
        f"{clock} ({site.company.time_zone_name})",
    ):
        assert part in text(mail)
    assert mail["List-Unsubscribe"] == f"<{link(mail, 'unsubscribe')}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert (f"language={language}" in link(mail, "preferences")) == (language != content.LANGUAGES[0])
    assert desk.send() == []
    assert rows(archive, "SELECT count(*) FROM alert_mail") == [(0,)]


def test_a_subscriber_of_one_product_hears_of_its_safety_data_sheet_alone(desk: Desk):
    asked = desk.subscribe(READER, "SafetySheet/super-glue")
    assert "\n- Safety data sheets: Super Glue\n" in text(asked)
    assert desk.service.confirm(token(link(asked, "confirm")))
    desk.publish("SafetySheet", "Other.pdf", product="pur-adhesive")
    assert desk.send() == []
    own = desk.publish("SafetySheet", "Own.pdf", product="super-glue")
    desk.publish("SafetySheet", "Second.pdf", product="pur-adhesive")
    (mail,) = desk.send()
    assert ("Own.pdf" in text(mail), "Other.pdf" in text(mail), "Second.pdf" in text(mail)) == (True, False, False)
    assert counted(desk.archive, own) == [(1, 1)]


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
    assert mail["Subject"] == "2 new filings from " + content.read("en").company.name
    said = text(mail)
    assert said.index("Third.pdf") < said.index("Second.pdf"), "newest first"
    assert "First.pdf" not in said
    desk.end_window()
    assert desk.send() == []
    # Links of later mails are those of the earlier ones while the process runs.
    assert rows(desk.archive, "SELECT count(*) FROM alert_token WHERE purpose = 'manage'") == [(1,)]


def test_only_the_chosen_lists_are_mailed_and_only_to_confirmed_addresses(desk: Desk, no_mailer: Mailer):
    desk.subscribe_and_confirm(READER, "AllNotice")
    desk.subscribe("unconfirmed@example.com", "BondIssue", "Prospectus")
    desk.publish("BondIssue", "Bond.pdf")
    desk.publish("Prospectus", "Prospectus.pdf")
    assert desk.send() == []
    alert_delivery(desk.archive, no_mailer).deliver()
    assert rows(desk.archive, "SELECT count(*) FROM outgoing_mail") == [(0,)]


def test_only_what_comes_while_a_list_is_chosen_is_mailed(desk: Desk, archive: Archive, mailer: Mailer):
    desk.publish("AllNotice", "Before.pdf")
    mail = desk.subscribe(READER, "AllNotice")
    desk.publish("AllNotice", "Between.pdf")
    desk.service.confirm(token(link(mail, "confirm")))
    key = token(link(mail, "preferences"))
    desk.publish("BondIssue", "Old bond.pdf")
    desk.service.save(key, {field_name("AllNotice"): "on", field_name("BondIssue"): "on"})
    assert desk.send() == []
    desk.publish("AllNotice", "After.pdf")
    (mail,) = desk.send()
    assert ("After.pdf" in mail["Subject"], "Old bond.pdf" in text(mail)) == (True, False)
    desk.end_window()
    desk.publish("BondIssue", "Bond.pdf")
    assert queueing.queue(archive, mailer) == 1
    desk.service.save(key, {field_name("AllNotice"): "on"})
    assert desk.send() == [], "a list that is left is dropped from mails that wait"
    assert waiting(archive.engine).count == 0


def test_what_is_withdrawn_before_sending_is_dropped(desk: Desk, archive: Archive, mailer: Mailer):
    desk.subscribe_and_confirm(READER, "AllNotice")
    gone, _ = (desk.publish("AllNotice", f"{name}.pdf") for name in ("Gone", "Kept"))
    assert queueing.queue(archive, mailer) == 1
    withdraw(archive, gone, COMMAND_LINE)
    (mail,) = desk.send()
    assert "Kept.pdf" in mail["Subject"]
    desk.end_window()
    last = desk.publish("AllNotice", "Last.pdf")
    assert queueing.queue(archive, mailer) == 1
    withdraw(archive, last, COMMAND_LINE)
    assert desk.send() == []
    assert waiting(archive.engine).count == 0


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
    for number in range(MAX_LISTED + 3):
        desk.publish("AllNotice", f"{number}.pdf")
    (mail,) = desk.send()
    assert mail["Subject"].startswith(f"{MAX_LISTED + 3} new filings")
    assert text(mail).count("/documents/") == MAX_LISTED
    assert content.read("en").interface.alert_mails.more.format(count=3) in text(mail)


def test_many_subscribers_are_a_few_statements_once_by_several_workers(archive: Archive, mailer: Mailer, desk: Desk):
    assert queueing.queue(archive, mailer) == 0
    assert rows(archive, "SELECT count(*) FROM alert_cursor") == [(0,)], "before something was published"
    add_subscribers(archive, 1000, ("AllNotice", "BondIssue"))
    desk.publish("AllNotice", "Notice.pdf")
    statements: list[str] = []
    event.listen(archive.engine, "before_cursor_execute", lambda *given: statements.append(given[2]))
    with ThreadPoolExecutor(4) as pool:
        queued = list(pool.map(lambda _: queueing.queue(archive, mailer), range(4)))
    assert (sum(queued), len(statements) < 60) == (1000, True)
    assert rows(archive, "SELECT count(DISTINCT message_id) FROM outgoing_mail") == [(1000,)]


def test_changes_are_read_once_and_not_for_each_subscriber(archive: Archive):
    wanted = sql_select(exists().where(queueing._wanted(0, 1)))
    statement = wanted.compile(archive.engine, compile_kwargs={"literal_binds": True})
    explain = "EXPLAIN QUERY PLAN" if archive.engine.dialect.name == "sqlite" else "EXPLAIN"
    plan = rows(archive, f"{explain} {statement}")
    assert plan
    assert not re.search("correlated|subplan", str(plan), re.IGNORECASE)


def test_a_fault_in_queueing_does_not_hold_up_other_mail(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    desk.service.subscribe(desk.fields(READER, "AllNotice"), "203.0.113.9")
    monkeypatch.setattr(queueing, "queue", raising(RuntimeError("a fault of ours")))
    desk.send()
    assert desk.server.recipients == [READER]


def told(archive: Archive, document: int) -> list[AlertLog]:
    own = select(Change.number).where(Change.document_id == document)
    return archive.read(lambda session: list(queueing.of_changes(session, session.exec(own).all())))


def counted(archive: Archive, *documents: int) -> list[tuple[int, int]]:
    return [(one.queued, one.sent) for document in documents for one in told(archive, document)]


def test_mails_are_counted_for_each_change(desk: Desk, archive: Archive) -> None:
    addresses = add_subscribers(archive, 3) + add_subscribers(archive, 2, ["AnnualReport"])
    notice, report, result = (desk.publish(name, f"{name}.pdf") for name in ("AllNotice", "AnnualReport", "Result"))
    assert len(desk.send()) == 5
    assert counted(archive, notice, report, result) == [(3, 3), (2, 2)]
    (one,) = told(archive, notice)
    assert one.last_sent_at
    assert one.first_queued_at <= one.last_queued_at <= (one.first_sent_at or one.first_queued_at)
    kept = str(rows(archive, "SELECT * FROM alert_log"))
    assert not any(address in kept for address in addresses)


def test_batches_are_added_up_and_what_was_withdrawn_was_queued_and_not_sent(desk: Desk, archive: Archive) -> None:
    add_subscribers(archive, 1)
    first = desk.publish("AllNotice", "First.pdf")
    desk.send()
    add_subscribers(archive, 2)
    second, gone = desk.publish("AllNotice", "Second.pdf"), desk.publish("AllNotice", "Gone.pdf")
    queueing.queue(archive, desk.service.mailer)
    withdraw(archive, gone, COMMAND_LINE)
    assert len(desk.send()) == 2
    desk.end_window()
    assert len(desk.send()) == 1
    assert counted(archive, first, second, gone) == [(1, 1), (3, 3), (2, 0)]
    (both,) = told(archive, second)
    names = ("first_queued_at", "first_sent_at", "last_queued_at", "last_sent_at")
    moments = [str(getattr(both, name)) for name in names]
    assert moments == sorted(set(moments)), "of two batches"
