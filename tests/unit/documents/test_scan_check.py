"""Uploaders are told that a PDF is a scan, and no publication waits or fails for it."""

import io
import sys
import time

import pikepdf
import pytest

from starbond_site.documents.archive import Archive
from starbond_site.documents.extraction import pdf, scan
from starbond_site.documents.publish import Submission, publish
from tests.unit.documents import made_pdfs, samples
from tests.unit.documents.publishing import WHO, arrived

pytestmark = pytest.mark.usefixtures("processes")
SLOW = [sys.executable, "-c", "import time; time.sleep(60)"]
SCAN = made_pdfs.scan(1)


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait longer, on a machine that is busy with other tests."""
    monkeypatch.setattr(scan, "SECONDS", 60.0)


def joined(*contents: bytes) -> bytes:
    made = pikepdf.new()
    for given in contents:
        made.pages.extend(pikepdf.open(io.BytesIO(given)).pages)
    return samples.saved(made)


def is_scan(archive: Archive, content: bytes, name: str = "paper.pdf") -> bool:
    with arrived(archive, content) as file:
        return publish(archive, Submission(category="AllNotice", name=name), file, WHO)[1]


def test_pdf_of_pictures_without_text_is_a_scan():
    scans = [SCAN, made_pdfs.scan(4), joined(SCAN, samples.pdf())]
    others = [
        made_pdfs.plain("Notice of the annual general meeting"),
        made_pdfs.plain("No. 7"),
        samples.pdf(),
        joined(made_pdfs.scan(2), made_pdfs.plain("Report on the third page")),
        joined(made_pdfs.scan(4), made_pdfs.plain("Report that begins with pictures")),
    ]
    assert [pdf.sample(io.BytesIO(given))[1] for given in (*scans, *others)] == [True] * 3 + [False] * 5


def test_uploader_is_told(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    assert is_scan(archive, SCAN)
    assert not is_scan(archive, samples.pdf())
    monkeypatch.setattr(scan, "_COMMAND", SLOW)
    assert not is_scan(archive, samples.picture("PNG"), "photograph.png")


def test_check_that_fails_or_is_slow_means_no_warning(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    programs = ("raise SystemExit(1)", "print('[]')", "print('{}')")
    commands = [["/nonexistent/program"], *([sys.executable, "-c", program] for program in programs)]
    for number, command in enumerate(commands):
        monkeypatch.setattr(scan, "_COMMAND", command)
        assert not is_scan(archive, made_pdfs.scan(1, str(number))), command
    monkeypatch.setattr(scan, "_COMMAND", SLOW)
    monkeypatch.setattr(scan, "SECONDS", 0.2)
    started = time.monotonic()
    assert not is_scan(archive, SCAN)
    assert time.monotonic() - started < 30
