"""One process looks at a file: uploaders hear of a scan, texts are there at once, and no publication waits or fails."""

import io
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest

from starbond_site.documents import look
from starbond_site.documents.archive import Archive
from starbond_site.documents.extraction import pdf
from starbond_site.documents.extractor import Extractor
from starbond_site.documents.preflight.report import by_file
from starbond_site.documents.publish import Submission, publish
from starbond_site.documents.resuming.finishing import publish_upload, with_file
from tests.unit.documents import made_pdfs, samples
from tests.unit.documents.publishing import WHO, arrived, rows, sent

pytestmark = pytest.mark.usefixtures("processes")
SCAN = made_pdfs.scan(1)
NOTICE = Submission(category="AllNotice", name="paper.pdf")
TYPE, SAMPLE = 'echo type "[\\"pdf\\", {}]"', 'echo sample "{}"'


@pytest.fixture(autouse=True)
def begun(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give the first stages of the processes that begin; wait longer, on a machine that is busy with other tests."""
    command, stages = look.command, list[str]()
    monkeypatch.setattr(look, "SCAN_SECONDS", 60.0)
    # Those of the test before may still be reading.
    monkeypatch.setattr(look, "_READ_EARLY", threading.BoundedSemaphore(2))
    monkeypatch.setattr(look, "command", lambda stage, kind: (stages.append(stage), command(stage, kind))[1])
    return stages


@pytest.fixture
def says(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Give a function that puts a script of a shell in the place of the process."""
    return lambda script: monkeypatch.setattr(look, "command", lambda *_given: ["/bin/sh", "-c", script])


def joined(*contents: bytes) -> bytes:
    made = pikepdf.new()
    for given in contents:
        made.pages.extend(pikepdf.open(io.BytesIO(given)).pages)
    return samples.saved(made)


def is_scan(archive: Archive, content: bytes, name: str = "paper.pdf") -> bool:
    with arrived(archive, content) as file:
        return archive.looks.is_scan(publish(archive, Submission(category="AllNotice", name=name), file, WHO).sha256)


def test_pdf_of_pictures_without_text_is_a_scan(tmp_path: Path):
    scans = [SCAN, made_pdfs.scan(4), joined(SCAN, samples.pdf())]
    others = [
        made_pdfs.plain("Notice of the annual general meeting"),
        made_pdfs.plain("No. 7"),
        samples.pdf(),
        joined(made_pdfs.scan(2), made_pdfs.plain("Report on the third page")),
        joined(made_pdfs.scan(4), made_pdfs.plain("Report that begins with pictures")),
    ]
    found = list[bool]()
    for given in (*scans, *others):
        (tmp_path / "file").write_bytes(given)
        found.append(pdf.sample(tmp_path / "file")[1])
    assert found == [True] * 3 + [False] * 5


def test_uploader_is_told(archive: Archive):
    assert is_scan(archive, SCAN)
    assert not is_scan(archive, samples.pdf())
    assert not is_scan(archive, samples.picture("PNG"), "photograph.png")


@pytest.mark.parametrize("rest", ["false", "echo sample []", "echo sample words", "echo other", "kill -9 $$"])
def test_process_that_fails_behind_the_type_means_no_warning(archive: Archive, says: Callable[[str], None], rest: str):
    says(f"{TYPE}; {rest}")
    assert not is_scan(archive, SCAN)


def test_process_that_is_slow_means_no_warning(
    archive: Archive, says: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
):
    says(f"{TYPE}; exec sleep 60")
    monkeypatch.setattr(look, "SCAN_SECONDS", 0.2)
    started = time.monotonic()
    assert not is_scan(archive, SCAN)
    assert time.monotonic() - started < 30


@pytest.mark.parametrize("is_looked_at", [True, False])
def test_one_process_finds_type_remarks_scan_text_and_first_page(
    archive: Archive, begun: list[str], is_looked_at: bool
):
    upload = sent(archive, SCAN)
    if is_looked_at:
        found = with_file(archive, upload, lambda file: by_file(archive, NOTICE, file), is_check=True)
        assert "scan" in [remark.code for remark in found.remarks]
    document = publish_upload(archive, upload, NOTICE, WHO)
    assert archive.looks.is_scan(document.sha256)
    assert Extractor(archive).run() == 1
    assert rows(archive, "SELECT state, pages, picture_key IS NULL FROM extraction") == [("scan", 1, 0)]
    assert begun == ["type"]


@pytest.mark.parametrize("end", ["crashed", "busy", "long", "forgotten"])
def test_text_that_was_not_read_early_is_read_when_the_document_is_public(
    archive: Archive, begun: list[str], monkeypatch: pytest.MonkeyPatch, says: Callable[[str], None], end: str
):
    command = look.command
    if end == "crashed":
        says(f"{TYPE}; {SAMPLE}; kill -9 $$")
    if end == "busy":
        monkeypatch.setattr(look, "_READ_EARLY", threading.BoundedSemaphore(1))
        look._READ_EARLY.acquire()
    if end == "long":
        monkeypatch.setattr(look, "MAX_EARLY", 20)
    if end == "forgotten":
        monkeypatch.setattr(look, "MAX_TEXTS", 0)
    publish_upload(archive, sent(archive, made_pdfs.plain("a report")), NOTICE, WHO)
    for known in archive.looks._of_bytes.values():
        known.said("picture")
    monkeypatch.setattr(look, "command", command)
    assert Extractor(archive).run() == 1
    assert rows(archive, "SELECT text FROM page_text") == [("a report",)]
    assert begun[-1] == "content"
