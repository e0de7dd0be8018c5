"""``starbond desk``: every form of every page, by command and by browser."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from test_escaping import insert_records
from whole_site import Site, visible

from starbond_site.admin.desk import DeskClient
from starbond_site.admin.old_spellings import MOVED
from starbond_site.documents.archive import Archive
from starbond_site.shared import local_time
from starbond_site.shared.roles import Principal
from tests.unit.command_line import archive_of_commands, run
from tests.unit.documents import samples
from tests.unit.documents.publishing import publish, rows

SAMPLES = {"date": "2026-12-20", "time": "10:30", "datetime-local": "2099-12-20T10:30:00", "text": "5", "textarea": "5"}
"""What is typed, by the type of a field."""
PAGES = (
    *("", "sealed", "sealed/1", "clocks", "clocks/1", "calendar", "calendar/1", "dates", "figures", "figures/1"),
    *("figures-table", "duties", "dealers", "sheets", "dividends", "holders", "shareholding", "meetings", "people"),
    *("documents/1", "documents/2"),
)
AUDIT = "SELECT action, subject, outcome, CASE action WHEN 'publish' THEN '' ELSE detail END FROM audit ORDER BY id"
"""The detail of a publication has the hash of random bytes."""


desk = partial(run, "desk")


@pytest.fixture
def commands(tmp_path: Path) -> Iterator[Archive]:
    with archive_of_commands(tmp_path) as made:
        yield made


class Forms(HTMLParser):
    """The forms of a page, with what somebody types into all their fields, and what they never see."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms = list[tuple[str, dict[str, str], dict[str, str]]]()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        kind, name = found.get("type", "text") if tag == "input" else tag, found.get("name", "")
        if tag == "form" and found["method"] == "post":
            self.forms.append((found["action"], {}, {}))
        elif self.forms and tag == "option" and found["value"]:
            typed = self.forms[-1][1]
            typed[next(reversed(typed))] = found["value"]
        elif self.forms and name:
            _, typed, unseen = self.forms[-1]
            if kind in ("hidden", "button"):
                unseen[name] = found.get("value", "")
            else:
                typed[name] = SAMPLES.get(kind, "1")


def forms(site: Site, path: str) -> Sequence[tuple[str, dict[str, str], dict[str, str]]]:
    return Forms(site.get(path).text.partition("</nav>")[2]).forms


def fixed(form: tuple[str, dict[str, str], dict[str, str]]) -> tuple[str, dict[str, str]]:
    """Return the address of a form, and what tells it from others of that address."""
    return form[0], {name: text for name, text in form[2].items() if name[0] != "_"}


def sent(site: Site, action: str, fields: dict[str, str], file: Path) -> tuple[int, str]:
    """Send a form as a browser does, and return its status and what the page says that it leads to."""
    if "file" in fields:
        own = {name: text for name, text in fields.items() if name not in ("file", "text", "_upload")}
        answer = site.post_file(action, file.name, file.read_bytes(), **own)
    else:
        answer = site.post(action, fields)
    if answer.status == 303:
        address = urlsplit(answer.headers["location"])
        return 303, visible(site.get(address.path, address.query))
    return answer.status, visible(answer)


