"""Uploaders are told that a PDF is a scan, and no publication waits or fails for it."""

import io
import sys
import time
from pathlib import Path

import pikepdf
import pytest

from starbond_site.documents import scan_check
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.scan_check import ScanCheck
from starbond_site.documents.upload import Upload
from tests.unit.documents import made_pdfs, samples
from tests.unit.documents.publishing import WHO, archive_in

pytestmark = pytest.mark.usefixtures("processes")
SLOW = [sys.executable, "-c", "import time; time.sleep(60)"]


def joined(*contents: bytes) -> bytes:
    """Return one PDF of the pages of several."""
    made, content = pikepdf.new(), io.BytesIO()
    for given in contents:
        made.pages.extend(pikepdf.open(io.BytesIO(given)).pages)
    made.save(content)
    return content.getvalue()


def is_scan(folder: Path, content: bytes, name: str = "paper.pdf") -> bool:
    """Publish a file; return whether its uploader is told that it is a scan."""
    with archive_in(folder) as archive, Upload(archive, "AllNotice", name, WHO) as upload:
        upload.write(content)
        assert upload.publish().id == 1
        return upload.is_scan


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch):
    """Wait longer, on a machine that is busy with other tests."""
    monkeypatch.setattr(scan_check, "SECONDS", 60.0)


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (made_pdfs.scan(1), True),
        (made_pdfs.scan(4), True),
        (joined(made_pdfs.scan(1), samples.pdf()), True),
        (made_pdfs.plain("Notice of the annual general meeting"), False),
        (made_pdfs.plain("No. 7"), False),
        (samples.pdf(), False),
        (joined(made_pdfs.scan(2), made_pdfs.plain("Report on the third page")), False),
        (joined(made_pdfs.scan(4), made_pdfs.plain("Report that begins with pictures")), False),
    ],
    ids=["scan", "pages", "with a blank page", "text", "short", "blank", "covers", "pictures first"],
)
def test_pdf_of_pictures_without_text_is_a_scan(tmp_path: Path, content: bytes, expected: bool):
    assert is_scan(tmp_path, content) is expected


@pytest.mark.usefixtures("patient")
def test_other_files_are_not_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(scan_check, "_COMMAND", SLOW)
    assert not is_scan(tmp_path, samples.picture("PNG"), "photograph.png")


def test_slow_check_is_ended_and_the_file_is_published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(scan_check, "_COMMAND", SLOW)
    monkeypatch.setattr(scan_check, "SECONDS", 0.2)
    started = time.monotonic()
    assert not is_scan(tmp_path, made_pdfs.scan(1))
    assert time.monotonic() - started < 30


@pytest.mark.parametrize(
    "command",
    [
        ["/nonexistent/program"],
        [sys.executable, "-c", "raise SystemExit(1)"],
        [sys.executable, "-c", "print('[]')"],
        [sys.executable, "-c", "print('{}')"],
    ],
)
def test_failed_check_means_no_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]):
    monkeypatch.setattr(scan_check, "_COMMAND", command)
    assert not is_scan(tmp_path, made_pdfs.scan(1))


def test_check_gives_its_place_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "scan.pdf"
    path.write_bytes(made_pdfs.scan(1))
    for command in (["/nonexistent/program"], SLOW):
        monkeypatch.setattr(scan_check, "_COMMAND", command)
        for _ in range(3):
            with ScanCheck(path):
                pass
    monkeypatch.undo()
    monkeypatch.setattr(scan_check, "SECONDS", 60.0)
    with ScanCheck(path) as check:
        assert check.result()


def test_refused_file_ends_its_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(scan_check, "_COMMAND", SLOW)
    monkeypatch.setattr(scan_check, "SECONDS", 60.0)
    started = time.monotonic()
    with archive_in(tmp_path) as archive, Upload(archive, "AllNotice", "paper.pdf", WHO) as upload:
        upload.write(made_pdfs.scan(1)[:-200])
        with pytest.raises(Refusal):
            upload.publish()
    assert time.monotonic() - started < 55
