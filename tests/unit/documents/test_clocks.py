"""Disclosure clocks: what they refuse, what they count, and what of them the audit keeps."""

from datetime import datetime, timedelta

from starbond_site import content
from starbond_site.documents.archive import Actor, Archive
from starbond_site.features.clocks import service
from starbond_site.features.clocks.records import Clock, ClockState, Recipient
from starbond_site.shared import local_time
from tests.unit.documents import samples
from tests.unit.documents.publishing import execute, existing, outcome, publish, rows

RINA = Actor("192.0.2.7", "people", "Rina Begum")
DUTY = "price-sensitive-information"


def now() -> datetime:
    return local_time.now().replace(microsecond=0)


def started(archive: Archive, minutes_ago: float = 20, label: str = "Interim dividend") -> Clock:
    return service.start(archive, RINA, DUTY, label, now() - timedelta(minutes=minutes_ago))


def noted(archive: Archive) -> list[tuple[object, ...]]:
    return rows(archive, "SELECT action, subject, person, detail FROM audit WHERE subject LIKE 'clock/%' ORDER BY id")


def test_time_is_that_of_the_duty_and_a_form_that_is_sent_twice_starts_one_clock(archive: Archive) -> None:
    clock, duty = started(archive), existing(content.read("en").duties.duty(DUTY))
    assert (clock.minutes, clock.source) == (30, duty.source)
    assert clock.due_at - clock.decided_at == timedelta(minutes=30)
    assert clock.started_by == "Rina Begum"
    assert (service.read(archive, clock.id), service.duty_of("PriceSensitiveInformation")) == (clock, duty)
    assert service.duty_of("AllNotice") is None
    assert outcome(service.start, archive, RINA, DUTY, f" {clock.label}\n", clock.decided_at) == "clock_running"
    service.close(archive, clock.id, RINA, "Twice")
    assert service.start(archive, RINA, DUTY, clock.label, clock.decided_at).id != clock.id


def test_what_was_told_and_what_cannot_have_been(archive: Archive) -> None:
    clock = started(archive, minutes_ago=50)
    told, decided = service.record_notice, clock.decided_at
    told(archive, clock.id, RINA, Recipient.EXCHANGE, decided + timedelta(minutes=42, seconds=30))
    clock = told(archive, clock.id, RINA, Recipient.REGULATOR, decided + timedelta(minutes=30))
    at = decided + timedelta(minutes=45)
    assert clock.late_by(Recipient.EXCHANGE, at) == timedelta(minutes=12, seconds=30)
    assert clock.late_by(Recipient.REGULATOR, at) == timedelta()
    assert clock.late_by(Recipient.PUBLIC, at) == timedelta(minutes=15)
    assert clock.longest_delay(at) == timedelta(minutes=15)
    assert clock.left(at) == timedelta(minutes=-15)
    assert clock.state is ClockState.RUNNING
    clock = started(archive, label="Another")
    service.record_notice(archive, clock.id, RINA, Recipient.REGULATOR, clock.decided_at + timedelta(minutes=2))
    later = clock.decided_at + timedelta(minutes=3)
    assert outcome(service.correct, archive, clock.id, RINA, clock.label, later) == "clock_after_told"


def test_corrections_are_kept_in_the_audit(archive: Archive) -> None:
    clock = started(archive)
    at = clock.decided_at
    service.record_notice(archive, clock.id, RINA, Recipient.EXCHANGE, at + timedelta(minutes=5))
    service.record_notice(archive, clock.id, RINA, Recipient.EXCHANGE, at + timedelta(minutes=5))
    service.record_notice(archive, clock.id, RINA, Recipient.EXCHANGE, at + timedelta(minutes=6))
    service.record_notice(archive, clock.id, RINA, Recipient.EXCHANGE, None)
    service.correct(archive, clock.id, RINA, "Final dividend", at - timedelta(minutes=1))
    service.correct(archive, clock.id, RINA, "Final dividend", at - timedelta(minutes=1))

    def said(minutes: int) -> str:
        return f"{local_time.in_local_time(at + timedelta(minutes=minutes)):%Y-%m-%d %H:%M:%S}"

    assert [(line[0], line[3]) for line in noted(archive)][2:] == [
        ("correct told", f"exchange: {said(5)} -> {said(6)}"),
        ("correct told", f"exchange: {said(6)} -> none"),
        ("correct clock", f"label: Interim dividend -> Final dividend; decided: {said(0)} -> {said(-1)}"),
    ]
    assert [line[0] for line in noted(archive)][:2] == ["start clock", "record told"]
    assert {line[2] for line in noted(archive)} == {"Rina Begum"}


def test_document_is_attached_exchanged_and_detached_and_with_everybody_told_it_is_done(archive: Archive) -> None:
    papers = [(f"{name}.pdf", samples.pdf(name)) for name in ("early", "one", "two")]
    early, one, two = (publish(archive, "PriceSensitiveInformation", *paper) for paper in papers)
    publish(archive, "AllNotice", "other.pdf", samples.pdf("other"))
    execute(archive, "UPDATE document SET published_at = '2026-01-01 00:00:00.000000' WHERE id = 1")
    clock = started(archive)
    assert [document.id for document in service.attachable(archive, clock)] == [two.id, one.id]
    assert outcome(service.attach, archive, clock.id, RINA, early.id) == "clock_before_decision"
    for number in (one.id, two.id, None):
        service.attach(archive, clock.id, RINA, number)
    assert [(line[0], line[3]) for line in noted(archive)][1:] == [
        ("attach clock", f"document {one.id}"),
        ("attach clock", f"document {one.id} -> {two.id}"),
        ("detach clock", f"document {two.id}"),
    ]
    for recipient in (Recipient.EXCHANGE, Recipient.REGULATOR):
        service.record_notice(archive, clock.id, RINA, recipient, now())
    assert service.running(archive) != []
    done = service.attach(archive, clock.id, RINA, two.id)
    assert (done.state, done.notified_at(Recipient.PUBLIC)) == (ClockState.DONE, two.published_at)
    assert done.longest_delay(now() + timedelta(days=1)) == timedelta()
    assert (service.running(archive), service.newest(archive)) == ([], [done])


def test_closed_clock_counts_no_more_and_can_be_reopened(archive: Archive) -> None:
    clock = started(archive, minutes_ago=10)
    assert outcome(service.close, archive, clock.id, RINA, " \n") == "clock_reason_missing"
    closed = service.close(archive, clock.id, RINA, "Nothing was decided")
    assert closed.state is ClockState.CLOSED
    assert closed.longest_delay(now() + timedelta(days=1)) == timedelta()
    assert service.running(archive) == []
    assert [
        outcome(service.record_notice, archive, clock.id, RINA, Recipient.EXCHANGE, now()),
        outcome(service.correct, archive, clock.id, RINA, "Other", clock.decided_at),
        outcome(service.attach, archive, clock.id, RINA, None),
        outcome(service.close, archive, clock.id, RINA, "Again"),
    ] == ["clock_closed"] * 4
    assert service.reopen(archive, clock.id, RINA).state is ClockState.RUNNING
    service.reopen(archive, clock.id, RINA)
    assert [line[0] for line in noted(archive)] == ["start clock", "close clock", "reopen clock"]
    assert outcome(service.reopen, archive, 99, RINA) == "clock_unknown"
