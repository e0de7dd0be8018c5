"""What is entered on the desk beside documents: dates, figures, documents of duties, dealers."""

import re
from datetime import UTC, date, datetime, time
from decimal import Decimal
from pathlib import Path

import pytest
from addresses import FORMS
from factories import store_document
from markupsafe import escape
from pydantic import SecretStr
from whole_site import Site, visible

from starbond_site import content
from starbond_site.documents.archive import COMMAND_LINE
from starbond_site.features.calendar import service as calendar
from starbond_site.features.calendar.service import CalendarEntry
from starbond_site.features.dividends import service as dividends
from starbond_site.features.dividends.service import Dividend
from starbond_site.features.figures.service import stored
from starbond_site.features.shareholding import service as months
from starbond_site.shared import local_time
from starbond_site.shared.roles import Principal, Role
from tests.unit.documents.publishing import archive_in, existing, rows

ENGLISH = content.read("en")
DATE = {"kind": "annual-general-meeting", "day": "2027-12-20", "starts": "10:30", "place": "Dhaka <b>"}


def dates(desk: Site) -> tuple[CalendarEntry, ...]:
    return desk.archive.read(calendar.read)


def test_date_is_added_and_shown_as_it_was_typed(desk: Site) -> None:
    done = desk.post("/bn/desk/calendar/add", {**DATE, "note-bn": " মনে রাখুন "})
    assert (done.status, done.headers["location"]) == (303, "/bn/desk/calendar/1?done=added")
    [added] = dates(desk)
    assert (added.day, added.starts, added.ends, added.note_bn) == (date(2027, 12, 20), time(10, 30), None, "মনে রাখুন")
    listed = desk.get("/desk/calendar").text
    assert "Dhaka &lt;b&gt;" in listed
    assert listed.count(ENGLISH.interface.desk_calendar.of_content) == len(ENGLISH.calendar.dates) > 0
    page = desk.get("/desk/calendar/1").text
    assert all(f'value="{value}"' in page for value in ("2027-12-20", "10:30", "Dhaka &lt;b&gt;", "0"))


@pytest.mark.parametrize(("day", "kind", "is_remarked"), [
    ("2096-03-02", "record-date", True), ("2096-03-01", "record-date", False), ("2096-03-02", "other", False),
    ("2026-01-02", "record-date", False),
])  # fmt: skip
def test_a_record_date_on_a_friday_is_remarked_until_it_is_past(
    desk: Site, day: str, kind: str, is_remarked: bool
) -> None:
    desk.post("/desk/calendar/add", DATE | {"day": day, "kind": kind})
    words = ENGLISH.interface
    said = words.desk_calendar.closed.format(date=ENGLISH.long_date(date.fromisoformat(day)))
    assert (said in visible(desk.get("/desk/calendar/1"))) is is_remarked


def test_two_windows_of_one_date(desk: Site) -> None:
    desk.post("/desk/calendar/add", DATE)
    assert desk.post("/desk/calendar/1/change", {**DATE, "day": "2027-12-21", "_seen": "0"}).status == 303
    for action, fields in (("change", {**DATE, "title": "Another <i>"}), ("cancel", {"confirmed": "1"})):
        again = desk.post(f"/desk/calendar/1/{action}", {**fields, "_seen": "0"})
        assert (again.status, ENGLISH.errors.changed_meanwhile in visible(again)) == (409, True)
    changed = desk.post("/desk/calendar/1/change", {**DATE, "title": "Another <i>", "_seen": "0"})
    assert 'value="Another &lt;i&gt;"' in changed.text


def test_date_is_changed_and_cancelled_under_the_persons_name_and_announced(desk: Site) -> None:
    told: list[str] = []
    desk.archive.listeners.append(told.append)
    desk.post("/desk/calendar/add", {**DATE, "note": "Kept"})
    assert desk.post("/desk/calendar/1/change", {**DATE, "day": "2027-12-21", "_seen": "0"}).status == 303
    assert desk.post("/desk/calendar/1/cancel", {"_seen": "1"}).status == 422
    assert desk.post("/desk/calendar/1/cancel", {"_seen": "1", "confirmed": "1"}).status == 303
    assert "<form" not in desk.get("/desk/calendar/1").text.partition("</nav>")[2]
    assert rows(desk.archive, "SELECT action, person, detail FROM audit WHERE outcome = 'done'") == [
        ("add date", "Rahima Khatun", ""),
        ("change date", "Rahima Khatun", "before: day: 2027-12-20, note: Kept"),
        ("cancel date", "Rahima Khatun", ""),
    ]
    assert told == ["calendar"] * 3


