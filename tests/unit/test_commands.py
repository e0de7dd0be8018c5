"""Short commands: ``admin alerts``, ``admin dealers`` and ``admin translations``."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from starbond_site import admin
from starbond_site.admin import content
from starbond_site.documents.archive import Archive
from tests.unit.alert_desk import add_subscribers
from tests.unit.command_line import archive_of_commands, run

HEADER = "division,district,upazila,name,address,telephone"
LINE = "Dhaka,Gazipur,Sreepur,=Rahman,Mawna Bazar,01711-000000"


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with archive_of_commands(tmp_path) as made:
        yield made


def dealers(*words: str, status: int = 0) -> Result:
    """Run a command, and check its exit status."""
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
        "Line 3, telephone: none is no telephone number; write it as +880 1700-000000 or 01700-000000.",
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
