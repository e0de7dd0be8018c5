"""General meetings: what is refused, what stands on each day in page, calendar and duties, and the signed results."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from whole_site import Site

from starbond_site import content, local_time, mail
from starbond_site.calendar.dates import events
from starbond_site.categories import CALENDAR, MEETINGS
from starbond_site.documents import receipts, snapshot
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.snapshot import EMPTY, Snapshot
from starbond_site.duties.overview import State
from starbond_site.duties.service import DutyService
from starbond_site.meetings import results, service
from starbond_site.meetings.html import meetings
from starbond_site.meetings.service import Meeting
from starbond_site.presentation import topics
from tests.unit.command_line import archive_of_commands, run
from tests.unit.documents.publishing import archive_in, rows

SITES = [content.read(language) for language in content.LANGUAGES]
STARTS = (local_time.in_local_time(local_time.now()) - timedelta(days=1)).replace(hour=10, minute=30, second=0)
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
    "minutes": "https://example.com/minutes.pdf",
}
SIGNED, VOTES = f"{STARTS:%Y-%m-%d} 16:00", "12,000,000 300 0\n11999999 1 300\n"


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with archive_in(tmp_path / "data") as made:
        yield made


def test_what_cannot_be_right_is_refused_at_its_field(archive: Archive) -> None:
    wrong = (
        ("kind", "party", "choice_missing"), ("starts", "soon", "meeting_moment"), ("starts", "", "meeting_moment"),
        ("starts", "1969-12-20 10:30", "calendar_range"), ("agenda", " \n", "meeting_agenda"),
        ("ends", AGM["starts"], "meeting_ends"), ("ends", f"{DAY + timedelta(days=1)} 10:00", "meeting_ends"),
        ("questions_until", f"{DAY} 10:31", "meeting_late"), ("year_end", "June", "day_invalid"),
        ("record_date", f"{DAY + timedelta(days=1)}", "meeting_late"),
        ("join", "javascript:alert(1)", "meeting_link"), ("vote", "7", "meeting_link"),
        ("notice", "7", "document_not_public"), ("notice", "9" * 20, "document_not_public"),
        ("proxy", "http://example.com/", "meeting_link"), ("place", "x" * 201, "date_text_long"),
        ("place", "a\u202eb", "date_text_unprintable"), ("place", "two\nlines", "date_text_unprintable"),
    )  # fmt: skip
    for name, text, code in wrong:
        with pytest.raises(Refusal) as refused:
            service.enter(archive, AGM | {name: text}, COMMAND_LINE)
        assert (refused.value.code, refused.value.values["field"]) == (code, name.replace("_", "-")), (name, text)
    with pytest.raises(Refusal, match="meeting_unknown"):
        service.enter(archive, AGM, COMMAND_LINE, 7)
    assert service.read(archive) == ()


def test_what_is_not_given_stays_and_an_open_page_is_told(archive: Archive) -> None:
    before = snapshot.read(archive)
    entered = service.enter(archive, AGM, COMMAND_LINE)
    changed = service.enter(archive, {"place": "Chattogram", "join": ""}, COMMAND_LINE, entered.number, seen=0)
    kept = {name: text for name, text in entered.facts.items() if name != "join"}
    assert changed.facts == kept | {"place": "Chattogram"}
    assert service.read(archive) == (changed,)
    with pytest.raises(Refusal, match="changed_meanwhile"):
        service.cancel(archive, entered.number, COMMAND_LINE, seen=0)
    after = snapshot.refreshed(archive, before, [MEETINGS])
    for topic in (MEETINGS, CALENDAR):
        assert topics.version(after, topic) > topics.version(before, topic)
    assert {MEETINGS, CALENDAR, "investors"} <= set(topics.topics_of(frozenset({MEETINGS})))


def test_results_are_a_document_with_a_receipt_and_fulfil_the_duty(archive: Archive) -> None:
    number = service.enter(archive, AGM, COMMAND_LINE).number
    duties = DutyService(archive, mail.default())

    def state(today: date) -> State:
        duty = next(one for one in duties.overview(today) if one.duty.id == "voting-results")
        return duty.statuses[0].state

    days = [DAY + timedelta(days=passed) for passed in (0, 1, 2, 3)]
    assert [state(day) for day in days] == [State.RUNNING, State.DUE, State.DUE, State.LATE]
    for votes, signed, code in (
        (VOTES, f"{DAY} 10:00", "meeting_authenticated"), (VOTES, "9000-01-01 10:00", "meeting_authenticated"),
        (VOTES, "", "meeting_moment"), ("1 2 3", SIGNED, "meeting_votes_count"),
        ("1 2 -3\n4 5 6", SIGNED, "meeting_votes"),
    ):  # fmt: skip
        with pytest.raises(Refusal, match=code):
            results.announce(archive, number, votes, signed, COMMAND_LINE)
    assert rows(archive, "SELECT count(*) FROM document") == [(0,)]
    announced = results.announce(archive, number, VOTES, SIGNED, COMMAND_LINE)
    assert announced.votes == ((12_000_000, 300, 0), (11_999_999, 1, 300))
    assert [state(day) for day in days] == [State.FULFILLED] * 4
    assert receipts.receipt(archive, int(announced.text("report")))
    # The same again is the same document; others replace it.
    assert results.announce(archive, number, VOTES, SIGNED, COMMAND_LINE).text("report") == announced.text("report")
    corrected = results.announce(archive, number, VOTES.replace("300", "400"), SIGNED, COMMAND_LINE)
    assert rows(archive, "SELECT id, replaced_by FROM document ORDER BY id") == [(1, 2), (2, None)]
    with pytest.raises(Refusal, match="meeting_decided"):
        service.enter(archive, {"agenda": "Another"}, COMMAND_LINE, number)
    page = meetings(SITES[1], [corrected], STARTS + timedelta(days=1))
    assert [
        text for text in ("১,২০,০০,০০০", "৪০০", 'href="/bn/documents/2"', "১. আর্থিক বিবরণী") if text not in page
    ] == []


def test_the_page_follows_the_meeting(archive: Archive) -> None:
    meeting = service.enter(archive, AGM, COMMAND_LINE)
    for site in SITES:
        words = site.interface.meetings
        live = (words.labels["join"], words.labels["vote"], "data-seconds")
        for moment, shown, hidden in (
            (STARTS - timedelta(hours=2), (*live, words.labels["questions_until"]), (words.labels["minutes"],)),
            (STARTS, (*live, words.running), (words.labels["questions_until"], words.labels["minutes"])),
            (STARTS.replace(hour=13), (words.labels["minutes"],), live),
        ):
            page = meetings(site, [meeting], moment)
            text = page.replace("data-late", "")
            assert [each for each in shown if each not in text] == [], (site.language, moment)
            assert [each for each in hidden if each in text] == [], (site.language, moment)
        assert "Accounts &amp; report" in page or site.language != "en"
    cancelled = meetings(SITES[0], [service.cancel(archive, meeting.number, COMMAND_LINE)], STARTS)
    assert SITES[0].interface.calendar.cancelled in cancelled
    assert "https://meet.example" not in cancelled


def test_the_sample_says_so_and_leaves_with_the_first_meeting() -> None:
    for site in SITES:
        page = meetings(site, (), STARTS)
        assert site.interface.meetings.sample in page
        entered = Meeting(number=1, facts=AGM | {"agenda": "Accounts"})
        assert site.interface.meetings.sample not in meetings(site, [entered], STARTS)


def test_each_year_has_its_meetings(archive: Archive) -> None:
    old = service.enter(archive, {"kind": "egm", "starts": "2025-03-01 10:00", "agenda": "Old"}, COMMAND_LINE)
    new = service.enter(archive, AGM, COMMAND_LINE)
    assert service.read(archive) == (new, old)
    newest, of_2025 = (meetings(SITES[0], (new, old), STARTS, year) for year in (None, 2025))
    assert ("Accounts" in newest, "Old" in newest, "/agm?year=2025" in newest) == (True, False, True)
    assert ("Accounts" in of_2025, "Old" in of_2025, f"/agm?year={DAY.year}" in of_2025) == (False, True, True)
    assert SITES[0].interface.meetings.empty in meetings(SITES[0], (new, old), STARTS, 1999)
    for path in ("/agm", "/bn/agm"):
        led = Site(archive).get(f"{path}/2025")
        assert (led.status, led.headers["location"]) == (301, f"{path}?year=2025")


def test_the_calendar_has_the_meeting_and_its_record_date(archive: Archive) -> None:
    def found(read: Snapshot) -> list[tuple[date, str, bool]]:
        own = [event for event in events(SITES[1], read) if event.id.startswith("general-meeting")]
        return [(event.day, event.title, event.is_cancelled) for event in own]

    title = service.enter(archive, AGM, COMMAND_LINE).title(SITES[1])
    assert found(EMPTY) == []
    shown = [(DAY - timedelta(days=17), f"রেকর্ড ডেট: {title}", False), (DAY, title, False)]
    assert found(snapshot.read(archive)) == shown
    assert Site(archive).get("/calendar/general-meeting-1.ics").status == 200
    service.cancel(archive, 1, COMMAND_LINE)
    assert {cancelled for _, _, cancelled in found(snapshot.read(archive))} == {True}


def test_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with archive_of_commands(tmp_path):
        texts = {name: text for name, text in AGM.items() if name != "agenda"}
        options = [word for name, text in texts.items() for word in (f"--{name.replace('_', '-')}", text)]
        added = run("meetings", "set", *options, "--item", "Accounts", "--item", "Dividend | লভ্যাংশ")
        assert f"Annual general meeting {DAY.year}; shown at " in added.stdout
        voted = run("meetings", "results", 1, "--authenticated", SIGNED, "--votes", "1 2 3", "--votes", "4 5 6")
        assert voted.stdout.endswith("published as document 1\n")
        assert run("meetings", "list").stdout.endswith("\tresults\n")
        assert run("meetings", "set", "--id", 2, "--place", "x").exit_code == 1
        assert "\tcancelled\t" in run("meetings", "cancel", 1).stdout