@pytest.mark.parametrize("number", ["7", "0", "x"])
def test_a_change_of_no_date_announces_none(desk: Site, number: str) -> None:
    assert desk.post(f"/desk/calendar/{number}/change", DATE).status == 404
    assert dates(desk) == ()


FIGURES = {"period": "year", "ends": "2026-06-30", "eps": "2.50", "restated": "1"}
DIVIDEND = {"year_end": "2025-06-30", "cash": "১২.৫", "record_date": "2025-11-20", "unclaimed": "7.5"}
TYPED = {
    "calendar/add": DATE | {"title": "Typed", "note": "Kept"}, "figures/1/set": FIGURES, "dividends/set": DIVIDEND,
}  # fmt: skip


@pytest.mark.parametrize("path", TYPED)
def test_days_times_and_numbers_are_taken_in_digits_of_bangla(desk: Site, path: str) -> None:
    store_document(desk.archive, "Annual report.pdf", category="AnnualReport")
    in_bangla = str.maketrans("0123456789", content.read("bn").interface.dates.digits)
    typed = {name: text.translate(in_bangla) for name, text in TYPED[path].items()}
    assert desk.post(f"/desk/{path}", typed).status == 303
    assert local_time.parse("২০২৬-১১-২৩ ১৮:০০:০০") == datetime(2026, 11, 23, 12, tzinfo=UTC)


@pytest.mark.parametrize(("path", "field", "wrong", "code"), [
    ("calendar/add", "kind", "party", "choice_missing"), ("calendar/add", "day", "31-12-2027", "day_invalid"),
    ("calendar/add", "day", "2300-01-01", "calendar_range"), ("calendar/add", "starts", "half past", "time_invalid"),
    ("calendar/add", "ends", "10:30", "date_ends_early"), ("calendar/add", "title-bn", "ক" * 201, "date_text_long"),
    ("calendar/add", "place-bn", "a\u202eb", "date_text_unprintable"),
    ("calendar/add", "title", "", "date_title_missing"), ("calendar/add", "starts", "", "date_start_missing"),
    ("figures/1/set", "eps", "2,5", "figure_invalid"), ("figures/1/set", "period", "", "choice_missing"),
    ("figures/1/set", "unit", "taka", "choice_missing"), ("figures/1/set", "ends", "2199-06-30", "figure_period"),
    ("figures/1/set", "reason", "", "figure_out_of_range"),
    ("dividends/set", "cash", "12,5", ""), ("dividends/set", "cash", "-1", ""), ("dividends/set", "stock", "1001", ""),
    ("dividends/set", "unclaimed", "-1", ""), ("dividends/set", "meeting", "9999-12-20", ""),
    ("dividends/set", "record_date", "", ""), ("dividends/set", "paid_on", "2025-06-30", ""),
    ("dividends/set", "declared_on", "2025-06-30", ""),
    ("dividends/set", "year_end", "2999-06-30", ""),
])  # fmt: skip
def test_refused_form_keeps_what_was_typed_and_names_the_field(
    desk: Site, path: str, field: str, wrong: str, code: str
) -> None:
    store_document(desk.archive, "Annual report.pdf", category="AnnualReport")
    needs = {
        "date_start_missing": {"ends": "12:00"}, "date_title_missing": {"kind": "other"},
        "figure_out_of_range": {"eps": "99999"},
    }  # fmt: skip
    typed = TYPED[path] | needs.get(code, {}) | {field: wrong}
    answer = desk.post(f"/bn/desk/{path}", typed)
    assert (answer.status, f'href="#{field}"' in answer.text) == (422, True)
    assert re.search(rf'id="{field}"[^>]* aria-invalid="true"', answer.text)
    words = content.read("bn")
    sentence = getattr(words.errors, code) if code else getattr(words.interface.dividends, field, "")
    assert sentence.partition("{")[0] in visible(answer)
    chosen = ("kind", "period", "unit", "restated")
    assert [
        text for name, text in typed.items() if name not in chosen and f'value="{escape(text)}"' not in answer.text
    ] == []
    assert answer.text.count(" checked") == (path == "figures/1/set")
    assert "-" not in field or field not in visible(answer), "names of fields are for programs"
    assert rows(desk.archive, "SELECT id FROM audit WHERE outcome = 'done'") == []


YEAR = {"period": "year", "ends": "2026-06-30", "unit": "BDT million"}
QUARTER = {"period": "quarter", "ends": "2026-06-30", "unit": "BDT"}


