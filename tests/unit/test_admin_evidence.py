"""The commands `evidence` and `clocks`: what they write, what they say, and how they end."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from starbond_site import local_time
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.clocks import deeds
from starbond_site.documents.clocks.rules import Part
from tests.unit import evidence_verifying as stranger
from tests.unit.command_line import archive_of_commands, run
from tests.unit.documents import samples
from tests.unit.documents.publishing import publish, rows


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Archive]:
    monkeypatch.chdir(tmp_path)
    with archive_of_commands(tmp_path) as made:
        publish(made, "PriceSensitiveInformation", "Dividend.pdf", samples.GOOD["report.pdf"])
        yield made


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
    clock = deeds.start(archive, Actor("::1", "people", "Rina"), "price-sensitive-information", "Dividend", decided)
    deeds.tell(archive, clock.id, Actor("::1", "people"), Part.EXCHANGE, decided + timedelta(minutes=31, seconds=5))
    deeds.attach(archive, clock.id, Actor("::1", "people"), None)
    (line,) = run("clocks", "list").stdout.splitlines()
    number, state, said, due, *rest = line.split("\t")
    at = local_time.in_local_time(decided)
    assert (number, state) == ("1", "running")
    assert said == f"decided {at:%d-%m-%Y %H:%M}"
    assert due == f"due {at + timedelta(minutes=30):%d-%m-%Y %H:%M}"
    assert rest[:2] == ["exchange", f"{at + timedelta(minutes=31, seconds=5):%d-%m-%Y %H:%M}, late by 1:05"]
    assert rest[3].startswith("not yet, late by 10:")
    assert rest[-1] == "Dividend"
