"""The commands of sealed filings."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from typer.testing import Result

from starbond_site import local_time
from starbond_site.documents.archive import Archive
from starbond_site.documents.sealed import filings, moments
from tests.unit.command_line import archive_of_commands, run
from tests.unit.documents import samples
from tests.unit.documents.publishing import publish, rows
from tests.unit.documents.sealed_filings import RUNA, seal

LIST = "PriceSensitiveInformation"
PDF = samples.pdf("results of the year")


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    """Give the archive that the command line works on, which asks for two persons."""
    with archive_of_commands(tmp_path, UPLOADS="people", TWO_PERSON_RELEASE="yes") as made:
        yield made


def sealed(*arguments: str, status: int = 0) -> Result:
    result = run("sealed", *arguments)
    assert result.exit_code == status, result.output
    return result


def test_from_sealing_to_the_release(archive: Archive, tmp_path: Path):
    (tmp_path / "Results.pdf").write_bytes(PDF)
    for past in ("18:00", "2020-01-01 18:00"):
        sealed("add", LIST, str(tmp_path / "Results.pdf"), "--at", past, status=1)
    at = moments.written(local_time.now() + timedelta(hours=1)).replace("T", " ")
    assert (
        "title" in sealed("add", LIST, str(tmp_path / "Results.pdf"), "--at", at, "--title", "x" * 201, status=1).output
    )
    added = sealed("add", LIST, str(tmp_path / "Results.pdf"), "--at", at, "--title", "Interim dividend 2026")
    assert "Results.pdf\ttitle: Interim dividend 2026\n" in sealed("list").output
    (filing,) = filings.waiting(archive)
    assert f"Sealed as 1 until {at} (Dhaka): Results.pdf in {LIST}" in added.output
    assert f"Commitment: {filing.commitment}" in added.output
    assert "waits for an approval" in sealed("list").output
    assert "themselves" in sealed("approve", "1", status=1).output
    later = moments.written(local_time.now() + timedelta(hours=2)).replace("T", " ")
    assert later in sealed("reschedule", "1", "--at", later).output
    assert "/desk/sealed/preview/" in sealed("preview", "1").output
    assert "waits until another person" in sealed("release", "1").output
    filings.approve(archive, 1, RUNA, filings.waiting(archive)[0].version)
    assert "Published Results -" in sealed("release", "1").output
    assert "released as 1" in sealed("list").output
    assert rows(archive, "SELECT title FROM document") == [("Interim dividend 2026",)]
    assert "not sealed any more" in sealed("cancel", "1", "--reason", "No.", status=1).output


def test_the_command_line_approves_what_a_person_sealed(archive: Archive):
    seal(archive)
    assert "Approved: 1" in sealed("approve", "1").output
    assert "cancelled: The board meets again." not in sealed("list").output
    sealed("cancel", "1", "--reason", "The board meets again.")
    assert "cancelled: The board meets again." in sealed("list").output
    assert rows(archive, "SELECT count(*) FROM document") == [(0,)]


def test_a_refused_release_says_why(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    filing = seal(archive, content=PDF)
    sealed("approve", "1")
    published = publish(archive, LIST, "Other.pdf", PDF)
    monkeypatch.setattr(local_time, "now", lambda: filing.release_at)
    assert published.file_name in sealed("release", "1", status=1).output
    assert f"refused: This file is already published as {published.file_name}" in sealed("list").output
