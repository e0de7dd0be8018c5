"""``admin dealers``: a file is imported whole or not at all, with every mistake in one run."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import Result

from starbond_site.documents.archive import Archive
from tests.unit.command_line import archive_of_commands, run

HEADER = "division,district,upazila,name,address,telephone"
LINE = "Dhaka,Gazipur,Sreepur,=Rahman,Mawna Bazar,01711-000000"


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    """Let the command line work on an archive of its own."""
    with archive_of_commands(tmp_path) as made:
        yield made


def dealers(*words: str, status: int = 0) -> Result:
    """Run a command, and check its exit status."""
    done = run("dealers", *words)
    assert done.exit_code == status, done.output
    return done


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "dealers.csv"
    path.write_text(f"{HEADER}\n{LINE}\n", encoding="utf-8-sig")
    return path


@pytest.mark.usefixtures("archive")
def test_import_list_and_export(file: Path, tmp_path: Path) -> None:
    assert dealers("import", str(file)).stdout == "Added 1, changed 0, removed 0, the same as before 0.\n"
    listed = dealers("list")
    assert listed.stdout == "Dhaka / Gazipur / Sreepur\t=Rahman\t+8801711000000\tno position\n"
    target = tmp_path / "export.csv"
    dealers("export", "--output", str(target))
    assert target.read_bytes().startswith(b"\xef\xbb\xbf")
    again = dealers("import", str(target), "--replace")
    assert again.stdout == "Added 0, changed 0, removed 0, the same as before 1.\n", "an export is a file to import"


@pytest.mark.usefixtures("archive")
def test_one_wrong_line_imports_nothing(file: Path) -> None:
    file.write_text(f"{HEADER}\n{LINE}\nDhaka,,Sreepur,Karim,Road,none\n", encoding="utf-8")
    refused = dealers("import", str(file), status=1)
    assert refused.stderr.splitlines() == [
        "Line 3, district: the cell is empty.",
        "Line 3, telephone: none is no telephone number; write it as +880 1700-000000 or 01700-000000.",
        "Nothing was imported; mistakes: 2.",
    ]
    assert dealers("list").stdout == ""


@pytest.mark.usefixtures("archive")
def test_all_dealers_are_removed_only_on_request(file: Path) -> None:
    dealers("import", str(file))
    file.write_text(f"{HEADER}\n", encoding="utf-8")
    assert "--replace" in dealers("import", str(file), status=1).stderr
    assert dealers("import", str(file), "--replace").stdout.startswith("Added 0, changed 0, removed 1")
