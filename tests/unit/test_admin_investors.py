"""Commands of dates, figures, dividends, shareholding, evidence and clocks: what they say and do, and how they end."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.features.clocks import service
from starbond_site.features.clocks.records import Recipient
from starbond_site.shared import local_time
from tests.unit import evidence_verifying as stranger
from tests.unit.command_line import archive_of_commands, run
from tests.unit.documents import samples
from tests.unit.documents.publishing import publish, rows

YEAR = ("--period", "year", "--ends", "2025-06-30")
FILE = """
period = "year"
ends = 2025-06-30
unit = "BDT"
restated = true

[figures]
eps = 1.2000
revenue = 512345678.90
profit = 200000000000

[reasons]
profit = {en = "A plant was sold.", bn = "একটি কারখানা বিক্রি হয়েছে।"}
"""


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Archive]:
    monkeypatch.chdir(tmp_path)
    with archive_of_commands(tmp_path) as made:
        publish(made, "FinancialStatement", "Statement.pdf", samples.GOOD["report.pdf"])
        yield made


def test_life_of_a_date(archive: Archive) -> None:
    added = run("calendar", "add", "board-meeting", "2027-01-28", "--from", "15:00", "--title-bn", "পর্ষদ সভা")
    assert added.stdout.startswith("Announced: 1\t2027-01-28 15:00\tboard-meeting\tBoard meeting, calendar file")
    assert "/calendar/1.ics" in added.stdout
    changed = run("calendar", "change", 1, "--day", "2027-01-29", "--whole-day")
    assert changed.stdout == "Changed: 1\t2027-01-29\tboard-meeting\tBoard meeting\n"
    assert run("calendar", "cancel", 1).stdout == "Cancelled: 1\t2027-01-29\tboard-meeting\tBoard meeting\tcancelled\n"
    listed = run("calendar", "list")
    assert "1\t2027-01-29\tboard-meeting\tBoard meeting\tcancelled\n" in listed.stdout
    sample = "annual-general-meeting-2026\t2026-12-20\tannual-general-meeting\tAnnual general meeting\tsample"
    assert sample in listed.stdout
    assert rows(archive, "SELECT sequence FROM calendar_entry") == [(2,)]


def test_life_of_figures(archive: Archive) -> None:
    done = run("figures", "set", 1, *YEAR, "--eps=-0.75", "--revenue", "512.40")
    assert done.stdout.startswith("Entered for the year to 2025-06-30: eps -0.75 BDT, revenue 512.40 BDT million")
    assert "1\tyear\t2025-06-30\trevenue\t512.40\tBDT million" in run("figures", "list", 1).stdout
    assert run("figures", "list", 2).stdout == ""
    assert run("figures", "remove", 1, "--name", "eps").stdout == "Removed: 1 figures\n"
    assert rows(archive, "SELECT name FROM figure") == [("revenue",)]


def test_life_of_dividends_and_shareholding(tmp_path: Path) -> None:
    file, year = tmp_path / "given.txt", "2025-06-30"
    month, head = b"2025-10,30,0,21,5,44", b"month,sponsors,government,institutions,foreign,public\n"
    with archive_of_commands(tmp_path, HOLDERS_KEY="k" * 32) as archive:
        for words, content, said in (
            (("set", year, "--cash", "12"), b"", "Give the record date"),
            (("set", year, "--cash", "12,5", "--record", "2025-11-20"), b"", "cash: '12,5' is not a number."),
            (("set", year, "--cash", "12.5", "--record", "2025-11-20"), b"", "cash 12.5 %, stock 0 %, record 2025-11-"),
            (("set", year, "--unclaimed", "১৫০.২৫"), b"", "record 2025-11-20, unclaimed 150.25"),
            (("list",), b"", f"{year}: cash 12.5 %"),
            (("remove", year), b"", f"Removed: {year}"),
            (("import", file), b"\xff\xfe1", "This file is not UTF-8."),
            (("import", file), b"12\nnobody\n", "Line 2: write the 16 digits"),
            (("import", file), b"1201 2345 6789 0123\n\nAB-0017\nab17", "Numbers for which a dividend waits: 2."),
        ):
            file.write_bytes(content)
            assert said in run("holders" if words[0] == "import" else "dividends", *words).output, words
        file.write_bytes(head + month)
        assert "New or changed: 1, the same as before: 0;" in run("shareholding", "import", file).output
        assert run("shareholding", "list").output.startswith("2025-10\tsponsors 30\t")
        assert rows(archive, "SELECT detail FROM audit WHERE action LIKE 'import%'") == [
            ("2 numbers",),
            ("1 months: 2025-10",),
        ]


def test_figures_from_a_file(archive: Archive, tmp_path: Path) -> None:
    file = tmp_path / "figures.toml"
    file.write_text(FILE, "utf-8")
    assert run("figures", "set", 1, "--from", file).exit_code == 0
    assert rows(archive, "SELECT name, value, unit, restated, reason_bn FROM figure ORDER BY name") == [
        ("eps", "1.2000", "BDT", 1, ""),
        ("profit", "200000000000", "BDT", 1, "একটি কারখানা বিক্রি হয়েছে।"),
        ("revenue", "512345678.90", "BDT", 1, ""),
    ]


def test_wrong_files(archive: Archive, tmp_path: Path) -> None:
    for text, sentence in [
        ("period = ", "is not TOML"),
        ("period = 'year'\nends = 2025-06-30", "'figures' is missing"),
        ("period = 'decade'\nends = 2025-06-30\n[figures]\neps = 1", "'decade' is not a valid Period"),
        ("period = 'year'\nends = 2025-06-30\n[figures]\nebit = 1", "'ebit' is not a valid FigureName"),
        ("period = 'year'\nends = 'soon'\n[figures]\neps = 1", "soon"),
        ("period = 'year'\nends = 2025-06-30\nyear = 1\n[figures]\neps = 1", "year is not known"),
        ("period = 'year'\nends = 2025-06-30\n[figures]\neps = '1,2'", "is not a number"),
        ("period = 'year'\nends = 2025-06-30\n[figures]\neps = true", "is not a number"),
        ("period = 'year'\nends = 2025-06-30\nfigures = 3", "figures.toml"),
    ]:
        file = tmp_path / "figures.toml"
        file.write_text(text, "utf-8")
        done = run("figures", "set", 1, "--from", file)
        assert (done.exit_code, sentence in done.stderr) == (1, True), (text, sentence)
        assert rows(archive, "SELECT count(*) FROM figure") == [(0,)], (text, sentence)


def test_refusals(archive: Archive) -> None:
    for words, code, sentence in [
        (("calendar", "add", "party", "2027-01-28"), 2, "Invalid value"),
        (("calendar", "add", "results", "28-01-2027"), 2, "is no date"),
        (("calendar", "add", "results", "2027-01-28", "--from", "3 pm"), 2, "is no time of day"),
        (("calendar", "add", "results", "2027-01-28", "--until", "15:00"), 1, "needs a beginning"),
        (("calendar", "change", 1), 1, "Say what to change"),
        (("calendar", "change", 1, "--whole-day", "--from", "15:00"), 1, "Either --whole-day"),
        (("calendar", "cancel", 1), 1, "no date 1"),
        (("calendar", "add", "results", "2027-01-28", "--place", "x" * 201), 1, "place: This text has 201 characters"),
        (("meetings", "set", "--id", 9, "place=Dhaka"), 1, "number 9. See `meetings list`."),
        (("dividends", "remove", "2020-06-30"), 1, "See `dividends list`."),
        (("figures", "set", 1, "--eps", "1"), 1, "Give the period"),
        (("figures", "set", 1, *YEAR), 1, "at least one figure"),
        (("figures", "set", 7, *YEAR, "--eps", "1"), 1, "no public document with the id 7"),
        (("figures", "set", 1, *YEAR, "--eps", "1.2.3"), 1, "is not a number"),
        (("figures", "set", 1, *YEAR, "--eps", "500"), 1, "outside the range of -100 to 100 BDT: give the reason"),
        (("figures", "remove", 1), 1, "no such figure"),
    ]:
        done = run(*words)
        assert (done.exit_code, sentence in done.stderr) == (code, True), (words, code, sentence)
        assert rows(archive, "SELECT count(*) FROM audit WHERE action <> 'publish'") == [(0,)]


def test_evidence_is_written_and_verifies_and_never_replaces_a_file(archive: Archive, tmp_path: Path) -> None:
    done = run("evidence", 1)
    assert done.exit_code == 0, done.output
    written = tmp_path / "evidence-1.zip"
    assert done.stdout.startswith("Written: evidence-1.zip, ")
    assert done.stdout.endswith(f" files, {written.stat().st_size} bytes\n")
    assert stranger.verify(written, tmp_path / "stranger").returncode == 0
    refused = run("evidence", 1, "--output", written)
    assert (refused.exit_code, refused.stderr) == (1, f"File exists: {written}\n")
    assert rows(archive, "SELECT person, address FROM audit WHERE action = 'evidence pack'") == [("", "command line")]


def test_no_evidence_leaves_no_file(archive: Archive, tmp_path: Path) -> None:
    unknown = run("evidence", 9)
    assert (unknown.exit_code, unknown.stderr) == (1, "There is no document with the id 9.\n")
    for stored in archive.storage.list():
        archive.storage.remove(stored.key)
    missing = run("evidence", 1)
    assert missing.exit_code == 1
    assert missing.stderr.startswith("The file of this document is not in the storage")
    assert list(tmp_path.glob("*.zip")) == []


def test_clocks_are_listed(archive: Archive) -> None:
    assert run("clocks", "list").stdout == ""
    decided = local_time.now().replace(microsecond=0) - timedelta(minutes=40)
    clock = service.start(archive, Actor("::1", "people", "Rina"), "price-sensitive-information", "Dividend", decided)
    who, told = Actor("::1", "people"), decided + timedelta(minutes=31, seconds=5)
    service.record_notice(archive, clock.id, who, Recipient.EXCHANGE, told)
    service.attach(archive, clock.id, who, None)
    (line,) = run("clocks", "list").stdout.splitlines()
    number, state, said, due, *rest = line.split("\t")
    at = local_time.in_local_time(decided)
    assert (number, state) == ("1", "running")
    assert said == f"decided {at:%d-%m-%Y %H:%M}"
    assert due == f"due {at + timedelta(minutes=30):%d-%m-%Y %H:%M}"
    assert rest[:2] == ["exchange", f"{at + timedelta(minutes=31, seconds=5):%d-%m-%Y %H:%M}, late by 1:05"]
    assert rest[3].startswith("not yet, late by 10:")
    assert rest[-1] == "Dividend"
