"""Documents are read after their publication: by one worker at a time, again after a failure, and never in its way."""

import threading
import time
from collections.abc import Callable
from datetime import timedelta

import pytest

from starbond_site.documents import consistency, extractor, look, text_search
from starbond_site.documents.archive import COMMAND_LINE, Archive
from starbond_site.documents.corrections import withdraw
from starbond_site.documents.extraction import ExtractedContent, NotReadError
from starbond_site.documents.extractor import MAX_ATTEMPTS, Extractor
from starbond_site.documents.look import Look
from starbond_site.documents.preflight import pdf as properties
from starbond_site.documents.records import Document, Extraction
from tests.unit.documents import made_pdfs, preflight_samples, samples
from tests.unit.documents.publishing import change, details_of, execute, outcome, pass_time, publish, raising, rows


def published(archive: Archive, *words: str, category: str = "AllNotice") -> Document:
    return publish(archive, category, f"{words[0]}.pdf", made_pdfs.bijoy([list(words)], "Arial"))


ZEBRA = ExtractedContent(1, ("zebra",), is_scan=False)


def ids(archive: Archive, query: str) -> list[int]:
    return [match.document.id for match in text_search.search(archive, query)]


def use(monkeypatch: pytest.MonkeyPatch, find: Callable[[], ExtractedContent] = lambda: ZEBRA) -> None:
    """Let the process that reads a document find something."""
    monkeypatch.setattr(Look, "content", lambda _look: find())


def test_text_and_picture_are_stored(archive: Archive):
    document = published(archive, "quarterly", "dividend")
    reader = Extractor(archive)
    assert (extractor.waiting(archive), reader.run(), extractor.waiting(archive)) == (1, 1, 0)
    found = archive.read(lambda session: session.get_one(Extraction, document.id))
    assert (found.state, found.pages) == ("text", 1)
    assert b"".join(archive.storage.read(found.picture_key or ""))[8:12] == b"WEBP"
    assert rows(archive, "SELECT page, text FROM page_text") == [(1, "quarterly dividend")]
    assert consistency.check(archive).leftover == []
    assert list(archive.incoming.glob("*")) == []
    publish(archive, "AllNotice", "plan.png", samples.GOOD["plan.png"])
    assert reader.run() == 1
    read = rows(archive, "SELECT state, pages, picture_key FROM extraction ORDER BY document_id")
    assert read[1] == ("unsupported", None, None)


@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize(
    ("content", "missed"),
    [
        (preflight_samples.pdf(), ""),
        (preflight_samples.tagged("Figure"), "untold_pictures"),
        (made_pdfs.scan(1), "scan no_title no_language"),
    ],
)
def test_what_screen_readers_miss_is_kept_and_told_alike_when_it_is_read_again(
    archive: Archive, content: bytes, missed: str
):
    publish(archive, "AllNotice", "a.pdf", content)
    reader = Extractor(archive)
    assert reader.run() == 1
    kept = "SELECT accessibility FROM extraction"
    assert rows(archive, kept) == [(missed,)]
    execute(archive, "UPDATE extraction SET accessibility = NULL")
    [document] = archive.read(extractor.unread_or_failed)
    reader.extract(document)
    assert (rows(archive, kept), archive.read(extractor.unread_or_failed)) == ([(missed,)], [])


