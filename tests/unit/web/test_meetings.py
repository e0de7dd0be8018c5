"""General meetings: what is refused, what stands on each day in page, calendar and duties, and the desk."""

import json
import re
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import htpy as h
import pytest
from whole_site import Site, visible

from starbond_site import content
from starbond_site.content.reporting import Calendar
from starbond_site.documents import corrections, signing, snapshot, versions
from starbond_site.documents.archive import COMMAND_LINE, Archive
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.snapshot import EMPTY, Rows, Snapshot
from starbond_site.features.calendar import service as calendar_entries
from starbond_site.features.calendar.topic import calendar, events
from starbond_site.features.dividends import service as dividends
from starbond_site.features.dividends.service import Dividend
from starbond_site.features.duties.overview import PeriodState
from starbond_site.features.duties.service import DutyService
from starbond_site.features.general_meetings import service
from starbond_site.features.general_meetings.service import Meeting
from starbond_site.features.general_meetings.topic import coming, dates, html, meetings
from starbond_site.mail import Mailer
from starbond_site.presentation import topics
from starbond_site.shared import local_time
from starbond_site.shared.categories import CALENDAR, MEETINGS, EventKind
from tests.unit.documents import samples
from tests.unit.documents.publishing import publish, rows
from tests.unit.presentation.samples import values

pytestmark = pytest.mark.features("calendar", "duties", "general_meetings")

SITES = [content.read(language) for language in content.LANGUAGES]
STARTS = local_time.in_local_time(local_time.parse(f"{local_time.today() - timedelta(days=1)} 10:30"))
"""Yesterday, so that results can be entered."""
DAY = STARTS.date()
AGM = {
    "kind": "agm",
    "starts": f"{STARTS:%Y-%m-%d} 10:30",
    "ends": f"{STARTS:%Y-%m-%dT}13:00",
    "year_end": "2026-06-30",
    "record_date": f"{DAY - timedelta(days=17)}",
    "questions_until": f"{STARTS:%Y-%m-%d} 09:00",
    "place": "Hall, Dhaka",
    "place_bn": "হল, ঢাকা",
    "agenda": "Accounts & report | আর্থিক বিবরণী\n\n Dividend | লভ্যাংশ ",
    "join": "https://meet.example/1",
    "vote": "https://vote.example/1",
    "stream": "https://live.example/1",
    "proxy": "https://example.com/proxy.pdf",
    "recording": "https://example.com/recording",
    "minutes": "https://example.com/minutes.pdf",
}
MAY_VOTE = {"en": "may vote", "bn": "ভোট দিতে পারবেন"}
CANCELLED = {"cancelled": "yes"}
NAMED = {"date-1": "on", "dividend-2026-06-30-final": "on"}
"""The boxes of what `name_its_day` enters, by their names."""
TICKED = re.compile(r'<input id="([^"]+)" type="checkbox"[^>]* checked')
SIGNED, VOTES = f"{STARTS:%Y-%m-%d} 16:00", "12000000 300 0\n\n 11999999  1 300\n"


