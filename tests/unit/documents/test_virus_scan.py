"""Scans by clamd: what is clean is published, and whatever is not surely clean is refused, in bounded time."""

import os
import socket
from pathlib import Path

import pytest

from starbond_site.documents import virus_scan
from starbond_site.documents.refusals import Refusal
from tests.refused import refuses
from tests.unit.documents import clamd, samples
from tests.unit.documents.publishing import archive_in, assert_nothing_happened, outcome, publish, rows, sentence

PDF = samples.GOOD["report.pdf"]
INFECTED = samples.zipped({"a.txt": clamd.EICAR}, compression=0)


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the waits of scans that never end."""
    monkeypatch.setattr(virus_scan, "SECONDS", 0.3)
    monkeypatch.setattr(virus_scan, "PING_SECONDS", 0.2)


@pytest.mark.parametrize("place", [Path("clamd.ctl"), None], ids=["socket", "port"])
def test_only_a_clean_file_is_published(place: Path | None, tmp_path: Path, caplog: pytest.LogCaptureFixture):
    """The name of what was found is in the audit and in the log, not in the sentence."""
    with (
        clamd.running(place and tmp_path / place) as scanner,
        archive_in(tmp_path / "data", clamav=scanner.address) as archive,
    ):
        with refuses("virus_found") as refused:
            publish(archive, "AllNotice", "files.zip", INFECTED)
        assert_nothing_happened(archive)
        assert "Eicar" not in sentence(refused.value)
        assert rows(archive, "SELECT outcome, detail FROM audit") == [("virus_found", "Eicar-Test-Signature")]
        assert "Eicar-Test-Signature" in caplog.text
        publish(archive, "AllNotice", "report.pdf", PDF)
        assert scanner.received == [INFECTED, PDF]
        assert virus_scan.is_answering(scanner.address)


UNAVAILABLE = "scanner_unavailable"


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """Write a file of several chunks."""
    path = tmp_path / "file"
    path.write_bytes(os.urandom(3 * virus_scan.CHUNK))
    return path


@pytest.mark.parametrize(("behaviour", "code", "detail"), [
    ("silent", UNAVAILABLE, "TimeoutError"),
    ("endless", UNAVAILABLE, ""),
    ("hang up", UNAVAILABLE, ""),
    ("limit", "scanner_limit", "INSTREAM size limit exceeded. ERROR"),
    ("stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND", "scanner_limit", "Heuristics"),
    ("stream: Win.Test.EICAR_HDB-1 FOUND", "virus_found", "Win.Test.EICAR_HDB-1"),
    ("stream: lstat() failed. ERROR", UNAVAILABLE, "lstat() failed"),
    ("stream: OK\nstream: X FOUND", UNAVAILABLE, ""),
    ("UNKNOWN COMMAND", UNAVAILABLE, "UNKNOWN COMMAND"),
    ("", UNAVAILABLE, ""),
])  # fmt: skip
def test_every_other_answer_refuses(large: Path, behaviour: str, code: str, detail: str):
    """Nothing is published, the uploader is told, the wait ends, and the scanner counts as unwell."""
    with clamd.running(large.with_name("scanner.ctl"), behaviour) as scanner:
        with pytest.raises(Refusal) as refused:
            virus_scan.refuse_harmful(scanner.address, large)
        assert not virus_scan.is_answering(scanner.address)
    assert (refused.value.code, detail in refused.value.detail) == (code, True)
    assert sentence(refused.value) != sentence(refused.value, "bn")


def test_a_scanner_that_is_late_between_two_pieces_is_said_to_be_late(large: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(virus_scan, "SECONDS", 0)
    monkeypatch.setattr(virus_scan, "BYTES_PER_SECOND", 10**12)
    with clamd.running(large.with_name("scanner.ctl"), "silent") as scanner, refuses(UNAVAILABLE) as refused:
        virus_scan.refuse_harmful(scanner.address, large)
    assert refused.value.detail == "TimeoutError: timed out"


def test_a_scanner_that_takes_no_connection_refuses(large: Path):
    """Nobody listens there, or a frozen clamd accepts no more."""
    with socket.socket(socket.AF_UNIX) as frozen, socket.socket(socket.AF_UNIX) as waiting:
        frozen.bind(full := str(large.with_name("full.ctl")))
        frozen.listen(0)
        waiting.connect(full)
        for address in (full, str(large.with_name("missing.ctl")), "[::1]:1"):
            assert outcome(virus_scan.refuse_harmful, address, large) == UNAVAILABLE, address
            assert not virus_scan.is_answering(address)


def test_a_scan_has_as_much_time_as_its_file_needs(large: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(virus_scan, "SECONDS", 0)
    monkeypatch.setattr(virus_scan, "BYTES_PER_SECOND", virus_scan.CHUNK // 10)
    with clamd.running(large.with_name("scanner.ctl")) as scanner:
        virus_scan.refuse_harmful(scanner.address, large)
    assert scanner.received == [large.read_bytes()]