def test_properties_that_cannot_be_read_cost_no_text(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    document = published(archive, "kept")
    monkeypatch.setattr(properties, "properties", raising(ValueError()))
    assert Extractor(archive).run() == 1
    assert rows(archive, "SELECT state, accessibility FROM extraction") == [("text", "not_read")]
    assert details_of(archive, document.id).accessibility is None
    assert archive.read(extractor.unread_or_failed) == []


def test_reading_again_replaces_everything(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    document = published(archive, "before", "words")
    reader = Extractor(archive)
    reader.run()
    use(monkeypatch, lambda: ExtractedContent(1, ("after words",), is_scan=False, picture=b"RIFF0000WEBP"))
    record = archive.read(lambda session: session.get_one(Document, document.id))
    for _ in range(2):
        reader.extract(record)
    assert (ids(archive, "before words"), ids(archive, "after words")) == ([], [document.id])
    assert len(list(archive.storage.list())) == 2
    assert rows(archive, "SELECT count(*) FROM page_index WHERE page_index MATCH '\"before\"'") == [(0,)]


def test_only_what_is_public_is_read_and_found(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    use(monkeypatch)
    gone = published(archive, "giraffe")
    published(archive, "old", category="Prospectus")
    assert Extractor(archive).run() == 2
    new, unread = published(archive, "new", category="Prospectus"), published(archive, "unread")
    for number in (gone.id, unread.id):
        withdraw(archive, number, COMMAND_LINE)
    assert Extractor(archive).run() == 1
    assert ids(archive, "zebra") == [new.id]
    Extractor(archive).fail(archive.read(lambda session: session.get_one(Document, new.id)))
    later = published(archive, "later")
    assert [each.id for each in archive.read(extractor.unread_or_failed)] == [new.id, later.id]


def test_failures_are_tried_again_a_few_times(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    published(archive, "broken")
    assert extractor.claim(archive)
    assert Extractor(archive).run() == 0, "the worker that claimed it was killed"
    pass_time(monkeypatch, timedelta(hours=1))
    use(monkeypatch, raising(NotReadError("it crashed")))
    reader = Extractor(archive)
    for attempt in range(2, MAX_ATTEMPTS + 1):
        assert (reader.run(), reader.run()) == (1, 0)
        assert rows(archive, "SELECT count(*) FROM extraction") == [(int(attempt == MAX_ATTEMPTS),)]
        pass_time(monkeypatch, timedelta(hours=1))
    assert rows(archive, "SELECT state FROM extraction") == [("failed",)]
    assert rows(archive, "SELECT count(*) FROM extraction_claim") == [(0,)]
    assert extractor.waiting(archive) == 0


@pytest.mark.usefixtures("processes")
def test_a_storage_that_is_away_counts_no_attempt(archive: Archive):
    published(archive, "kept")
    folder = archive.settings.data_dir / "objects"
    away = folder.rename(folder.with_name("away"))
    assert outcome(Extractor(archive).run) == "storage_unreachable"
    assert rows(archive, "SELECT attempts FROM extraction_claim") == [(0,)]
    away.rename(folder)
    assert Extractor(archive).run() == 1


@pytest.mark.usefixtures("processes")
def test_stopped_reading_is_not_counted(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    endless = """echo type '["pdf", {}]'; exec sleep 60"""
    monkeypatch.setattr(look, "command", lambda *_given: ["/bin/sh", "-c", endless])
    published(archive, "long")
    reader, read = Extractor(archive), list[int]()
    running = threading.Thread(target=lambda: read.append(reader.run()))
    running.start()
    end = time.monotonic() + 60
    while rows(archive, "SELECT attempts FROM extraction_claim") != [(1,)]:
        assert time.monotonic() < end
        time.sleep(0.05)
    reader.stop()
    running.join(30)
    assert (read, rows(archive, "SELECT attempts FROM extraction_claim")) == ([0], [(0,)])
    monkeypatch.undo()
    assert Extractor(archive).run() == 1


def test_a_record_without_a_file_holds_up_nobody(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """Not even one whose key no file can have: the newest is tried first, and the others are read in the same run."""
    wanted, lost = published(archive, "wanted"), published(archive, "lost")
    change(archive, Document, lost.id, key="../lost")
    use(monkeypatch)
    assert Extractor(archive).run() == 2
    assert ids(archive, "zebra") == [wanted.id]
    record = archive.read(lambda session: session.get_one(Document, wanted.id))
    archive.storage.remove(record.key)
    with pytest.raises(NotReadError, match="missing"):
        Extractor(archive).extract(record)