def test_the_first_field_that_cannot_be_right_is_refused(archive: Archive) -> None:
    wrong = (
        ("kind", "party", "choice_missing"), ("starts", "soon", "meeting_moment"), ("starts", "", "meeting_moment"),
        ("starts", "1969-12-20 10:30", "calendar_range"), ("agenda", " \n", "meeting_agenda"),
        ("ends", AGM["starts"], "meeting_ends"), ("ends", f"{DAY + timedelta(days=1)} 10:00", "meeting_ends"),
        ("questions_until", f"{DAY} 10:31", "meeting_late"), ("year_end", "June", "day_invalid"),
        ("record_date", f"{DAY + timedelta(days=1)}", "meeting_late"),
        ("join", "javascript:alert(1)", "meeting_link"), ("vote", "7", "meeting_link"),
        ("notice", "7", "document_not_public"), ("notice", "9" * 20, "document_not_public"),
        ("proxy", "http://example.com/", "meeting_link"), ("place", "x" * 501, "date_text_long"),
        ("agenda", "Accounts\n| লভ্যাংশ", "meeting_agenda"), ("ends", f"{DAY + timedelta(days=1)} 00:00", "meeting_ends"),
        ("questions_until", "0001-01-01 00:00", "calendar_range"), ("record_date", "0001-01-01", "calendar_range"),
        ("place", "a\u202eb", "date_text_unprintable"), ("place", "two\nlines", "date_text_unprintable"),
    )  # fmt: skip
    for name, text, code in wrong:
        with pytest.raises(Refusal) as refused:
            service.enter(archive, AGM | {"recording": "x", "authenticated_at": "soon", name: text}, COMMAND_LINE)
        assert (refused.value.code, refused.value.values["field"]) == (code, name), (name, text)
    with pytest.raises(Refusal, match="meeting_unknown"):
        service.enter(archive, AGM, COMMAND_LINE, 7)
    assert archive.read(service.read) == ()


def test_what_is_not_given_stays_and_an_open_page_is_told(archive: Archive) -> None:
    before = snapshot.read(archive)
    entered = service.enter(archive, AGM, COMMAND_LINE)
    changed = service.enter(archive, {"place": "Chattogram", "join": ""}, COMMAND_LINE, entered.id, seen=0)
    kept = {name: text for name, text in entered.texts.items() if name != "join"}
    assert changed.texts == kept | {"place": "Chattogram"}
    assert archive.read(service.read) == (changed,)
    with pytest.raises(Refusal, match="changed_meanwhile"):
        service.enter(archive, CANCELLED, COMMAND_LINE, entered.id, seen=0)
    after = snapshot.refreshed(archive, before, [MEETINGS])
    for topic in (MEETINGS, CALENDAR):
        assert topics.version(after, topic) > topics.version(before, topic)
    assert {MEETINGS, CALENDAR, "investors"} <= set(topics.topics_of(frozenset({MEETINGS}), before, after))


def test_bangla_is_typed_with_joiners_and_its_digits_and_pasted_with_tabs(archive: Archive) -> None:
    number = publish(archive, "AllNotice", "Notice.pdf", samples.GOOD["report.pdf"]).id
    typed = {
        "notice": SITES[1].digits(number),
        "place_bn": "র\u200d্যাংকিন স্ট্রিট",
        "place": "Hall\u00a01",
    }
    facts = service.enter(archive, AGM | typed, COMMAND_LINE).texts
    assert [facts[name] for name in typed] == [f"{number}", typed["place_bn"], "Hall 1"]
    right = {"results": "১২ ৩ ০\n4\t5\t6", "authenticated_at": SIGNED, "report": f"{number}"}
    assert service.enter(archive, right, COMMAND_LINE, 1).votes == [[12, 3, 0], [4, 5, 6]]


def test_a_meeting_is_cancelled_also_when_its_notice_was_withdrawn(archive: Archive) -> None:
    notice = publish(archive, "AllNotice", "Notice.pdf", samples.GOOD["report.pdf"]).id
    service.enter(archive, AGM | {"notice": f"{notice}"}, COMMAND_LINE)
    corrections.withdraw(archive, notice, COMMAND_LINE)
    assert service.enter(archive, CANCELLED, COMMAND_LINE, 1).text("cancelled")
    with pytest.raises(Refusal, match="document_not_public"):
        service.enter(archive, {"proxy": f"{notice}"}, COMMAND_LINE, 1)