@pytest.fixture
def report(desk: Site) -> str:
    """Publish an annual report; return the page of its figures."""
    return f"/desk/figures/{store_document(desk.archive, 'Annual report.pdf', category='AnnualReport').id}"


def test_figures_are_entered_by_period(desk: Site, report: str) -> None:
    assert f'href="{report}"' in desk.get("/desk/figures").text
    done = desk.post(f"{report}/set", {**YEAR, "eps": "2.50"})
    assert (done.status, done.headers["location"]) == (303, f"{report}?done=entered")
    assert desk.post(f"/bn{report}/set", {**YEAR, "period": "quarter", "revenue": "310.5"}).status == 303
    assert {figure.name: figure.unit for figure in stored(desk.archive)} == {"eps": "BDT", "revenue": "BDT million"}
    assert "<strong>৩১০.৫</strong> মিলিয়ন টাকা" in desk.get(f"/bn{report}").text
    page = desk.get(report, "period=quarter&ends=2026-06-30").text
    assert all(text in page for text in ('value="310.5"', '<option value="quarter" selected>', 'value="2026-06-30"'))


def test_the_form_of_figures_has_one_unit_for_all_amounts(desk: Site, report: str) -> None:
    desk.post(f"{report}/set", {**QUARTER, "unit": "BDT million", "revenue": "310.5"})
    assert desk.post(f"/bn{report}/set", {**QUARTER, "profit": "১২০০০০০০.৫"}).status == 303
    page = desk.get(report, "period=quarter&ends=2026-06-30").text
    assert all(text in page for text in ('value="310500000"', 'value="12000000.5"', '<option value="BDT" selected>'))


def test_no_figure_goes_that_nobody_has_seen_and_none_at_one_press(desk: Site, report: str) -> None:
    desk.post(f"{report}/set", {**YEAR, "eps": "2.50"})
    seen = re.findall(r'name="_seen" value="(\d+)"', desk.get(report, "period=year&ends=2026-06-30").text)
    assert seen == [seen[0]] * 2
    for form, fields in (("set", {**YEAR, "profit": "7"}), ("remove", {**YEAR, "confirmed": "1"})):
        other = desk.post(f"{report}/{form}", {**fields, "_seen": str(int(seen[0]) - 1)})
        assert (other.status, ENGLISH.errors.changed_meanwhile in visible(other)) == (409, True), form
    refused = desk.post(f"{report}/remove", {**YEAR, "_seen": seen[0]})
    assert (refused.status, 'href="#confirmed"' in refused.text) == (422, True)
    assert [figure.name for figure in stored(desk.archive)] == ["eps"]


def test_figures_of_a_period_are_removed_under_the_persons_name(desk: Site, report: str) -> None:
    desk.post(f"{report}/set", {**YEAR, "eps": "2.50"})
    desk.post(f"{report}/set", {**QUARTER, "unit": "BDT million", "revenue": "310.5"})
    assert desk.post(f"{report}/remove", {**YEAR, "confirmed": "1"}).headers["location"] == f"{report}?done=removed"
    assert [figure.name for figure in stored(desk.archive)] == ["revenue"]
    people = rows(desk.archive, "SELECT action, person FROM audit WHERE action LIKE '%figure'")
    assert people == [(action, "Rahima Khatun") for action in (*["set figure"] * 2, "remove figure")]


def test_the_export_of_figures_is_taken_by_their_import(desk: Site) -> None:
    number, path = store_document(desk.archive, "Report.pdf", category="AnnualReport").id, "/desk/figures-table/import"
    heads, words = "name,period,period_end,value,document\n", content.read("bn").interface.desk_figures_table
    shown = desk.post(f"/bn{path}", {"text": f"{heads}eps,year,2026-06-30,2.50,{number}\n"})
    assert (shown.status, words.read.format(count="১") in visible(shown), stored(desk.archive)) == (200, True, ())
    refused = desk.post(f"/bn{path}", {"text": f"{heads}eps,year,2026-06-30,999,{number}\n"})
    assert (refused.status, "লাইন ২: EPS 999 BDT" in visible(refused)) == (422, True)
    confirmed = re.findall(r'name="confirmed" value="(\w+)"', shown.text)[0]
    typed = {"text": f"{heads}eps,year,2026-06-30,2.50,{number}\n", "confirmed": confirmed}
    assert words.done.format(changed="১", same="০") in visible(desk.post(f"/bn{path}", typed))
    again = {"text": desk.get("/api/figures.csv").text, "confirmed": "1"}
    assert ENGLISH.interface.desk_figures_table.done.format(changed=0, same=1) in visible(desk.post(path, again))


