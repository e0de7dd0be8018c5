"""Which files are accepted, which are refused, and that what is refused leaves nothing."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from starbond_site import content
from starbond_site.documents import audit, file_types, refusals
from starbond_site.documents.accepted_types import EXTENSIONS, FILE_TYPES
from starbond_site.documents.archive import Archive
from starbond_site.documents.upload import Upload
from tests.unit.documents import corpus, samples
from tests.unit.documents.corpus import Bad
from tests.unit.documents.publishing import WHO, archive_in, assert_nothing_happened, publish, rows, sentence

CORPUS = corpus.everything()


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    """Give an archive that stays empty, shared by all bad files."""
    with archive_in(tmp_path_factory.mktemp("untouched")) as archive:
        yield archive


@pytest.mark.parametrize("bad", CORPUS, ids=lambda bad: bad.id)
def test_bad_file_is_refused_and_leaves_nothing(untouched: Archive, bad: Bad):
    """Every bad file gets its sentence, a line in the audit, and nothing else."""
    with pytest.raises(bad.refusal) as refused:
        publish(untouched, "AllNotice", bad.name, bad.content)
    assert "{" not in sentence(refused.value, "en")
    assert sentence(refused.value, "bn")
    assert_nothing_happened(untouched)
    assert rows(untouched, "SELECT outcome FROM audit ORDER BY id DESC LIMIT 1") == [(bad.refusal.code,)]


def test_corpus_is_as_large_as_promised():
    """The corpus has at least 100 cases, each once."""
    assert len(CORPUS) >= 100
    assert len({bad.id for bad in CORPUS}) == len(CORPUS)


@pytest.mark.parametrize("name", samples.GOOD)
def test_good_file_is_accepted(tmp_path: Path, name: str):
    """A good file passes, whatever the case of its extension, and without one."""
    path = tmp_path / "file"
    path.write_bytes(samples.GOOD[name])
    kind = file_types.detect_type(path, name)
    assert f".{name.split('.')[1]}" in kind.extensions
    assert file_types.detect_type(path, name.upper()) == kind
    assert file_types.detect_type(path, "without an extension") == kind


def test_every_kind_has_a_good_sample():
    """No accepted kind goes untested."""
    assert {f".{name.split('.')[1]}" for name in samples.GOOD} == set(EXTENSIONS)
    assert len({kind.media_type for kind in FILE_TYPES.values()}) == len(FILE_TYPES)


def test_photograph_of_a_telephone_is_accepted(tmp_path: Path):
    """A second JPEG behind the first is what telephones write."""
    path = tmp_path / "file"
    path.write_bytes(samples.picture("JPEG") + samples.picture("JPEG", "blue"))
    assert file_types.detect_type(path, "photo.jpg").id == "jpeg"


def test_page_that_opens_at_a_place_is_no_script(tmp_path: Path):
    """Not every action of a PDF is active content."""
    path = tmp_path / "file"
    path.write_bytes(samples.pdf(change=lambda made: made.Root.update({"/OpenAction": made.pages[0].obj})))
    assert file_types.detect_type(path, "report.pdf").id == "pdf"


def test_parser_that_dies_refuses_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A crash of the parser is no crash of the site."""
    path = tmp_path / "file"
    path.write_bytes(samples.GOOD["report.pdf"])
    monkeypatch.setattr("sys.executable", "/bin/false")
    with pytest.raises(refusals.NotChecked):
        file_types.detect_type(path, "report.pdf")


def test_parser_that_hangs_refuses_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A parser that never ends is ended."""
    path = tmp_path / "file"
    path.write_bytes(samples.GOOD["report.pdf"])
    monkeypatch.setattr(file_types.inspection, "seconds", lambda _size: 0.001 - file_types._EXTRA_SECONDS)
    with pytest.raises(refusals.NotChecked):
        file_types.detect_type(path, "report.pdf")


def test_empty_file(untouched: Archive):
    """An empty file is refused, before and after it came."""
    with pytest.raises(refusals.EmptyFile):
        publish(untouched, "AllNotice", "report.pdf", b"")
    with pytest.raises(refusals.EmptyFile):
        Upload(untouched, "AllNotice", "report.pdf", WHO, expected=0)
    assert_nothing_happened(untouched)


def test_too_large_is_said_before_and_while_it_arrives(untouched: Archive):
    """The limit holds for what is announced and for what comes."""
    limit = untouched.settings.max_upload_bytes
    with pytest.raises(refusals.TooLarge, match="1"):
        Upload(untouched, "AllNotice", "report.pdf", WHO, expected=limit + 1)
    with Upload(untouched, "AllNotice", "report.pdf", WHO) as upload:
        upload.write(bytes(limit))
        with pytest.raises(refusals.TooLarge) as refused:
            upload.write(b"x")
    assert "1 MB" in sentence(refused.value)
    assert_nothing_happened(untouched)


@pytest.mark.parametrize("sent", [b"", b"%PDF-1.7", samples.GOOD["report.pdf"] + b"more"])
def test_other_length_than_announced_is_an_interruption(untouched: Archive, sent: bytes):
    """A body cut off or lengthened on its way is not published."""
    with Upload(untouched, "AllNotice", "report.pdf", WHO, expected=len(samples.GOOD["report.pdf"])) as upload:
        upload.write(sent)
        with pytest.raises(refusals.Interrupted):
            upload.publish()
    assert_nothing_happened(untouched)


@pytest.mark.parametrize("category", ["", "Nothing", "allnotice", "Financial", "../AllNotice"])
def test_unknown_category(untouched: Archive, category: str):
    """Only the categories of docs/requirements.md exist."""
    with pytest.raises(refusals.CategoryUnknown):
        Upload(untouched, category, "report.pdf", WHO)
    assert_nothing_happened(untouched)


def test_no_file_has_its_sentence():
    """Submit without a file has an answer."""
    assert sentence(refusals.NoFile()) == "Please choose a file first."


def test_every_refusal_has_its_sentence_in_both_languages():
    """No refusal is without words."""
    numbers: dict[str, Any] = {"limit": 50, "first": 1900, "number": 3, "days": 30}
    values = numbers | {"accepted": "PDF", "name": "a.pdf", "extension": ".pdf", "label": "A", "email": "a@b.example"}
    for refusal in refusals.Refusal.__subclasses__():
        sentences = {sentence(refusal(**values), language) for language in content.LANGUAGES}
        assert len(sentences) == 2
        assert not any("{" in sentence for sentence in sentences)


def test_names_of_strangers_cannot_disturb_the_audit(archive: Archive):
    """Whatever a name holds, the audit can keep it."""
    audit.record(archive, WHO, "publish", "a\0b\ud800\n" + "c" * 1000, "refused")
    subject = str(rows(archive, "SELECT subject FROM audit")[0][0])
    assert subject.startswith("a\ufffdb\ufffd\ufffdc")
    assert len(subject) == 300