@pytest.mark.features
def test_a_command_does_and_says_what_the_form_does_and_says(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = local_time.now()
    monkeypatch.setattr(local_time, "now", lambda: now)
    browser, file = Site(archive, Principal(person_id=99, name="Rahima Khatun")), tmp_path / "Report.pdf"
    file.write_bytes(samples.GOOD["report.pdf"])
    insert_records(archive)
    outcomes, wrong = set[int](), list[object]()
    with archive_of_commands(tmp_path / "commands", URL=archive.settings.public_url) as own:
        insert_records(own)
        menu = {entry.path.removeprefix("/desk").strip("/") for entry in DeskClient(own).desk.entries}
        assert menu <= {*PAGES, "audit"}
        for page in (f"/desk/{page}".rstrip("/") for page in PAGES):
            for action, typed, unseen in forms(browser, page):
                # What was sent before may have changed what the page has not shown.
                fresh = next(
                    (each for each in forms(browser, page) if fixed(each) == fixed((action, typed, unseen))), None
                )
                if fresh is None:
                    continue
                status, said = sent(browser, action, typed | fresh[2], file)
                given = typed | fixed(fresh)[1] | ({"file": f"@{file}"} if "file" in typed else {})
                words = (f"{name}={text}" for name, text in given.items() if name != "text" or "file" not in given)
                done = run("desk", action.removeprefix("/desk/"), *words)
                outcomes.add(status)
                for line in (" ".join(line.split()) for line in done.output.splitlines() if "://" not in line):
                    # A link for somebody is shown once, on a page with tables.
                    if status != 200 and re.sub(r"^[\w-]+: ", "", line) not in said:
                        wrong.append((action, line, said))
                if done.exit_code != (status > 400) or rows(own, AUDIT) != rows(archive, AUDIT):
                    wrong.append((action, status, done.output))
        assert not wrong, wrong
        assert ("command line", "administrator") in rows(own, "SELECT address, right FROM audit")
    assert outcomes >= {200, 303, 422}


def test_a_form_is_sent_as_the_page_has_it_but_for_what_is_given(commands: Archive) -> None:
    added = desk("calendar/add", "kind=board-meeting", "day=2027-01-28", "starts=15:00", "note=Now")
    assert added.stdout == "Date added to the calendar.\nhttp://localhost:3000/desk/calendar/1\n"
    assert desk("calendar/1/change", "day=2027-01-29", "starts=").exit_code == 0
    assert rows(commands, "SELECT kind, day, starts, note, sequence FROM calendar_entry") == [
        ("board-meeting", "2027-01-29", None, "Now", 1)
    ]
    dividend = ("dividends/set", "year_end=2025-06-30")
    assert desk(*dividend, "cash=12.5", "record_date=2025-11-20").exit_code == 0
    assert desk(*dividend, "unclaimed=150.25").exit_code == 0
    assert rows(commands, "SELECT cash, unclaimed FROM dividend") == [("12.5", "150.25")]
    interim = (*dividend, "kind=interim-1")
    assert desk(*interim, "cash=2", "record_date=2025-02-20").exit_code == 0
    assert desk(*interim, "paid_on=2025-03-09").exit_code == 0
    assert rows(commands, "SELECT kind, cash, paid_on FROM dividend ORDER BY kind") == [
        ("final", "12.5", None), ("interim-1", "2", "2025-03-09")
    ]  # fmt: skip
    assert desk("dividends/remove", "year_end=2025-06-30", "kind=interim-1", "confirmed=1").exit_code == 0
    assert rows(commands, "SELECT kind FROM dividend") == [("final",)]
    assert desk("dividends/remove", "year_end=2025-06-30", "confirmed=1").exit_code == 0
    # A choice is sent as its first option, as a browser does.
    assert desk("meetings/add", "starts=2099-12-20T10:30:00", "agenda=1. Accounts").exit_code == 0
    assert rows(commands, "SELECT count(*) FROM dividend") == [(0,)]


@pytest.mark.parametrize(("words", "sentence"), [
    (("calendar/add", "kind=results", "day=28-01-2027"), "day: Please enter a date"),
    (("calendar/add", "colour=red"), "colour: the fields of calendar/add are kind, day, starts"),
    (("calendar/add", "results"), "results: give NAME=TEXT."),
    (("calendar/9/cancel",), "There is no page calendar/9/cancel of the desk"),
    (("shareholding/import", "file=@{}/months.csv"), "Line 2: "),
    (("shareholding/import", "file=@missing.csv"), "No such file or directory: missing.csv"),
    (("sealed", "list=AllNotice", "file=@{}/Results.pdf"), "moment: "),
    (("nothing",), "There is no page nothing of the desk: `starbond desk` lists all."),
])  # fmt: skip
def test_a_refusal_names_the_field_or_the_line_and_changes_nothing(
    commands: Archive, tmp_path: Path, words: tuple[str, ...], sentence: str
) -> None:
    (tmp_path / "Results.pdf").write_bytes(samples.GOOD["report.pdf"])
    (tmp_path / "months.csv").write_text(
        "month,sponsors,government,institutions,foreign,public\n2025-10,30,0,21,5,45\n", "utf-8"
    )
    done = desk(*(word.format(tmp_path) for word in words))
    assert (done.exit_code, sentence in done.stderr) == (1, True), done.output
    assert rows(commands, "SELECT count(*) FROM audit WHERE outcome = 'done'") == [(0,)]


def test_pages_are_listed_and_shown_with_their_fields(commands: Archive) -> None:
    number = publish(commands, "FinancialStatement", "Statement.pdf", samples.GOOD["report.pdf"]).id
    listed = desk().stdout
    assert "calendar\tInvestor Calendar\n  calendar/add kind= day= " in listed
    assert "documents/NUMBER\twithdraw, restore, rename, title, move, replace, file\n" in listed
    shown = desk(f"documents/{number}").stdout
    assert shown.startswith("Statement")
    assert f"starbond desk documents/{number}/move\n  category=\tNew list (PriceSensitiveInformation, " in shown
    assert "\tpublish\tFinancialStatement/1/" in desk("audit", "action=publish").stdout
    assert desk(f"documents/{number}/evidence.zip").stdout_bytes.startswith(b"PK")


@pytest.mark.parametrize("old", MOVED)
def test_an_old_spelling_answers_with_the_new_one(commands: Archive, old: str) -> None:
    done = run(*old.split(), "--whatever", 1)
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    command, *words = MOVED[old].split()
    assert f"`starbond {MOVED[old]}`" in done.stderr
    path = words[0].replace("ID", "1")
    assert command == "dealers" or any(route.path_regex.match(f"/desk/{path}") for route in DeskClient(commands).routes)