def test_figures_of_no_number_and_of_other_lists_are_refused(desk: Site) -> None:
    number, notice = (
        store_document(desk.archive, f"{name}.pdf", category=name).id for name in ("AnnualReport", "AllNotice")
    )
    odd = desk.post(f"/desk/figures/{number}/set", FIGURES | {"eps": "99999"})
    assert odd.text.count("<br><small>Source: ") == 1, "once, beside the field"
    assert desk.post(f"/desk/figures/{number}/set", {"period": "year", "ends": "2026-06-30"}).status == 422
    assert stored(desk.archive) == ()
    assert [desk.get(f"/desk/figures/{other}").status for other in (notice, 99)] == [404, 404]


def test_months_are_imported_and_a_refused_table_is_listed_in_the_language_of_the_desk(desk: Site) -> None:
    heads = "month,sponsors,government,institutions,foreign,public\n"
    right, wrong = "2025-10,30.25,0,21,5.5,43.25\n", "2025-13,1,1,1,1,96\n2025-09,20,20,20,20,19\n"
    refused = desk.post("/bn/desk/shareholding/import", {"text": heads + right + wrong})
    errors = content.read("bn").errors
    assert (refused.status, errors.say("table_refused", count=2) in visible(refused)) == (422, True)
    assert errors.say("parts_sum", line=4, sum="99") in visible(refused)
    assert right in refused.text
    assert desk.archive.read(months.read) == ()
    done = visible(desk.post("/desk/shareholding/import", {"text": heads + right, "confirmed": "1"}))
    assert ENGLISH.interface.desk_shareholding.done.format(changed=1, same=0) in done
    assert rows(desk.archive, "SELECT subject, person FROM audit WHERE outcome = 'done'") == [("desk", "Rahima Khatun")]


def test_dates_come_from_a_table_and_a_wrong_line_is_named(desk: Site) -> None:
    kind, other = ENGLISH.calendar.kinds[:2]
    heads, path = "kind,day,starts,ends,title,title_bn\n", "/desk/dates/import"
    right = f"{kind.title},31/01/2031,10:30 AM,11:00,Board,সভা\n{other.id},5-Feb-31,,,,\n"
    wrong = (
        f"party,2031-01-01,,,,\n{kind.id},1/2/2031,,,,\n{kind.id},2031-01-01,25:00,,,\n{kind.id},2031-01-01,,9:00,,\n"
    )
    refused = visible(desk.post(f"/bn{path}", {"text": heads + right + wrong}))
    bangla = content.read("bn")
    for line, code in ((5, "day_invalid"), (6, "time_invalid"), (7, "date_start_missing")):
        assert (
            bangla.errors.table_line.format(line=bangla.digits(line), problem=getattr(bangla.errors, code)) in refused
        ), code
    assert "'party'" in refused
    assert desk.archive.read(calendar.read) == ()
    for added, same in ((2, 0), (0, 2)):
        done = visible(desk.post(path, {"text": heads + right, "confirmed": "1"}))
        assert ENGLISH.interface.desk_dates.done.format(added=added, same=same) in done
    shown = [(each.kind, str(each.day), str(each.starts), each.title_bn) for each in desk.archive.read(calendar.read)]
    assert shown == [(kind.id, "2031-01-31", "10:30:00", "সভা"), (other.id, "2031-02-05", "None", "")]


def test_dividends_are_entered_corrected_and_removed(desk: Site) -> None:
    path, typed = "/desk/dividends", {"year_end": "2025-06-30", "cash": "১২.৫", "record_date": "2025-11-20"}
    assert desk.post(f"/bn{path}/set", typed).headers["location"] == f"/bn{path}?done=entered"
    page = desk.get(path, "year=2025-06-30").text
    assert all(f'value="{value}"' in page for value in ("2025-06-30", "12.5", "2025-11-20"))
    pages = (page, desk.get(path, "year=2025-06-30&remove=1").text)
    assert ['id="form-remove-fold" open' in shown for shown in pages] == [False, True]
    [*_, seen] = re.findall(r'name="_seen" value="(\d+)"', page)
    assert desk.post(f"{path}/set", {**typed, "stock": "5", "_seen": seen}).status == 303
    gone = {"year_end": "2025-06-30", "confirmed": "1"}
    for form, fields in (("set", {**typed, "cash": "99"}), ("remove", gone)):
        other = desk.post(f"{path}/{form}", {**fields, "_seen": seen})
        assert (other.status, ENGLISH.errors.changed_meanwhile in visible(other)) == (409, True), form
    [kept] = desk.archive.read(dividends.read)
    assert (f"{kept.cash}", f"{kept.stock}") == ("12.5", "5")
    assert desk.post(f"{path}/remove", {"year_end": "2025-06-30"}).status == 422
    assert desk.post(f"{path}/remove", gone).headers["location"] == f"{path}?done=removed"
    people = rows(desk.archive, "SELECT action, person FROM audit WHERE outcome = 'done'")
    assert people == [(f"{action} dividend", "Rahima Khatun") for action in ("set", "set", "remove")]