def test_results_need_a_signed_document_and_fulfil_the_duty(archive: Archive) -> None:
    number = service.enter(archive, AGM, COMMAND_LINE).id
    duties = DutyService(archive)

    def state(today: date) -> PeriodState:
        return next(one.state for one in duties.overview(today) if one.duty.id == "voting-results")

    days = [DAY + timedelta(days=passed) for passed in (0, 1, 2, 3)]
    assert [state(day) for day in days] == [PeriodState.RUNNING, PeriodState.DUE, PeriodState.DUE, PeriodState.LATE]
    report = publish(archive, "AllNotice", "Scrutineer.pdf", samples.GOOD["report.pdf"]).id
    right = {"results": VOTES, "authenticated_at": SIGNED, "report": f"{report}"}
    for name, text, code in (
        ("authenticated_at", f"{DAY} 10:00", "meeting_authenticated"),
        ("authenticated_at", "9000-01-01 10:00", "meeting_authenticated"),
        ("authenticated_at", "", "meeting_authenticated"), ("results", "1 2 3", "meeting_votes"),
        ("results", "1 2 -3\n4 5 6", "meeting_votes"), ("results", "", "meeting_votes"),
        ("report", "", "document_not_public"), ("report", "https://example.com/", "document_not_public"),
    ):  # fmt: skip
        with pytest.raises(Refusal, match=code):
            service.enter(archive, right | {name: text}, COMMAND_LINE, number)
    assert state(days[3]) is PeriodState.LATE
    entered = service.enter(archive, right, COMMAND_LINE, number)
    assert [state(day) for day in days] == [PeriodState.FULFILLED] * 4
    with pytest.raises(Refusal, match="meeting_votes"):
        service.enter(archive, {"agenda": "Another"}, COMMAND_LINE, number)
    receipt = Site(archive).get(f"/documents/{report}.receipt")
    assert (receipt.status, receipt.text) == (200, signing.receipt(archive, report))
    page = meetings(SITES[1], [entered], STARTS + timedelta(days=1))
    shown = ("১,২০,০০,০০০", f'href="/bn/documents/{report}"', "১. আর্থিক বিবরণী")
    assert [text for text in shown if text not in page] == []


def test_nothing_of_a_withdrawn_document_stays_nor_votes_without_the_one_that_proves_them(archive: Archive) -> None:
    fields = ("minutes", "recording", "report")
    published = {
        name: publish(archive, "AllNotice", f"{name}.pdf", samples.GOOD["report.pdf"] + name.encode())
        for name in fields
    }
    numbers = {name: f"{document.id}" for name, document in published.items()}
    service.enter(archive, AGM | {"results": VOTES, "authenticated_at": SIGNED} | numbers, COMMAND_LINE)
    other = publish(archive, "AllNotice", "Other.pdf", samples.GOOD["report.pdf"]).id
    words, before = SITES[0].interface.meetings, snapshot.read(archive)
    votes = (words.labels["results"], words.labels["authenticated_at"], "12,000,000")

    def shown() -> tuple[list[str], list[bool]]:
        _, now = snapshot.newest(archive, before)
        page = html(SITES[0], now)
        return re.findall(r"/documents/(\d+)", page), [text in page for text in votes]

    links = [numbers["report"], numbers["minutes"], numbers["recording"]]
    assert shown() == (links, [True] * 3)
    for number, is_told in ((other, False), (published["minutes"].id, True)):
        corrections.withdraw(archive, number, COMMAND_LINE)
        changed, after = snapshot.newest(archive, before)
        assert (MEETINGS in topics.topics_of(changed, before, after)) is is_told, number
    assert topics.version(after, MEETINGS) > topics.version(before, MEETINGS)
    assert shown() == (links[::2], [True] * 3)
    corrections.withdraw(archive, published["report"].id, COMMAND_LINE)
    assert shown() == (links[2:], [False] * 3)
    assert "Accounts &amp; report" in html(SITES[0], snapshot.read(archive))
    assert archive.read(service.read)[0].text("results"), "the desk keeps what was entered"


