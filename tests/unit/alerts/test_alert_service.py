"""Subscribing to mail alerts: stored once, confirmed by a link, changed and ended by others."""

import re
from datetime import timedelta
from functools import partial
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from sqlalchemy import Result, Select, event
from sqlalchemy.dialects import postgresql
from sqlalchemy.orm import ORMExecuteState
from sqlmodel import Session, select

from starbond_site import content
from starbond_site.content.addresses import Language
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.features.alerts.links import CONFIRMATION
from starbond_site.features.alerts.records import AlertMail, AlertSubscriber, AlertToken
from starbond_site.features.alerts.service import MAILS, SUBSCRIPTIONS, AlertService, field_name, suspended
from starbond_site.mail import Mailer, waiting
from starbond_site.mail.smtp import MailServerError
from starbond_site.mail.submissions import FORM, HONEYPOT
from starbond_site.shared import local_time, metrics
from starbond_site.web import health
from tests.unit.alert_desk import VISITOR, Desk, add_subscribers, link, text, token
from tests.unit.documents.publishing import execute, pass_time, rows
from tests.unit.mail_server import make_due

ADDRESS = "Rahima@Example.com"


def emails(archive: Archive) -> list[object]:
    return [email for (email,) in rows(archive, "SELECT email FROM alert_subscriber")]


def chosen(archive: Archive) -> set[object]:
    return {category for (category,) in rows(archive, "SELECT category FROM alert_choice")}


def let_time_pass(archive: Archive, time: timedelta) -> None:
    with database.writing(archive.engine) as session:
        for subscriber in session.exec(select(AlertSubscriber)):
            subscriber.requested_at -= time
        for known in session.exec(select(AlertToken)):
            known.created_at -= time