def test_of_the_dividends_of_a_year_the_desk_removes_the_one_that_it_shows(desk: Site) -> None:
    year, path, left = date(2025, 6, 30), "/desk/dividends", list(dividends.KINDS)
    for kind in left:
        made = Dividend(year_end=year, kind=kind, cash=Decimal(5), record_date=date(2025, 11, 20))
        dividends.enter(desk.archive, made, COMMAND_LINE)
    while left:
        page = desk.get(path, f"year={year}&kind={left.pop()}").text
        form = page.partition(f'action="{path}/remove"')[2].partition("</form>")[0]
        hidden = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
        assert desk.post(f"{path}/remove", hidden | {"confirmed": "1"}).status == 303
        assert {row.kind for row in desk.archive.read(dividends.read)} == {*left}


@pytest.mark.features("duties")
def test_late_duty_is_said_and_its_document_named(desk: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_time, "now", lambda: datetime(2026, 11, 26, tzinfo=UTC))
    words = content.read("bn").interface
    assert re.search(r'id="duties-fold" open>.*class="desk__left--late"', desk.get("/bn/desk").text, re.DOTALL)
    assert 'id="duties"' not in Site(desk.archive, Principal(frozenset({Role.APPROVE}))).get("/desk").text
    page = desk.get("/bn/desk/duties").text
    assert words.disclosures.unchecked in visible(page)
    found = existing(re.search(r'name="duty" value="([^"]+)"><input type="hidden" name="period" value="([^"]+)"', page))
    number, of_period = store_document(desk.archive, "Late.pdf").id, {"duty": found[1], "period": found[2]}
    for typed in (99, "PSI"):
        refused = desk.post("/bn/desk/duties/name", {**of_period, "document": str(typed)})
        assert (refused.status, refused.text.count(f'value="{typed}"')) == (422, 1)
        assert content.read("bn").errors.say("document_not_public", number=typed) in visible(refused)
    assert desk.post("/bn/desk/duties/name", {**of_period, "document": str(number)}).status == 303
    forms = [f'/desk/duties/{action}"><input type="hidden" {found[0]}' for action in ("name", "forget")]
    named = desk.get("/desk/duties").text
    assert [form in named for form in forms] == [False, True]
    assert desk.post("/desk/duties/forget", of_period).headers["location"] == "/desk/duties?done=forgotten"
    again = desk.get("/desk/duties").text
    assert [form in again for form in forms] == [True, False]
    assert rows(desk.archive, "SELECT person FROM audit WHERE action = 'name document of duty'") == [("Rahima Khatun",)]
    monkeypatch.setattr(local_time, "now", lambda: datetime(2027, 1, 1, tzinfo=UTC))
    assert desk.get("/desk/duties").status == 200, "what is late with a due date beside what is late without one"


DEALERS, HEADS = "/desk/dealers/import", "division,district,upazila,name,address,telephone\n"
RIGHT, WRONG = "Dhaka,Gazipur,Sreepur,Rahman,Mawna,01711-000000\n", "Dhaka,Gazipur,,Karim <b>,Mawna,12\n"


def test_a_refused_table_of_dealers_is_corrected_in_its_place(desk: Site) -> None:
    refused = desk.post_file(DEALERS, "dealers.csv", (HEADS + RIGHT + WRONG).encode(), replace="1")
    assert (refused.status, ENGLISH.errors.say("table_refused", count=2) in visible(refused)) == (422, True)
    assert ENGLISH.errors.say("dealer_empty", line=3, column="upazila") in visible(refused)
    bangla = desk.post(f"/bn{DEALERS}", {"text": HEADS + RIGHT + WRONG})
    assert content.read("bn").errors.say("dealer_empty", line=3, column="upazila") in visible(bangla)
    assert "Rahman,Mawna,01711-000000\nDhaka,Gazipur,,Karim &lt;b&gt;" in refused.text
    assert 'name="replace" checked' in refused.text
    assert rows(desk.archive, "SELECT name FROM dealer") == []


