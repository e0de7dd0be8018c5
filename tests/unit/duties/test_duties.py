"""Which document fulfils which period; late ones, named ones, and reminders."""

import re
from datetime import UTC, date, datetime, time, timedelta
from email.message import EmailMessage
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import ValidationError
from sqlalchemy import event

from starbond_site import content, features
from starbond_site.content.reporting import Duties, Duty
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.corrections import withdraw
from starbond_site.documents.records import Document
from starbond_site.documents.refusals import Refusal
from starbond_site.features.duties.overview import DutyStatus, PeriodState, overview, periods
from starbond_site.features.duties.service import DutyService
from starbond_site.features.duties.topic import disclosures
from starbond_site.mail import Mailer, outbox
from starbond_site.shared import local_time
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, outcome, publish, rows


def filing(day: str, name: str = "Statement.pdf", number: int = 1, category: str = "FinancialStatement") -> Document:
    moment = datetime.fromisoformat(f"{day}T06:00:00+00:00")
    same = {"media_type": "application/pdf", "size": 1, "sha256": "", "key": "", "search": name.casefold()}
    return Document(id=number, category=category, file_name=name, published_at=moment, **same)


def standings(
    filings: list[Document], today: str, named: dict[tuple[str, str], int] | None = None, **fields: object
) -> dict[str, DutyStatus]:
    duties, _ = duties_of(**fields)  # pyright: ignore[reportArgumentType]
    found = overview(duties, filings, named or {}, date.fromisoformat(today))
    return {status.period_id: status for status in found}


def test_which_document_fulfils_a_duty() -> None:
    days = {
        "2025-09-30": PeriodState.RUNNING,
        "2025-10-01": PeriodState.DUE,
        "2025-11-14": PeriodState.DUE,
        "2025-11-15": PeriodState.LATE,
    }
    assert {today: standings([], today, **FIRST)["2025-09-30"].state for today in days} == days
    words = {**MONTHLY, "words": ["Shareholding"], "list": "AllNotice"}
    others = [filing("2025-10-02", "Meeting.pdf", 1, "AllNotice"), filing("2025-10-03", "Shareholding.pdf", 2)]
    assert standings(others, "2025-10-05", **words)["2025-09-30"].state is PeriodState.DUE
    right = filing("2025-10-04", "Our SHAREHOLDING position.pdf", 3, "AllNotice")
    assert standings([*others, right], "2025-10-05", **words)["2025-09-30"].filing == right
    assert standings([], "2025-01-01", rhythm="standing")["standing"].state is PeriodState.LATE
    assert standings([filing("2020-01-01")], "2025-01-01", rhythm="standing")["standing"].state is PeriodState.FULFILLED
    event = {"rhythm": "event", "minutes": 30}
    assert standings([], "2025-01-01", **event) == {}
    newest = filing("2025-01-01", number=2)
    assert standings([filing("2020-01-01"), newest], "2025-01-02", **event)["standing"].filing == newest
    late = filing("2026-01-20", number=7)
    named = {("one", "2025-09-30"): 7}
    status = standings([late], "2026-06-01", named, **FIRST)["2025-09-30"]
    assert (status.filing, status.late_by.days) == (late, 67)


@pytest.mark.parametrize(("day", "late"), [("2025-10-01", 0), ("2025-11-14", 0), ("2025-11-15", 1), ("2025-12-31", 47)])
def test_a_document_of_its_own_period_fulfils_it(day: str, late: int) -> None:
    status = standings([filing(day)], "2026-06-01", **FIRST)["2025-09-30"]
    assert (status.state, status.late_by) == (PeriodState.FULFILLED, timedelta(days=late))


@pytest.mark.parametrize(
    ("duty", "period", "first"),
    [("first-quarter", "2027-09-30", date(2027, 7, 1)), ("voting-results", "meeting-4", date(2026, 12, 20))],
)
def test_a_period_is_in_progress_from_its_first_day(duty: str, period: str, first: date) -> None:
    """The first quarter of a year that ends in June, and meetings, are to come until they begin."""
    for day, state in ((first - timedelta(days=1), PeriodState.COMING), (first, PeriodState.RUNNING)):
        found = overview(content.read("en").duties, [], {}, day, [(4, date(2026, 12, 20), 0)])
        assert [one.state for one in found if (one.duty.id, one.period_id) == (duty, period)] == [state], day


