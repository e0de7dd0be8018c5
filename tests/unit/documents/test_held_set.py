"""Thirty PDFs, as other programs make them, are published, read, and found by what stands in them."""

import time
from pathlib import Path

from starbond_site.documents import database, text_search
from starbond_site.documents.extractor import Extractor
from starbond_site.documents.records import Extraction
from tests.unit.documents.made_pdfs import held_set
from tests.unit.documents.publishing import archive_in, publish

RECALL = 0.95


def test_planted_phrases_are_found(tmp_path: Path):
    """Of the phrases of all thirty, 95 of 100 are found, on the page where they stand; none is found elsewhere."""
    expected: dict[int, str] = {}
    planted: list[tuple[str, int, int]] = []
    with archive_in(tmp_path / "data", max_upload_mb=20) as archive:
        for made in held_set():
            published = publish(archive, "AllNotice", f"{made.name}.pdf", made.content)
            expected[published.id] = made.state
            planted += [(words, published.id, page) for words, page in made.planted]
        started = time.monotonic()
        assert Extractor(archive).run() == len(expected) == 30
        took = time.monotonic() - started
        with database.reading(archive.engine) as session:
            states = {number: session.get_one(Extraction, number).state for number in expected}
        found = {
            (words, match.document.id, match.page)
            for words, *_ in planted
            for match in text_search.search(archive, words)
        }
    assert states == expected
    missed = [wanted for wanted in planted if wanted not in found]
    print(f"{len(planted) - len(missed)} of {len(planted)} phrases found, read within {took:.1f} s")
    assert len(missed) <= (1 - RECALL) * len(planted), missed
    assert found <= set(planted)