@pytest.mark.parametrize(("data", "code"), [(b"\xff", "not_utf8"), (b"", "no_file"), (bytes(5_100_000), "too_large")])
def test_a_file_that_is_no_table_is_refused(desk: Site, data: bytes, code: str) -> None:
    answer = desk.post_file(DEALERS, "dealers.csv", data)
    assert getattr(ENGLISH.errors, code).partition("{")[0] in visible(answer)


def test_who_has_lost_the_right_keeps_what_was_typed_beside_the_field_of_a_file(desk: Site) -> None:
    assert HEADS in Site(desk.archive, Principal(frozenset())).post_file(DEALERS, "", b"", text=HEADS).text


TABLES = {
    "dealers": ("SELECT * FROM dealer", HEADS + RIGHT),
    "holders": ("SELECT * FROM dividend_waiting", "1201234567890123\n"),
    "shareholding": (
        "SELECT * FROM shareholding",
        "month,sponsors,government,institutions,foreign,public\n2025-10,30.25,0,21,5.5,43.25\n",
    ),
    "dates": ("SELECT * FROM calendar_entry", f"kind,day\n{ENGLISH.calendar.kinds[0].id},2031-01-31\n"),
    "figures-table": ("SELECT * FROM figure", "name,period,period_end,value,document\neps,year,2026-06-30,2.50,1\n"),
}
"""Of each import, by its page: what reads its rows, and a table with one."""


@pytest.mark.features
@pytest.mark.parametrize("path", [path for path in FORMS if path.endswith("/import")])
def test_what_was_read_is_shown_before_it_counts_for_every_import_alike(tmp_path: Path, path: str) -> None:
    stored_rows, text = TABLES[path.split("/")[2]]
    with archive_in(tmp_path / "data", holders_key=SecretStr("of nobody, for imports of this test")) as archive:
        desk = Site(archive, Principal(person_id=1, name="Rahima Khatun"))
        store_document(archive, "Report.pdf", category="AnnualReport")
        shown = desk.post(path, {"text": text})
        assert (shown.status, ENGLISH.interface.desk_import.confirm in visible(shown)) == (200, True)
        assert ("<td" in shown.text, rows(archive, stored_rows)) == (True, [])
        seen = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', shown.text))
        assert desk.post(path, seen | {"text": text}).status == 200
        assert rows(archive, stored_rows)


def test_dealers_are_imported_once_what_was_read_is_confirmed(desk: Site) -> None:
    read = desk.post_file(DEALERS, "dealers.csv", (HEADS + RIGHT).encode())
    assert f"{ENGLISH.interface.desk_dealers.read.format(count=1)} {ENGLISH.interface.desk_import.confirm}" in visible(
        read
    )
    assert ("<td" in read.text, rows(desk.archive, "SELECT name FROM dealer")) == (True, [])
    seen = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', read.text))
    # What was changed since, or a box, is shown again.
    other = desk.post(DEALERS, seen | {"text": HEADS + RIGHT.replace("Mawna", "Bazar")})
    for changed in (other, desk.post(DEALERS, seen | {"text": HEADS + RIGHT, "replace": "1"})):
        assert ENGLISH.interface.desk_import.confirm in visible(changed)
    assert rows(desk.archive, "SELECT name FROM dealer") == []
    done = visible(desk.post(DEALERS, seen | {"text": (HEADS + RIGHT).replace("\n", "\r\n")}))
    assert ENGLISH.interface.desk_dealers.done.format(added=1, changed=0, removed=0, same=0) in done
    # What stands in the field is taken where no file was chosen; a browser without scripts sends both alike.
    again = desk.post(
        f"/bn{DEALERS}", {"text": HEADS + RIGHT.replace("Mawna", "Bazar"), "replace": "1", "confirmed": "1"}
    )
    assert (again.status, rows(desk.archive, "SELECT name, address FROM dealer")) == (200, [("Rahman", "Bazar")])
    assert rows(desk.archive, "SELECT action, subject, person, detail FROM audit WHERE outcome = 'done'") == [
        ("import dealers", "dealers.csv", "Rahima Khatun", "added 1, changed 0, removed 0, same 0"),
        ("replace dealers", "desk", "Rahima Khatun", "added 0, changed 1, removed 0, same 0"),
    ]