def test_document_of_another_period_does_not() -> None:
    """Fulfil a period; of its own the earliest does."""
    for day in ("2025-09-30", "2026-01-01"):
        assert standings([filing(day)], "2026-06-01", **FIRST)["2025-09-30"].state is PeriodState.LATE
    found = standings([filing("2025-11-20", number=2), filing("2025-10-20", number=1)], "2026-01-01", **FIRST)
    assert found["2025-09-30"].filing == filing("2025-10-20", number=1)


def test_document_that_is_named_counts_for_its_period_alone() -> None:
    only = filing("2024-10-20")
    found = standings([only], "2025-12-01", {("one", "2025-09-30"): 1}, since="2024-01-01", **FIRST)
    assert (found["2024-09-30"].filing, found["2025-09-30"].filing) == (None, only)


def test_each_of_two_meetings_of_one_day_has_a_document_of_its_own() -> None:
    day, found = date(2025, 12, 20), [filing("2025-12-21", number=number) for number in (1, 2)]
    duties, _ = duties_of(rhythm="meeting", days=2)
    for results, filings, numbers in (
        ((0, 0), found[:1], [1, None]),
        ((0, 0), found, [1, 2]),
        ((0, 1), found, [2, 1]),
        ((2, 0), found[1:], [2, None]),
    ):
        meetings = [(number, day, result) for number, result in zip((3, 7), results, strict=True)][::-1]
        second, first = overview(duties, filings, {}, date(2025, 12, 23), meetings)
        assert (first.period_id, second.period_id) == ("meeting-3", "meeting-7")
        assert [status.filing and status.filing.id for status in (first, second)] == numbers, results
        assert [status.state is PeriodState.LATE for status in (first, second)] == [
            number is None for number in numbers
        ]


@pytest.mark.parametrize("other", [(date(2025, 12, 20), None), (date(2025, 11, 1), 0), (date(2025, 12, 29), 0), None])
@pytest.mark.parametrize("number", [3, 9])
def test_what_is_named_for_a_meeting_stays_there_whatever_becomes_of_another_of_its_day(
    number: int, other: tuple[date, int | None] | None
) -> None:
    """It is there, cancelled, moved, or never was; entered earlier or later."""
    duties, _ = duties_of(rhythm="meeting", days=2)
    meetings = [(7, date(2025, 12, 20), 0), *([(number, *other)] if other else [])]
    found = overview(duties, [filing("2025-12-21")], {("one", "meeting-7"): 1}, date(2025, 12, 30), meetings)
    assert [status.period_id for status in found if status.filing] == ["meeting-7"]


@pytest.mark.parametrize(("day", "period"), [("2025-12-26", "meeting-2"), ("2025-12-27", "meeting-1")])
def test_what_appears_on_the_day_of_the_next_meeting_belongs_to_that(day: str, period: str) -> None:
    duties, _ = duties_of(rhythm="meeting", days=2)
    meetings = [(2, date(2025, 12, 20), 0), (1, date(2025, 12, 27), 0)]
    found = overview(duties, [filing(day)], {}, date(2025, 12, 30), meetings)
    assert [status.period_id for status in found if status.filing] == [period]


def test_names_a_document(archive: Archive, no_mailer: Mailer) -> None:
    """By number; a withdrawn one no longer counts, and the deed is audited."""
    duties, _ = duties_of(since="2020-07-01", rhythm="year", days=120)
    service = DutyService(archive, no_mailer, duties)
    number = publish(archive, "FinancialStatement", "Late.pdf", samples.pdf("late")).id
    service.name_document("one", "2021-06-30", number, WHO)
    fulfilled = {one.period_id: one.filing.id for one in service.overview() if one.filing}
    assert fulfilled["2021-06-30"] == number
    audited = rows(archive, "SELECT subject FROM audit WHERE action = 'name document of duty'")
    assert audited == [(f"one/2021-06-30/{number}",)]
    service.forget_document("one", "2021-06-30", WHO)
    assert PeriodState.LATE in {status.state for status in service.overview() if status.period_id == "2021-06-30"}
    service.name_document("one", "2021-06-30", number, WHO)
    withdraw(archive, number, WHO)
    assert PeriodState.LATE in {status.state for status in service.overview() if status.period_id == "2021-06-30"}


