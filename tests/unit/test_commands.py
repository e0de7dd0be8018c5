"""Short commands: ``admin alerts``, ``admin dealers`` and ``admin translations``."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from starbond_site import admin, local_time
from starbond_site.admin import content
from starbond_site.documents.archive import Archive
from starbond_site.sealed import service
from tests.unit.alert_desk import add_subscribers
from tests.unit.command_line import archive_of_commands, run
from tests.unit.documents import samples
from tests.unit.documents.publishing import publish, rows
from tests.unit.sealed.sealed_filings import RUNA, seal

HEADER = "division,district,upazila,name,address,telephone"
LINE = "Dhaka,Gazipur,Sreepur,=Rahman,Mawna Bazar,01711-000000"


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with archive_of_commands(tmp_path) as made:
        yield made


def dealers(*words: str, status: int = 0) -> Result:
    done = run("dealers", *words)
    assert done.exit_code == status, done.output
    return done


def test_alerts_are_counted_listed_and_removed(archive: Archive) -> None:
    first, second = add_subscribers(archive, 2, ("AllNotice", "BondIssue"))
    counted = run("alerts", "count").output.splitlines()
    assert {"2\tconfirmed", "0\tunconfirmed", "2\tBondIssue", "0\tAnnualReport"} <= set(counted)
    listed = run("alerts", "list").output
    assert (f"{first}\ten\t" in listed, listed.count("\tAllNotice,BondIssue\n")) == (True, 2)
    assert run("alerts", "remove", first.upper()).output == f"Removed: {first.upper()}\n"
    assert run("alerts", "remove", first).exit_code == 1
    assert second in run("alerts", "list").output
    assert "1\tBondIssue" in run("alerts", "count").output


@pytest.mark.usefixtures("archive")
def test_dealers_are_imported_whole_or_not_at_all_and_removed_only_on_request(tmp_path: Path) -> None:
    file, target = tmp_path / "dealers.csv", tmp_path / "export.csv"
    file.write_text(f"{HEADER}\n{LINE}\nDhaka,,Sreepur,Karim,Road,none\n", encoding="utf-8")
    assert dealers("import", str(file), status=1).stderr.splitlines() == [
        "Line 3, district: the cell is empty.",
        "Line 3, telephone: none is no telephone number; write it as +880 1700-000000 / 01700-000000.",
        "Nothing was imported; mistakes: 2.",
    ]
    assert dealers("list").stdout == ""
    file.write_text(f"{HEADER}\n{LINE}\n", encoding="utf-8-sig")
    assert dealers("import", str(file)).stdout == "Added 1, changed 0, removed 0, the same as before 0.\n"
    assert dealers("list").stdout == "Dhaka / Gazipur / Sreepur\t=Rahman\t+8801711000000\tno position\n"
    dealers("export", "--output", str(target))
    assert target.read_bytes().startswith(b"\xef\xbb\xbf")
    again = dealers("import", str(target), "--replace")
    assert again.stdout == "Added 0, changed 0, removed 0, the same as before 1.\n", "an export is a file to import"
    file.write_text(f"{HEADER}\n", encoding="utf-8")
    assert "--replace" in dealers("import", str(file), status=1).stderr
    assert dealers("import", str(file), "--replace").stdout.startswith("Added 0, changed 0, removed 1")


def test_missing_translations_are_listed_and_end_with_one(monkeypatch: pytest.MonkeyPatch) -> None:
    done = CliRunner().invoke(admin.app, ["translations"])
    assert done.exit_code == 0, done.output
    monkeypatch.setattr(content, "missing_translations", lambda: ["brands.toml: For wood"])
    done = CliRunner().invoke(admin.app, ["translations"])
    assert (done.exit_code, "brands.toml: For wood" in done.stdout) == (1, True)


LIST = "PriceSensitiveInformation"
PDF = samples.pdf("results of the year")


@pytest.fixture
def two_persons(tmp_path: Path) -> Iterator[Archive]:
    """Give the two_persons that the command line works on, which asks for two persons."""
    with archive_of_commands(tmp_path, UPLOADS="people", TWO_PERSON_RELEASE="yes") as made:
        yield made


def sealed(*arguments: str, status: int = 0) -> Result:
    result = run("sealed", *arguments)
    assert result.exit_code == status, result.output
    return result


def test_from_sealing_to_the_release(two_persons: Archive, tmp_path: Path):
    (tmp_path / "Results.pdf").write_bytes(PDF)
    for past in ("18:00", "2020-01-01 18:00"):
        sealed("add", LIST, str(tmp_path / "Results.pdf"), "--at", past, status=1)
    at = local_time.typed(local_time.now() + timedelta(hours=1)).replace("T", " ")
    assert (
        "title" in sealed("add", LIST, str(tmp_path / "Results.pdf"), "--at", at, "--title", "x" * 201, status=1).output
    )
    added = sealed("add", LIST, str(tmp_path / "Results.pdf"), "--at", at, "--title", "Interim dividend 2026")
    assert "Results.pdf\ttitle: Interim dividend 2026\n" in sealed("list").output
    (filing,) = service.waiting(two_persons)
    assert f"Sealed as 1 until {at} (Dhaka): Results.pdf in {LIST}" in added.output
    assert f"Commitment: {filing.commitment}" in added.output
    assert "waits for an approval" in sealed("list").output
    assert "You cannot approve" in sealed("approve", "1", status=1).output
    later = local_time.typed(local_time.now() + timedelta(hours=2)).replace("T", " ")
    assert later in sealed("reschedule", "1", "--at", later).output
    assert "/desk/sealed/preview/" in sealed("preview", "1").output
    assert "waits until another person" in sealed("release", "1").output
    service.approve(two_persons, 1, RUNA, service.waiting(two_persons)[0].version)
    assert "Published Results -" in sealed("release", "1").output
    assert "released as 1" in sealed("list").output
    assert rows(two_persons, "SELECT title FROM document") == [("Interim dividend 2026",)]
    assert "no longer sealed" in sealed("cancel", "1", "--reason", "No.", status=1).output


def test_the_command_line_approves_what_a_person_sealed(two_persons: Archive):
    seal(two_persons)
    assert "Approved: 1" in sealed("approve", "1").output
    assert "cancelled: The board meets again." not in sealed("list").output
    sealed("cancel", "1", "--reason", "The board meets again.")
    assert "cancelled: The board meets again." in sealed("list").output
    assert rows(two_persons, "SELECT count(*) FROM document") == [(0,)]


def test_a_refused_release_says_why(two_persons: Archive, monkeypatch: pytest.MonkeyPatch):
    filing = seal(two_persons, content=PDF)
    sealed("approve", "1")
    published = publish(two_persons, LIST, "Other.pdf", PDF)
    monkeypatch.setattr(local_time, "now", lambda: filing.release_at)
    assert published.file_name in sealed("release", "1", status=1).output
    assert f"refused: This file is already published as {published.file_name}" in sealed("list").output


def test_duties_are_listed_and_a_document_is_named_for_one(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    number = publish(archive, "AllNotice", "Report.pdf", samples.pdf("report")).id
    monkeypatch.setattr(local_time, "now", lambda: datetime(2027, 12, 1, 6, tzinfo=UTC))
    one = ("annual-report", "2027-06-30")
    late = "late\tannual-report\t2027-06-30\tdue on 28 October 2027\tlate by 34 days\n"
    shown = run("duties")
    assert (shown.exit_code, late in shown.stdout, "Late: " in shown.stderr) == (1, True, True)
    assert (
        run("duties", "fulfil", *one, number).stdout == f"annual-report, 2027-06-30: fulfilled by document {number}\n"
    )
    assert "annual-report" not in run("duties").stdout
    fulfilled = run("duties", "--all").stdout.partition("fulfilled\tannual-report\t2027-06-30\t")[2]
    assert f"\t{number} Report" in fulfilled.splitlines()[0]
    assert run("duties", "forget", *one).exit_code == 0
    assert late in run("duties").stdout
    refused = run("duties", "fulfil", *one, 99)
    assert (refused.exit_code, refused.stderr) == (1, "There is no public document with the id 99.\n")
