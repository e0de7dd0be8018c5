"""Scans by clamd: what is clean is published, and whatever is not surely clean is refused, in bounded time."""

import logging
import os
import socket
import time
from pathlib import Path

import pytest

from starbond_site.documents import refusals, virus_scan
from starbond_site.documents.archive import Archive
from tests.unit.documents import clamd, samples
from tests.unit.documents.publishing import archive_in, assert_nothing_happened, publish, rows, sentence

PDF = samples.GOOD["report.pdf"]
INFECTED = samples.zipped({"a.txt": clamd.EICAR}, compression=0)


@pytest.fixture(params=["unix", "port"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | None:
    """Return the path of a socket, or None for a port."""
    return tmp_path / "clamd.ctl" if request.param == "unix" else None


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the waits of scans that never end."""
    monkeypatch.setattr(virus_scan, "SECONDS", 1.0)
    monkeypatch.setattr(virus_scan, "PING_SECONDS", 0.2)


def test_clean_file_is_published_and_harmful_one_is_not(
    place: Path | None, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    """The name of what was found is in the audit and in the log, not in the sentence."""
    with clamd.running(place) as scanner, archive_in(tmp_path / "data", clamav=scanner.address) as archive:
        with pytest.raises(refusals.VirusFound) as refused:
            publish(archive, "AllNotice", "files.zip", INFECTED)
        assert_nothing_happened(archive)
        assert "Eicar" not in sentence(refused.value)
        assert rows(archive, "SELECT outcome, detail FROM audit") == [("virus_found", "Eicar-Test-Signature")]
        assert "Eicar-Test-Signature" in caplog.text
        publish(archive, "AllNotice", "report.pdf", PDF)
        assert scanner.received == [INFECTED, PDF]
        assert virus_scan.is_answering(scanner.address)


def test_every_other_answer_refuses(place: Path | None, tmp_path: Path):
    """Nothing is published, the uploader is told, and it takes no longer than the limit."""
    path = tmp_path / "file"
    path.write_bytes(os.urandom(3 * virus_scan.CHUNK))
    unavailable, limit = refusals.ScannerUnavailable, refusals.ScannerLimit
    for behaviour, refusal, detail in (
        ("silent", unavailable, "TimeoutError"),
        ("endless", unavailable, ""),
        ("hang up", unavailable, ""),
        ("limit", limit, "INSTREAM size limit exceeded. ERROR"),
        ("stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND", limit, "Heuristics"),
        ("stream: Win.Test.EICAR_HDB-1 FOUND", refusals.VirusFound, "Win.Test.EICAR_HDB-1"),
        ("stream: lstat() failed. ERROR", unavailable, "lstat() failed"),
        ("stream: OK\nstream: X FOUND", unavailable, ""),
        ("UNKNOWN COMMAND", unavailable, "UNKNOWN COMMAND"),
        ("", unavailable, ""),
    ):
        with clamd.running(place, behaviour) as scanner:
            begun = time.monotonic()
            with pytest.raises(refusals.Refusal) as refused:
                virus_scan.refuse_harmful(scanner.address, path)
            assert time.monotonic() - begun < 20, behaviour
        if place:
            place.unlink()
        assert (type(refused.value), detail in refused.value.detail) == (refusal, True), behaviour
        assert sentence(refused.value) != sentence(refused.value, "bn")


def test_refused_connection_publishes_nothing(tmp_path: Path):
    """A clamd that does not run closes publishing, with a sentence."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
        for given in (address, str(tmp_path / "missing.ctl"), "[::1]:1"):
            with archive_in(tmp_path / "data", clamav=given) as archive:
                with pytest.raises(refusals.ScannerUnavailable) as refused:
                    publish(archive, "AllNotice", "report.pdf", PDF)
                assert "Nothing was published" in sentence(refused.value)
                assert_nothing_happened(archive)
                assert not virus_scan.is_answering(given)


def test_socket_whose_queue_is_full(tmp_path: Path):
    """A frozen clamd that accepts no more connections is waited for as long as any other."""
    path = tmp_path / "file"
    path.write_bytes(PDF)
    address = str(tmp_path / "clamd.ctl")
    with socket.socket(socket.AF_UNIX) as frozen, socket.socket(socket.AF_UNIX) as waiting:
        frozen.bind(address)
        frozen.listen(0)
        waiting.connect(address)
        with pytest.raises(refusals.ScannerUnavailable):
            virus_scan.refuse_harmful(address, path)
        assert not virus_scan.is_answering(address)


def test_large_file_is_sent_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    content = os.urandom(5 * 1024 * 1024 + 7)
    path = tmp_path / "file"
    path.write_bytes(content)
    monkeypatch.setattr(virus_scan, "CHUNK", 64 * 1024)
    with clamd.running(tmp_path / "clamd.ctl") as scanner:
        virus_scan.refuse_harmful(scanner.address, path)
    assert scanner.received == [content]


@pytest.mark.parametrize("behaviour", ["silent", "hang up", "?"])
def test_scanner_that_does_not_answer_a_ping_is_unwell(place: Path | None, behaviour: str):
    with clamd.running(place, behaviour) as scanner:
        assert not virus_scan.is_answering(scanner.address)


def test_without_the_setting_nothing_is_scanned(
    archive: Archive, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.delattr(virus_scan, "refuse_harmful")
    with caplog.at_level(logging.WARNING):
        publish(archive, "AllNotice", "report.pdf", PDF)
    assert caplog.text == ""