@pytest.mark.parametrize(
    ("rhythm", "read"),
    [
        ({"rhythm": "year", "days": 120}, [3, 4, 5]),
        ({"rhythm": "event", "minutes": 30}, [5]),
        ({"rhythm": "standing"}, [5]),
    ],
    ids=lambda given: given["rhythm"] if isinstance(given, dict) else "",
)
def test_documents_that_can_decide_nothing_are_not_read(
    archive: Archive, no_mailer: Mailer, monkeypatch: pytest.MonkeyPatch, rhythm: dict[str, Any], read: list[int]
) -> None:
    """Those from before the first period, and of a duty without periods all but the newest."""
    days = ["2019-01-01", "2024-06-30", "2024-07-01", "2025-07-01", "2025-09-01", "2025-10-01", "2025-08-01"]
    duties, _ = duties_of(since="2024-07-01", words=["Statement"], **rhythm)
    filings = [filing(day, number=number) for number, day in enumerate(days, 1)]
    filings[5].file_name, filings[6].withdrawn_at = "another", local_time.now()
    for document in filings:
        document.key = document.sha256 = f"{document.id}"
    whole = overview(duties, filings[:5], {}, date(2026, 1, 1))
    with database.writing(archive.engine) as session:
        session.add_all(filings)
    asked = list[list[int]]()

    def seen(*given: Any) -> list[DutyStatus]:  # noqa: ANN401  as `overview` takes them
        asked.append(sorted(one.id for one in given[1]))
        return overview(*given)

    monkeypatch.setattr("starbond_site.features.duties.overview.overview", seen)
    found = DutyService(archive, no_mailer, duties).overview(date(2026, 1, 1))
    assert asked == [read]
    said = [[(one.period_id, one.state, one.filing and one.filing.id) for one in of] for of in (found, whole)]
    assert said[0] == said[1]


def test_of_many_documents_only_those_that_fulfil_a_duty_are_loaded(archive: Archive, no_mailer: Mailer) -> None:
    """An object costs ten times what a row does: with 10,000 documents the desk took half a second."""
    with database.writing(archive.engine) as session:
        for number in range(50):
            document = filing("2025-10-02", number=number + 1)
            document.key = document.sha256 = f"{number}"
            session.add(document)
    loaded = list[Document]()

    def count(document: Document, _context: object) -> None:
        loaded.append(document)

    event.listen(Document, "load", count)
    try:
        found = DutyService(archive, no_mailer, duties_of(**FIRST)[0]).overview(date(2025, 11, 1))
    finally:
        event.remove(Document, "load", count)
    assert [status.filing.id for status in found if status.filing] == [one.id for one in loaded] == [1]


def test_the_public_page_says_neither_what_is_late_nor_what_is_unchecked() -> None:
    """An event that has no document is late, too; the desk, the command and the mails say so (docs/voice.md)."""
    site = content.read("en")
    found = overview(site.duties, [filing("2027-08-01", category="AnnualReport")], {}, date(2028, 1, 1))
    assert any(status.late_by for status in found)
    words, html = site.interface.disclosures, disclosures(site, found)
    assert words.unchecked not in html
    told = {words.fulfilled, words.due_on, words.running, words.coming}
    assert set(re.findall(r'duty__state--[a-z]+">(.*?)<', html)) <= told