def test_the_same_is_written_for_a_new_and_a_known_address(desk: Desk, archive: Archive):
    """The time of an answer tells nobody who subscribed: neither to alerts nor to the newsletter."""
    written: list[str] = []

    @event.listens_for(archive.engine, "before_cursor_execute")
    def before(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        written.append(statement)

    for subscribe, fields in (
        (desk.service.subscribe, desk.fields(ADDRESS, "AllNotice")),
        (partial(desk.service.subscribe, is_newsletter=True), {"email": "other@example.com", "consent": "on"}),
    ):
        seen = []
        for _ in range(3):
            written.clear()
            assert subscribe(fields, VISITOR).accepted
            seen.append([*written])
            execute(archive, "UPDATE alert_subscriber SET confirmed_at = requested_at")
        assert seen[0] == seen[1] == seen[2]
        assert len(seen[0]) > 1
    assert chosen(archive) == {"AllNotice", "newsletter"}


BOUNCE = """From: MAILER-DAEMON@mx.example.com
To: {to}
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/plain

No such user.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.com

Final-Recipient: rfc822; rahima@example.com
Action: failed
Status: {status}
--b--
"""


def refuse(desk: Desk, answer: str, *, times: int = 1) -> None:
    desk.server.refused["rahima@example.com"] = answer
    for _ in range(times):
        desk.end_window()
        desk.send()


@pytest.mark.parametrize(("answer", "attempts"), [("550 5.7.1 policy", 3), ("452 full", 2), ("550 5.1.1 unknown", 4)])
def test_one_day_suspends_nobody(desk: Desk, answer: str, attempts: int):
    desk.subscribe_and_confirm("rahima@example.com", "AllNotice")
    for name in ("a.pdf", "b.pdf"):
        desk.publish("AllNotice", name)
        refuse(desk, answer, times=attempts)
    assert suspended(desk.archive) == 0


def test_one_filing_suspends_nobody_and_is_given_up_on_another_day(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    desk.subscribe_and_confirm("rahima@example.com", "AllNotice")
    desk.publish("AllNotice", "a.pdf")
    refuse(desk, "550 5.1.1 unknown")
    pass_time(monkeypatch, timedelta(days=1))
    refuse(desk, "550 5.1.1 unknown")
    assert (suspended(desk.archive), waiting(desk.archive.engine).count) == (0, 0)


def test_address_without_a_mailbox_is_suspended_by_the_second_filing_of_another_day_and_can_subscribe_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    archive = desk.archive
    desk.subscribe_and_confirm("rahima@example.com", "AllNotice")
    desk.publish("AllNotice", "a.pdf")
    refuse(desk, "550 5.1.1 unknown")
    pass_time(monkeypatch, timedelta(days=1))
    desk.publish("AllNotice", "b.pdf")
    refuse(desk, "550 5.1.1 unknown")
    assert suspended(archive) == 1
    assert desk.service.counts()["suspended"] == 1
    desk.publish("AllNotice", "c.pdf")
    desk.end_window()
    desk.send()
    assert waiting(archive.engine).count == 0, "nothing is tried any more"
    desk.server.refused.clear()
    desk.subscribe_and_confirm("rahima@example.com", "AllNotice")
    assert suspended(archive) == 0


def test_mail_that_comes_back_counts_by_the_address_that_it_came_back_to(
    desk: Desk, archive: Archive, monkeypatch: pytest.MonkeyPatch
):
    desk.service.mailer._bounces = "bounces@example.com"
    assert desk.subscribe("rahima@example.com", "AllNotice")["List-Id"] == "<alerts.www.example.com>"
    sender = desk.server.senders[-1]
    assert re.fullmatch(r"bounces\+[0-9a-f]{32}@example.com", sender)
    other = re.sub("[0-9a-f]{32}", "0" * 32, sender)
    for to, status, taken in (
        (sender, "5.1.1", True), (sender, "5.2.2", False), (sender, "4.1.1", False), (other, "5.1.1", False),
        ("bounces@example.com", "5.1.1", False),
    ):  # fmt: skip
        assert desk.service.record_bounce(BOUNCE.format(to=to, status=status).encode()) == taken, (to, status)
        assert suspended(archive) == 0
    assert not desk.service.record_bounce(b"\xff" * 999)
    again = BOUNCE.format(to=f"<{sender}>", status="5.1.1").encode()
    desk.service.record_bounce(again)
    assert suspended(archive) == 0, "on the same day"
    pass_time(monkeypatch, timedelta(days=1))
    desk.service.record_bounce(again)
    assert suspended(archive) == 1


def test_suspensions_since_a_day_are_ended(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    add_subscribers(desk.archive, 2)
    with database.writing(desk.archive.engine) as session:
        first, second = session.exec(select(AlertSubscriber))
        first.suspended_at, second.suspended_at = local_time.now() - timedelta(days=2), local_time.now()
    assert desk.service.resume(local_time.today()) == 1
    assert suspended(desk.archive) == 1
    assert desk.service.resume(local_time.today() - timedelta(days=2)) == 1
    assert suspended(desk.archive) == 0


@pytest.mark.parametrize("answer", ["550 5.1.1 unknown", "550 5.7.1 policy", "550 no"])
def test_server_that_refuses_everybody_suspends_nobody_and_everybody_gets_the_mail_later(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, answer: str
):
    """Also on a second day, and with a filing of its own: the server is at fault, not the mailboxes."""
    emails, failed = add_subscribers(desk.archive, 40), metrics.MAIL_ATTEMPTS.labels("server_failed")._value
    for name in ("a.pdf", "b.pdf"):
        desk.publish("AllNotice", name)
        desk.server.refused = dict.fromkeys(emails, answer)
        for _ in range(3):
            make_due(desk.archive)
            counted = failed.get()
            with pytest.raises(MailServerError, match="alike"):
                desk.send()
            assert failed.get() == counted + 1
        assert "550" in health.check_mail(desk.archive, desk.service.mailer.problem)
        desk.server.refused.clear()
        make_due(desk.archive)
        assert sorted(mail["To"] for mail in desk.send()) == sorted(emails)
        assert (suspended(desk.archive), desk.service.mailer.problem) == (0, "")
        pass_time(monkeypatch, timedelta(days=1))


@pytest.mark.parametrize(("number", "gone"), [(100, 4), (20, 9), (1, 1)])
def test_few_mailboxes_that_are_gone_hold_up_nobody(desk: Desk, number: int, gone: int):
    emails = add_subscribers(desk.archive, number)
    desk.server.refused = dict.fromkeys(emails[:gone], "550 5.1.1 unknown")
    desk.publish("AllNotice", "a.pdf")
    assert len(desk.send()) == number - gone
    assert desk.service.mailer.problem == ""


@pytest.mark.parametrize(("change", "name", "code"), [
    ({"email": ""}, "email", "email_missing"),
    ({"email": "rahima@"}, "email", "email_invalid"),
    ({"consent": ""}, "consent", "consent_missing"),
    ({field_name("AllNotice"): ""}, "lists", "lists_missing"),
    ({field_name("AllNotice"): "", "lists": ["AllNotice"]}, "lists", "lists_missing"),
    ({field_name("AllNotice"): "", field_name("Audit"): "on"}, "lists", "lists_missing"),
])  # fmt: skip
def test_a_wrong_field_is_named_and_nothing_stored(
    desk: Desk, archive: Archive, change: dict[str, object], name: str, code: str
):
    outcome = desk.service.subscribe(desk.fields(ADDRESS, "AllNotice") | change, VISITOR)
    assert {field: problem.code for field, problem in outcome.problems.items()} == {name: code}
    assert emails(archive) == []


def test_a_robot_and_a_site_without_mail_store_nothing(desk: Desk, archive: Archive, no_mailer: Mailer):
    assert desk.service.subscribe(desk.fields(ADDRESS, "AllNotice") | {HONEYPOT: "x"}, VISITOR).accepted
    outcome = AlertService(archive, no_mailer).subscribe(desk.fields(ADDRESS, "AllNotice"), VISITOR)
    assert outcome.problems[FORM].code == "alerts_unavailable", "without a mail server"
    assert emails(archive) == []


def test_subscriptions_of_one_network_address_are_limited(desk: Desk, archive: Archive, no_mailer: Mailer):
    """To alerts and to the newsletter."""
    newsletter = partial(AlertService(archive, no_mailer).subscribe, is_newsletter=True)
    for subscribe in (desk.service.subscribe, newsletter):
        for number in range(SUBSCRIPTIONS):
            assert subscribe(desk.fields(f"{number}@example.com", "AllNotice"), VISITOR).accepted
        assert subscribe(desk.fields(ADDRESS, "AllNotice"), VISITOR).problems[FORM].code == "rate_limited"
    desk.send()
    desk.server.mails.clear()
    for _ in range(MAILS + 2):
        assert desk.service.subscribe(desk.fields(ADDRESS, "AllNotice"), "203.0.113.10").accepted
        desk.send()
    assert len(desk.server.mails) == MAILS, "nobody can fill a mailbox"


@pytest.mark.parametrize("language", content.LANGUAGES)
def test_the_mail_names_the_lists_and_its_link_confirms(desk: Desk, archive: Archive, language: Language):
    mail = desk.subscribe(ADDRESS, "AllNotice", "BondIssue", language=language)
    site = content.read(language)
    assert mail["Subject"] == site.interface.alert_mails.confirm_subject.format(company=site.company.name)
    named = [one.id for one in site.investors.categories if f"- {one.title}\n" in text(mail)]
    assert named == ["AllNotice", "BondIssue"]
    assert ("language=bn" in link(mail, "confirm")) == (language == "bn")
    assert rows(archive, "SELECT confirmed_at FROM alert_subscriber") == [(None,)]
    for _ in range(2):
        assert desk.service.confirm(token(link(mail, "confirm")))
    assert rows(archive, "SELECT count(*) FROM alert_subscriber WHERE confirmed_at IS NOT NULL") == [(1,)]


def test_what_a_confirmed_address_asks_for_again_is_known_and_what_is_new_waits_for_its_link(desk: Desk):
    desk.subscribe_and_confirm(ADDRESS, "AllNotice")
    site = content.read("en")
    known = desk.subscribe(ADDRESS, "AllNotice")
    assert known["Subject"] == site.interface.alert_mails.known_subject.format(company=site.company.name)
    key = token(link(known, "preferences"))
    mail = desk.subscribe(ADDRESS, "BondIssue")
    named = [one.id for one in site.investors.categories if f"- {one.title}\n" in text(mail)]
    assert named == ["BondIssue"]
    desk.publish("BondIssue", "Before.pdf")
    assert (desk.send(), desk.service.preferences(key)) == ([], {"AllNotice"})
    desk.service.confirm(token(link(mail, "confirm")))
    assert desk.service.preferences(key) == {"AllNotice", "BondIssue"}
    desk.publish("BondIssue", "After.pdf")
    assert "After.pdf" in desk.send()[0]["Subject"]


def test_a_link_confirms_what_its_mail_named_and_nothing_that_strangers_asked_for_since(desk: Desk):
    mail = desk.subscribe(ADDRESS, "AllNotice")
    desk.subscribe(ADDRESS, "BondIssue")
    lists = parse_qs(urlsplit(link(mail, "confirm")).query)["list"]
    assert desk.service.confirm(token(link(mail, "confirm")), lists)
    assert desk.service.preferences(token(link(mail, "preferences"))) == {"AllNotice"}


def test_a_link_does_only_what_it_is_for_and_the_database_holds_none(desk: Desk, archive: Archive):
    mail = desk.subscribe(ADDRESS, "AllNotice")
    assert not desk.service.confirm(token(link(mail, "preferences")))
    assert not desk.service.unsubscribe(token(link(mail, "confirm")))
    stored = {hash_ for (hash_,) in rows(archive, "SELECT hash FROM alert_token")}
    assert len(stored) == 2
    assert not stored & {token(link(mail, "confirm")), token(link(mail, "preferences"))}


def test_an_address_that_nobody_confirms_is_deleted_after_a_week(desk: Desk, archive: Archive):
    desk.subscribe_and_confirm("confirmed@example.com", "AllNotice")
    mail = desk.subscribe(ADDRESS, "AllNotice")
    let_time_pass(archive, CONFIRMATION - timedelta(minutes=1))
    desk.service.delete_old()
    assert len(emails(archive)) == 2
    let_time_pass(archive, timedelta(minutes=2))
    assert not desk.service.confirm(token(link(mail, "confirm"))), "the link of the mail is too old"
    desk.service.delete_old()
    assert emails(archive) == ["confirmed@example.com"]
    assert rows(archive, "SELECT count(*) FROM alert_choice") == [(1,)]
    with database.writing(archive.engine) as session:
        session.add(AlertMail(subscriber_id=1, batch="b", after_change=0, last_change=1))
    desk.service.delete_old()
    assert rows(archive, "SELECT count(*) FROM alert_mail") == [(0,)], "mails that were dropped leave nothing"


def test_whoever_changes_choices_at_that_moment_is_left_for_the_next_time(desk: Desk, archive: Archive):
    """By the lock of the row, which PostgreSQL skips where others have it; SQLite has one writer at a time anyway."""

    def skip(found: ORMExecuteState) -> Result[Any] | None:
        assert isinstance(found.statement, Select)
        is_lock = str(found.statement.compile(dialect=postgresql.dialect())).endswith(" FOR UPDATE SKIP LOCKED")
        return found.invoke_statement(statement=found.statement.limit(0)) if is_lock else None

    desk.subscribe(ADDRESS, "AllNotice")
    let_time_pass(archive, CONFIRMATION)
    event.listen(Session, "do_orm_execute", skip)
    desk.service.delete_old()
    event.remove(Session, "do_orm_execute", skip)
    assert chosen(archive) == {"AllNotice"}
    desk.service.delete_old()
    assert (chosen(archive), emails(archive)) == (set(), [])
