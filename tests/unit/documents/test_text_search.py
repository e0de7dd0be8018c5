"""The search of names and text: which documents, which page, and what is shown of it."""

import pytest
from sqlmodel import select

from starbond_site.documents import database, extractor, text_index, text_search
from starbond_site.documents.archive import Archive
from starbond_site.documents.extraction import ExtractedContent
from starbond_site.documents.records import Document
from tests.unit.documents.publishing import execute, publish
from tests.unit.documents.samples import pdf


def filed(archive: Archive, name: str, *pages: str, labels: tuple[str, ...] = ()) -> int:
    document = publish(archive, "AllNotice", f"{name}.pdf", pdf(name))
    record = archive.read(lambda session: session.get_one(Document, document.id))
    found = ExtractedContent(len(pages), pages, is_scan=False, labels=labels)
    extractor.store(archive, record, "text", found)
    return document.id


def hits(archive: Archive, query: str) -> list[tuple[int, int | None]]:
    return [(match.document.id, match.page) for match in text_search.search(archive, query)]


def test_all_words_stand_on_one_page(archive: Archive):
    first = filed(archive, "a", "red glue", "green paint and red glue")
    second = filed(archive, "b", "blue", "green", "red paint")
    assert (hits(archive, "red"), hits(archive, "paint red")) == ([(second, 3), (first, 1)], [(second, 3), (first, 2)])
    assert hits(archive, "blue green") == []


def test_last_word_may_be_the_beginning(archive: Archive):
    whole, longer = filed(archive, "a", "the share"), filed(archive, "b", "the shareholders")
    assert (hits(archive, "the share"), hits(archive, "shar the")) == ([(whole, 1), (longer, 1)], [])
    assert hits(archive, "the sh") == [(longer, 1), (whole, 1)]


@pytest.mark.parametrize(
    "query", ["", " ", "\x00", "'", '"', "*", "a", "AND", 'x" OR "y', "(", "NEAR(a b)", "-", "\ud800"]
)
def test_whatever_is_asked_is_answered(archive: Archive, query: str):
    filed(archive, "name", "some text")
    assert hits(archive, query) in ([], [(1, None)], [(1, 1)])


def test_number_of_results_is_limited(archive: Archive):
    numbers = [filed(archive, f"a{number}", "same words") for number in range(4)]
    found = text_search.search(archive, "same words", 2)
    assert [match.document.id for match in found] == numbers[:1:-1]


def test_page_where_the_words_stand_beside_each_other_comes_first(archive: Archive):
    apart = "board of directors, and a meeting"
    number = filed(archive, "a", "nothing", apart, f"{apart}. The meeting board", "board meeting")
    assert (hits(archive, "board meeting"), hits(archive, "board directors")) == ([(number, 3)], [(number, 2)])
    assert hits(archive, "meet") == [(number, 2)]


def test_part_is_named_by_its_heading(archive: Archive):
    number = filed(archive, "a", "red glue", "blue glue", labels=("Red", "Blue"))
    found = text_search.search(archive, "blue glue")[0]
    assert (found.document.id, found.page, found.label) == (number, None, "Blue")


def test_index_is_built_again_from_the_pages(archive: Archive):
    number = filed(archive, "a", "first page", "second page")
    with database.writing(archive.engine) as session:
        connection = session.connection()
        text_index.drop(connection)
        text_index.create(connection)
    assert hits(archive, "second") == []
    with database.writing(archive.engine) as session:
        assert text_index.rebuild(session.connection()) == 2
        assert session.exec(select(Document.id)).all() == [number]
    assert hits(archive, "second") == [(number, 2)]


def test_index_that_is_behind_the_text_shows_nothing_wrong(archive: Archive):
    """What is shown comes from the text: an entry that it does not bear out is left out."""
    filed(archive, "a", "old words")
    execute(archive, "UPDATE page_text SET text = 'new ones'")
    assert hits(archive, "old words") == []


def snippet(text: str, wanted: tuple[str, ...]) -> str | None:
    hits = text_search._hits(text, wanted, is_prefix=True)
    return text_search._marked(text, hits) if hits else None


def test_snippet_marks_words_where_most_are_and_escapes_the_rest():
    text = "Before <b>\n& the Board's meeting, আর্থিক ২০২৬"
    assert snippet(text, ("board", "2026")) == (
        "Before &lt;b&gt; &amp; the <mark>Board</mark>'s meeting, আর্থিক <mark>২০২৬</mark>"
    )
    assert snippet(text, ("none",)) is None
    text = " ".join(["filler"] * 200 + ["alpha"] + ["filler"] * 200 + ["alpha", "x", "beta"] + ["filler"] * 200)
    shown = snippet(text, ("alpha", "beta")) or ""
    assert "<mark>alpha</mark> x <mark>beta</mark>" in shown
    assert shown.startswith("… filler")
    assert shown.endswith("filler …")
    assert len(shown) < 220