def test_a_cell_with_a_document_has_one_child() -> None:
    """On phones a cell is a grid: its heading beside the one element that it holds."""
    site = content.read("en")
    found = overview(site.duties, [filing("2027-08-01", category="AnnualReport")], {}, date(2028, 1, 1))
    html = disclosures(site, found)
    cells = re.findall(rf'<td data-head="{site.interface.disclosures.document}">(.*?)</td>', html)
    assert [cell for cell in cells if cell and not re.fullmatch(r"<div>.*</div>", cell)] == []
    assert any(cells)


def test_a_document_is_named_by_the_day_of_the_only_meeting_of_that_day(
    archive: Archive, no_mailer: Mailer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As pages and scripts from before 0037 name it; where the day has two, the refusal tells them apart by number."""
    one, two = date(2025, 12, 20), date(2025, 12, 31)
    hooks = SimpleNamespace(meetings=lambda _session: [(3, one, 0), (5, two, 0), (7, two, 0), (8, one, None)])
    monkeypatch.setattr(features, "hooks", lambda: [hooks])
    service = DutyService(archive, no_mailer, duties_of(rhythm="meeting", days=2)[0])
    number = publish(archive, "FinancialStatement", "Votes.pdf", samples.pdf("votes")).id
    service.name_document("one", f"{one}", number, WHO)
    assert [status.period_id for status in service.overview() if status.is_named] == ["meeting-3"]
    service.forget_document("one", f"{one}", WHO)
    assert [status.period_id for status in service.overview() if status.is_named] == []
    with pytest.raises(Refusal) as refused:
        service.name_document("one", f"{two}", number, WHO)
    assert refused.value.values["known"] == "meeting-7 (2025-12-31), meeting-5 (2025-12-31), meeting-3 (2025-12-20)"


def test_unknown_names_are_said_and_nothing_is_queued_without_mail(archive: Archive, no_mailer: Mailer) -> None:
    service = DutyService(archive, no_mailer, duties_of(since="2026-01-01", **ANNUAL)[0])  # pyright: ignore[reportArgumentType]
    for duty, period, document, code in (
        ("two", "2026-06-30", 1, "duty_unknown"),
        ("one", "1999-01-01", 1, "duty_period_unknown"),
        ("one", "", 99, "duty_period_unknown"),
    ):
        assert outcome(service.name_document, duty, period, document, WHO) == code
    service.housekeeping(date(2026, 10, 28))
    assert outbox.waiting(archive.engine).count == 0


def mails(archive: Archive, service: DutyService) -> list[EmailMessage]:
    found = []
    while claimed := outbox.QUEUE.claim(archive.engine):
        assert claimed.kind == "duty"
        with database.writing(archive.engine) as session:
            outbox.remove(session, claimed)
        found += [mail] if (mail := service.compose(claimed.record_id)) else []
    return found


def test_reminds_once_at_each_stage(archive: Archive, mailer: Mailer, monkeypatch: pytest.MonkeyPatch) -> None:
    service = DutyService(archive, mailer, duties_of(since="2026-01-01", **ANNUAL)[0])  # pyright: ignore[reportArgumentType]
    due = date(2026, 10, 28)
    subjects = []
    for day in range(-30, 20):
        today = due + timedelta(days=day)
        monkeypatch.setattr(local_time, "now", lambda today=today: datetime.combine(today, time(6), UTC))
        service.housekeeping()
        service.housekeeping()
        subjects += [(day, str(mail["Subject"])) for mail in mails(archive, service)]
    assert subjects == [
        (-14, "Due on 28 October 2026: One"), (-7, "Due on 28 October 2026: One"),
        (-1, "Due on 28 October 2026: One"), (1, "Overdue since 28 October 2026: One"),
    ]  # fmt: skip


def test_no_reminder_of_what_is_disclosed(archive: Archive, mailer: Mailer) -> None:
    """Also where the document came after the mail was queued."""
    today = local_time.today()
    month = duties_of(since=(today.replace(day=1) - timedelta(days=1)).isoformat(), rhythm="month", days=31)[0]
    service = DutyService(archive, mailer, month)
    service.housekeeping(today.replace(day=1) + timedelta(days=25))
    assert outbox.waiting(archive.engine).count == 1
    publish(archive, "FinancialStatement", "Now.pdf", samples.pdf("now"))
    assert mails(archive, service) == []


ANNUAL = {"rhythm": "year", "days": 120}
FIRST = {"rhythm": "quarter", "quarters": [1], "days": 45}
LATER = {"rhythm": "quarter", "quarters": [2, 3], "days": 30}
MONTHLY = {"rhythm": "month", "days": 10}


def duties_of(year_end: str = "06-30", since: str = "2024-07-01", **fields: Any) -> tuple[Duties, Duty]:  # noqa: ANN401
    common = {"id": "one", "title": "One", "rule": "A rule.", "source": "A source", "list": "FinancialStatement"}
    duties = Duties.model_validate(
        {"year_end": year_end, "since": date.fromisoformat(since), "duties": [common | fields]}
    )
    return duties, duties.duties[0]


DUE: list[tuple[str, dict[str, Any], str, list[tuple[str, str | None]]]] = [
    # Year from July to June.
    ("06-30", ANNUAL, "2026-07-01",
     [("2027-06-30", "2027-10-28"), ("2026-06-30", "2026-10-28"), ("2025-06-30", "2025-10-28")]),
    ("06-30", FIRST, "2025-10-01", [("2026-09-30", None), ("2025-09-30", "2025-11-14"), ("2024-09-30", "2024-11-14")]),
    ("06-30", LATER, "2025-04-01",
     [("2025-12-31", "2026-01-30"), ("2025-03-31", "2025-04-30"), ("2024-12-31", "2025-01-30")]),
    # The calendar year.
    ("12-31", ANNUAL, "2026-02-01",
     [("2026-12-31", "2027-04-30"), ("2025-12-31", "2026-04-30"), ("2024-12-31", "2025-04-30")]),
    ("12-31", FIRST, "2025-03-31", [("2025-03-31", "2025-05-15")]),
    ("12-31", LATER, "2024-10-02", [("2025-06-30", None), ("2024-09-30", "2024-10-30")]),
    # A year that ends in February, over a leap year.
    ("02-28", ANNUAL, "2028-03-01",
     [("2029-02-28", None), ("2028-02-29", "2028-06-28"), ("2027-02-28", "2027-06-28"), ("2026-02-28", "2026-06-28"),
      ("2025-02-28", "2025-06-28")]),
    ("06-30", MONTHLY, "2024-09-15",
     [("2024-09-30", "2024-10-10"), ("2024-08-31", "2024-09-10"), ("2024-07-31", "2024-08-10")]),
]  # fmt: skip
"""End of the year, the duty, today, and the ends of periods with the days on which they are due."""


def test_due_dates() -> None:
    for year_end, fields, today, expected in DUE:
        found = periods(*duties_of(year_end, **fields), date.fromisoformat(today))
        assert [period.id for period in found] == [end for end, _ in expected]
        for period, (_, due) in zip(found, expected, strict=True):
            assert due is None or period.due.isoformat() == due
    for fields in ({"rhythm": "event", "minutes": 30}, {"rhythm": "standing"}):
        assert periods(*duties_of(**fields), date(2026, 1, 1)) == []


def test_mistakes_are_named() -> None:
    mistakes: list[tuple[dict[str, Any], str]] = [
        ({"rhythm": "year"}, "days is missing"),
        ({"rhythm": "event", "days": 3, "minutes": 30}, "days is not for this rhythm"),
        ({"rhythm": "standing", "minutes": 3}, "minutes is not for this rhythm"),
        ({"rhythm": "quarter", "days": 30}, "quarters are for the rhythm quarter"),
        ({"rhythm": "year", "days": 30, "quarters": [1]}, "quarters are for the rhythm quarter"),
        ({"rhythm": "year", "days": 30, "year_end": "06-29"}, "not the last day of a month"),
        ({"rhythm": "year", "days": 30, "year_end": "13-01"}, "not the last day of a month"),
    ]
    for fields, named in mistakes:
        with pytest.raises(ValidationError, match=named):
            duties_of(**fields)