def test_the_page_follows_the_meeting(archive: Archive) -> None:
    meeting = service.enter(archive, AGM, COMMAND_LINE)
    for site in SITES:
        words, may_vote = site.interface.meetings, MAY_VOTE.get(site.language, MAY_VOTE["en"])
        questions, record_date = (words.labels[name] for name in ("questions_until", "record_date"))
        live = (*(words.labels[name] for name in ("join", "vote", "stream", "proxy")), "data-seconds")
        minutes = (words.labels["minutes"], words.labels["recording"])
        for moment, shown, hidden in (
            (STARTS - timedelta(hours=2), (*live, questions, may_vote, 'data-due="1800"'), minutes),
            (STARTS - timedelta(hours=1, seconds=0.5), (*live, 'data-due="12601"'), (questions,)),
            (STARTS, (*live, words.running, 'data-due="9000"'), (questions, *minutes)),
            (STARTS.replace(hour=13), (*minutes, record_date), (*live, may_vote)),
        ):
            page = meetings(site, [meeting], moment)
            text = page.replace("data-late", "")
            assert [each for each in shown if each not in text] == [], (site.language, moment)
            assert [each for each in hidden if each in text] == [], (site.language, moment)
        assert "Accounts &amp; report" in page or site.language != "en"
    cancelled = meetings(SITES[0], [service.enter(archive, CANCELLED, COMMAND_LINE, meeting.id)], STARTS)
    assert SITES[0].interface.calendar.cancelled in cancelled
    assert [said for said in ("https://meet.example", MAY_VOTE["en"], "mailto:") if said in cancelled] == []


def name_its_day(archive: Archive) -> None:
    dividend = Dividend(year_end=date(2026, 6, 30), record_date=DAY - timedelta(days=9), meeting=DAY)
    dividends.enter(archive, dividend, COMMAND_LINE)
    entry = {"kind": EventKind("annual-general-meeting"), "day": DAY, "title": "Doors open"}
    calendar_entries.enter(archive, entry, COMMAND_LINE)
    # Of the kind of extraordinary meetings, which anything else can have.
    calendar_entries.enter(archive, entry | {"kind": EventKind("other"), "title": "Fair"}, COMMAND_LINE)
    off = calendar_entries.enter(archive, entry | {"title": "Called off"}, COMMAND_LINE)
    calendar_entries.cancel(archive, off.id, COMMAND_LINE)


@pytest.mark.features("dividends")
@pytest.mark.parametrize(("moved", "along"), [("moved", True), ("moved", False), ("slip", True)])
def test_a_meeting_that_moves_asks_what_becomes_of_what_names_its_day(
    desk: Site, archive: Archive, moved: str, along: bool
) -> None:
    later, is_told, named = DAY + timedelta(days=2), moved != "slip", DAY
    service.enter(archive, AGM, COMMAND_LINE)
    name_its_day(archive)
    shown = desk.get("/desk/meetings/1")
    assert [name for name in ("Final dividend", "Doors open") if name not in visible(shown)] == []
    assert TICKED.findall(shown.text) == [*NAMED], "by default all goes along"
    typed = AGM | {"starts": f"{later} 10:30", "ends": f"{later} 13:00"}
    refused = desk.post("/desk/meetings/1/change", typed)
    assert (refused.status, f"{DAY}" in visible(refused), 'href="#moved"' in refused.text) == (422, True, True)
    typed |= {"moved": moved, **(NAMED if along else {})}
    assert desk.post("/desk/meetings/1/change", typed).status == 303
    named = later if along else DAY
    # A calendar that was subscribed to takes another day with a higher sequence alone (RFC 5545, 3.8.7.4).
    assert [(row.meeting, row.sequence) for row in archive.read(dividends.read)] == [(named, int(named == later))]
    found = {row.title: row.day for row in archive.read(calendar_entries.read)}
    assert found == {"Doors open": named, "Fair": DAY, "Called off": DAY}
    told = snapshot.read(archive)
    said = SITES[0].interface.calendar.moved.format(date=SITES[0].long_date(DAY))
    assert [said in page for page in (html(SITES[0], told), calendar(SITES[0], told, DAY))] == [is_told] * 2
    (data,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', calendar(SITES[0], told, DAY))
    (facts,) = [each for each in json.loads(data)["@graph"] if "general-meeting-1" in each["url"]]
    status = ("EventRescheduled", f"{DAY}T10:30+06:00") if is_told else ("EventScheduled", None)
    assert (facts["eventStatus"].rpartition("/")[2], facts.get("previousStartDate")) == status


def test_a_meeting_that_moved_by_mistake_and_is_put_back_was_never_moved(archive: Archive) -> None:
    service.enter(archive, AGM, COMMAND_LINE)
    later = {"starts": f"{DAY + timedelta(days=2)} 10:30", "ends": ""}
    assert service.enter(archive, later, COMMAND_LINE, 1, moved="moved").text("moved_from") == f"{DAY}T10:30"
    back = {"starts": f"{DAY} 11:00"}
    assert service.enter(archive, back, COMMAND_LINE, 1, moved="slip").text("moved_from") == ""


@pytest.mark.features("dividends")
@pytest.mark.parametrize("moving", [1, 2])
def test_of_two_meetings_of_a_day_one_moves_and_goes_without_what_is_of_the_other(
    desk: Site, archive: Archive, moving: int
) -> None:
    """Neither does the form as it stands take anything along, nor the meeting the document of the one it comes to."""
    early = DAY - timedelta(days=2)
    own = AGM | dict.fromkeys(("ends", "year_end", "record_date", "questions_until"), "")
    for typed in (own, own | {"kind": "egm"}, own | {"starts": f"{early} 10:30"}):
        service.enter(archive, typed, COMMAND_LINE)
    name_its_day(archive)
    for number in (1, 2, 3):
        file = samples.GOOD["report.pdf"] + f"%{number}\n".encode()
        document = publish(archive, "AllNotice", f"{number}.pdf", file).id
        DutyService(archive).name_document("voting-results", f"meeting-{number}", document, COMMAND_LINE)

    def days() -> list[date | None]:
        dated = archive.read(dividends.read), archive.read(calendar_entries.read)
        return [*(row.meeting for row in dated[0]), *(row.day for row in dated[1])]

    def documents() -> dict[str, int]:
        found = DutyService(archive).overview()
        return {each.period_id: each.filing.id for each in found if each.is_named and each.filing}

    before = days(), documents()
    shown = desk.get(f"/desk/meetings/{moving}").text
    assert (TICKED.findall(shown), [name for name in NAMED if f'id="{name}"' not in shown]) == ([], [])
    typed = own | {"kind": ("agm", "egm")[moving - 1], "starts": f"{early} 15:00", "moved": "moved"}
    assert desk.post(f"/desk/meetings/{moving}/change", typed).status == 303
    assert (days(), documents()) == before
    service.enter(archive, CANCELLED, COMMAND_LINE, moving)
    del before[1][f"meeting-{moving}"]
    assert (days(), documents()) == before, "removed"


def test_of_a_meeting_that_moves_people_are_reminded_anew(
    archive: Archive, mailer: Mailer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And not of the day on which it is no longer, also where that mail waits already."""
    service.enter(archive, AGM, COMMAND_LINE)
    duties = DutyService(archive, mailer)
    duties.housekeeping()
    own = "SELECT id FROM duty_reminder WHERE duty = 'voting-results' ORDER BY id"
    ((early,),) = rows(archive, own)
    typed = {"starts": f"{DAY + timedelta(days=1)} 10:30", "ends": "", "questions_until": ""}
    service.enter(archive, typed, COMMAND_LINE, 1, moved="moved")
    duties.housekeeping()
    _, (late,) = rows(archive, own)
    assert [duties.compose(int(f"{number}")) is None for number in (early, late)] == [True, False]


def test_what_may_be_a_slip_is_remarked_and_taken(desk: Site, archive: Archive) -> None:
    words = SITES[0].interface
    friday = DAY - timedelta(days=(DAY.weekday() - 4) % 7 + 7)
    report = publish(archive, "AllNotice", "Scrutineer.pdf", samples.GOOD["report.pdf"]).id
    closed = words.desk_calendar.closed.format(date=SITES[0].long_date(friday))
    for signed, record_date, remarks in (
        ("16:00", friday - timedelta(days=2), [False, False]),
        ("11:00", friday, [True, True]),
    ):
        votes = {"results": VOTES, "authenticated_at": f"{DAY} {signed}", "report": f"{report}"}
        number = service.enter(archive, AGM | votes | {"record_date": f"{record_date}"}, COMMAND_LINE).id
        page = visible(desk.get(f"/desk/meetings/{number}"))
        assert [text in page for text in (closed, words.meetings.authenticated_early)] == remarks, signed


def test_votes_have_their_share_and_whether_the_item_was_passed() -> None:
    """An ordinary resolution passes by more than half of the votes for and against, a special one by three fourths.

    74.975 % is not shown as what was needed.
    """
    facts = {
        "kind": "agm", "starts": f"{DAY}T10:30", "agenda": "Accounts\nArticles||special\nName||special\nAuditor\nNone",
        "results": "3 1 9\n3 1 0\n2999 1001 0\n1 1 0\n0 0 4", "authenticated_at": f"{DAY}T16:00", "report": "1",
    }  # fmt: skip
    for site in SITES:
        words = site.interface.meetings
        page = meetings(site, [Meeting(id=1, facts=json.dumps(facts))], STARTS + timedelta(days=1))
        shown = re.findall(r"<div>([^<]*)</div></td><td[^>]*><div><strong>(.*?)</strong>", page)
        told = [("75.00\xa0%", words.passed), ("75.00\xa0%", words.passed), ("74.97\xa0%", words.rejected),
                ("50.00\xa0%", words.rejected), ("–", words.rejected)]  # fmt: skip
        assert shown == [(site.digits(share), outcome) for share, outcome in told], site.language
        heads = (words.cast_for, words.against, words.abstained, words.in_favour, words.outcome)
        assert values(page)[:5] == [*zip(heads, (*map(site.digits, (3, 1, 9, told[0][0])), words.passed), strict=True)]


def test_results_of_a_meeting_that_is_not_over_have_the_whole_width() -> None:
    facts = {"kind": "agm", "starts": f"{DAY}T10:30", "agenda": "Accounts", "results": "3 1 0", "report": "1"}
    page = meetings(SITES[0], [Meeting(id=1, facts=json.dumps(facts))], STARTS)
    assert ("meeting__card" in page, "<table" in page, "<ol" in page) == (True, True, False)
    css = Path(service.__file__).with_name("general_meetings.css").read_text("utf-8")
    assert re.findall(r"(\S.*) { display: grid; grid-template-columns: repeat\(3", css) == [".meeting:has(> ol)"]


def test_the_meeting_that_runs_stands_first_then_the_next_one_with_the_name_of_the_zone() -> None:
    days = {"past": f"{DAY - timedelta(days=9)}", "runs": f"{DAY}", "next": f"{DAY + timedelta(days=5)}"}
    days["later"] = f"{DAY + timedelta(days=30)}"
    found = [
        Meeting(id=number, facts=json.dumps({"kind": "egm", "starts": f"{day}T10:30", "agenda": name}))
        for number, (name, day) in enumerate(days.items())
    ]
    for site in SITES:
        page = meetings(site, found, STARTS)
        assert re.findall(r"<li>(\w+)</li>", page) == ["runs", "next", "later", "past"], site.language
        assert page.count(site.company.time_zone_name) >= len(days)
        assert re.findall(r"<details[^>]*?( open)?>", page) == [""]


def test_investors_are_told_of_the_next_meeting_that_takes_place() -> None:
    found = tuple(
        Meeting(
            id=1, facts=json.dumps({"kind": "egm", "starts": f"{DAY + timedelta(days=days)}T10:30", "cancelled": off})
        )
        for days, off in ((30, ""), (6, ""), (3, "yes"), (0, ""))
    )
    for site in SITES:
        for given, told in ((found, [found[1]]), (found[2:], [])):
            shown = replace(EMPTY, tables={MEETINGS: Rows(1, given)})
            parts = "".join(str(h.fragment[part.content]) for part in coming(site, shown, local_time.today()))
            days = [each for each in found if site.date_and_time(each.starts) in parts]
            assert days == told, site.language


def test_the_sample_says_so_and_leaves_with_the_first_meeting() -> None:
    for site in SITES:
        page = meetings(site, (), STARTS)
        assert site.interface.meetings.sample in page
        entered = Meeting(id=1, facts=json.dumps(AGM))
        assert site.interface.meetings.sample not in meetings(site, [entered], STARTS)


def test_each_year_has_its_meetings(archive: Archive) -> None:
    old = service.enter(archive, {"kind": "egm", "starts": "2025-03-01 10:00", "agenda": "Old"}, COMMAND_LINE)
    new = service.enter(archive, AGM, COMMAND_LINE)
    assert archive.read(service.read) == (new, old)
    newest, of_2025 = (meetings(SITES[0], (new, old), STARTS, year) for year in (None, 2025))
    for of in (years := [2026, 2025, 2024, 2023]):
        every = [Meeting(id=year, facts=json.dumps(AGM | {"starts": f"{year}-03-01T10:00"})) for year in years]
        links = re.findall(r"/agm\?year=(\d+)", meetings(SITES[0], every, STARTS, of))
        assert links == [f"{year}" for year in years if year != of]
    assert ("Accounts" in newest, "Old" in newest, "/agm?year=2025" in newest) == (True, False, True)
    assert ("Accounts" in of_2025, "Old" in of_2025, f"/agm?year={DAY.year}" in of_2025) == (False, True, True)
    assert SITES[0].interface.meetings.empty in meetings(SITES[0], (new, old), STARTS, 1999)
    for path in ("/agm", "/bn/agm"):
        led = Site(archive).get(f"{path}/2025")
        assert (led.status, led.headers["location"]) == (301, f"{path}?year=2025")


def test_no_meeting_of_the_year_hides_another_nor_one_to_come() -> None:
    def made(kind: str, starts: str) -> Meeting:
        return Meeting(id=1, facts=json.dumps({"kind": kind, "starts": starts, "agenda": f"of {starts}"}))

    found = [made("egm", "2027-01-15T10:30"), made("egm", "2026-12-28T10:30"), made("agm", "2026-12-20T10:30")]
    now = local_time.parse("2026-12-24 10:00")
    assert [f"of {each.text('starts')}" in meetings(SITES[0], found, now) for each in found] == [True, True, False]
    assert all(f"of {each.text('starts')}" in meetings(SITES[0], found[1:], now) for each in found[1:])


def test_a_meeting_that_moved_over_new_year_stands_in_both_years() -> None:
    facts = {"kind": "agm", "starts": "2027-01-05T10:30", "moved_from": "2026-12-20T10:30", "agenda": "Accounts"}
    found = [Meeting(id=1, facts=json.dumps(facts))]
    assert [year for year in (2025, 2026, 2027) if "Accounts" in meetings(SITES[0], found, STARTS, year)] == [
        2026,
        2027,
    ]


def test_the_calendar_has_the_meeting_and_its_record_date(archive: Archive) -> None:
    def found(read: Snapshot) -> list[tuple[date, str, bool]]:
        own = [event for event in events(SITES[1], read) if event.id.startswith("general-meeting")]
        return [(event.day, event.title, event.cancelled) for event in own]

    title = service.enter(archive, AGM, COMMAND_LINE).title(SITES[1])
    nowhere = SITES[1].model_copy(update={"calendar": Calendar()})
    assert tuple(dates(nowhere, snapshot.read(archive))) == ()
    assert found(EMPTY) == []
    shown = [(DAY - timedelta(days=17), f"রেকর্ড ডেট: {title}", False), (DAY, title, False)]
    assert found(snapshot.read(archive)) == shown
    assert Site(archive).get("/calendar/general-meeting-1.ics").status == 200
    service.enter(archive, CANCELLED, COMMAND_LINE, 1)
    assert {cancelled for _, _, cancelled in found(snapshot.read(archive))} == {True}


def test_the_desk_enters_a_meeting_once(desk: Site, archive: Archive) -> None:
    assert desk.get("/bn/desk/meetings").status == 200
    refused = desk.post("/desk/meetings/add", AGM | {"join": "javascript:alert(1)", "place": "Dhaka <b>"})
    assert (refused.status, 'value="Dhaka &lt;b&gt;"' in refused.text) == (422, True)
    added = desk.post("/bn/desk/meetings/add", AGM)
    assert (added.status, added.headers["location"]) == (303, "/bn/desk/meetings/1?done=1")
    once = AGM | {"_seen": f"{versions.read(archive, MEETINGS) - 1}"}
    assert [desk.post("/desk/meetings/add", once).status, len(archive.read(service.read))] == [409, 1]
    assert f"{SITES[1].digits(f'{DAY:%Y}')}, ১০:৩০</time>" in desk.get("/bn/desk/meetings").text
    page = desk.get("/desk/meetings/1?done=1").text
    assert "<ol><li>Accounts &amp; report</li>" in page
    assert all(text in page for text in (f'value="{DAY}T10:30"', "Accounts &amp; report | আর্থিক বিবরণী"))


@pytest.mark.parametrize("unknown", ["0", "x", "2"])
def test_no_meeting_is_changed_that_is_not_there(desk: Site, archive: Archive, unknown: str) -> None:
    desk.post("/desk/meetings/add", AGM)
    assert desk.post(f"/desk/meetings/{unknown}/change", AGM).status == 404
    assert len(archive.read(service.read)) == 1


def test_the_desk_changes_and_cancels_a_meeting_and_takes_that_back(desk: Site, archive: Archive) -> None:
    desk.post("/desk/meetings/add", AGM)
    assert desk.post("/desk/meetings/1/change", AGM | {"place": "Chattogram", "_seen": "0"}).status == 303
    assert desk.post("/desk/meetings/1/cancel", {"confirmed": "1", "_seen": "0"}).status == 409
    assert desk.post("/desk/meetings/1/cancel", {"_seen": "1"}).status == 422
    assert "/desk/meetings/1/restore" not in desk.get("/desk/meetings/1").text
    assert desk.post("/desk/meetings/1/cancel", {"confirmed": "1", "_seen": "1"}).status == 303
    cancelled = desk.get("/desk/meetings/1").text
    assert [f'action="/desk/meetings/1/{form}"' in cancelled for form in ("cancel", "restore")] == [False, True]
    assert desk.post("/desk/meetings/1/restore", {"_seen": "1"}).status == 409
    assert desk.post("/desk/meetings/1/restore", {"_seen": "2"}).status == 303
    assert [each.text("cancelled") for each in archive.read(service.read)] == [""]
    report = publish(archive, "AllNotice", "Scrutineer.pdf", samples.GOOD["report.pdf"]).id
    results = {"results": VOTES, "authenticated_at": SIGNED, "report": f"{report}", "_seen": "3"}
    assert desk.post("/desk/meetings/1/results", results).status == 303
    assert rows(archive, "SELECT action, person FROM audit WHERE action LIKE '%meeting' ORDER BY id") == [
        ("add meeting", "Rahima Khatun"), *[("change meeting", "Rahima Khatun")] * 4,
    ]  # fmt: skip
