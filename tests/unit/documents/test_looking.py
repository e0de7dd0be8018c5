"""Looking at a file before it is public: every remark with a file that has it and one that has not."""

from dataclasses import replace
from pathlib import Path
from typing import get_args

import pikepdf
import pytest

from starbond_site import content, local_time
from starbond_site.categories import Category
from starbond_site.documents import refusals
from starbond_site.documents.archive import Archive
from starbond_site.documents.looking import Code, Properties, look, naming, process
from starbond_site.documents.looking.look import Look, Subject
from starbond_site.documents.looking.received import Received
from starbond_site.documents.upload import Upload
from tests.unit.documents import made_pdfs, overlooked, samples
from tests.unit.documents.overlooked import Slip
from tests.unit.documents.publishing import WHO, assert_nothing_happened, publish, rows

YEAR = local_time.local_date(local_time.now()).year
NOTICE = Category("AllNotice")


def looked(archive: Archive, name: str, given: bytes, category: str = "AllNotice", pair: int = 0) -> Look:
    """Look at a file."""
    subject = Subject(category=category, name=name, size=len(given), pair=pair)
    with Received(archive, len(given)) as received:
        received.write(given)
        received.complete()
        return look.by_file(archive, subject, received, ["Star Adhesives"])


def named(archive: Archive, name: str, category: str = "AllNotice", pair: int = 0) -> Look:
    """Look at a name."""
    return look.by_name(archive, Subject(category=category, name=name, size=1, pair=pair))


def codes(found: Look) -> set[str]:
    """Return the codes of remarks."""
    return {remark.code for remark in found.remarks}


def properties(path: Path, given: bytes, name: str) -> Properties:
    """Read the properties of a file in a process."""
    path.write_bytes(given)
    found = process.read(name.rpartition(".")[2], path)
    assert found
    return found


@pytest.mark.parametrize("slip", overlooked.slips(), ids=str)
def test_remark_on_a_file_that_has_it_and_none_on_one_that_has_not(tmp_path: Path, slip: Slip):
    for given, is_remarked in ((slip.content, True), (slip.clean, False)):
        remarks = {remark.code: remark for remark in look._of_file(properties(tmp_path / "file", given, slip.name), ())}
        assert (slip.code in remarks) is is_remarked
        if is_remarked:
            assert dict(remarks[slip.code].values) == dict(slip.values)  # pyright: ignore[reportArgumentType]
            assert set(remarks) <= {slip.code, "no_title", "no_language"}
        else:
            assert remarks == {}


@pytest.mark.parametrize("name", sorted(samples.GOOD))
def test_every_accepted_type_is_read(tmp_path: Path, name: str):
    assert properties(tmp_path / "file", samples.GOOD[name], name).authors == ()


@pytest.mark.parametrize(
    ("name", "given", "language"),
    [
        ("a.pdf", overlooked.pdf(), "en"),
        ("a.pdf", made_pdfs.in_order_of_shapes([made_pdfs.BANGLA]), "bn"),
        ("a.pdf", samples.pdf(), None),
        ("a.docx", overlooked.word(), "en"),
        ("a.docx", overlooked.word(f"<w:t>{overlooked.BANGLA * 3}</w:t>"), "bn"),
    ],
    ids=["english", "bangla", "empty", "english word", "bangla word"],
)
def test_language_of_the_text(tmp_path: Path, name: str, given: bytes, language: str | None):
    assert properties(tmp_path / "file", given, name).text_language == language


def test_file_that_cannot_be_read_is_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, archive: Archive):
    file = tmp_path / "file"
    file.write_bytes(b"%PDF-1.7\nnothing")
    assert process.read("pdf", file) is None
    monkeypatch.setattr(process, "read", lambda *_: None)
    assert "not_read" in codes(looked(archive, "Notice.pdf", samples.pdf()))


def test_process_that_says_something_else_is_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The process read an untrusted file: what it prints is untrusted too."""
    (tmp_path / "file").touch()
    monkeypatch.setattr("sys.executable", "/bin/echo")
    assert process.read("pdf", tmp_path / "file") == Properties()
    said = {"title": 1, "authors": 5, "comments": "many", "is_scan": 1, "language": [], "text_language": {}}
    assert process._properties(said) == Properties()


@pytest.mark.parametrize(
    ("name", "category", "other"),
    [
        ("Annual Report 2026.pdf", NOTICE, Category("AnnualReport")),
        ("AnnualReport2026.pdf", NOTICE, Category("AnnualReport")),
        ("annual_report.pdf", NOTICE, Category("AnnualReport")),
        ("বার্ষিক প্রতিবেদনের সারাংশ.pdf", NOTICE, Category("AnnualReport")),
        ("Notice of the Annual Report.pdf", NOTICE, None),
        ("Annual Report.pdf", Category("AnnualReport"), None),
        ("Notice of AGM.pdf", Category("AnnualReport"), Category("AllNotice")),
        ("Notice.pdf", Category("Notice"), None),
        ("PSI.pdf", Category("BondIssue"), Category("PriceSensitiveInformation")),
        ("Epsilon.pdf", Category("BondIssue"), None),
        ("Unaudited financials Q1.pdf", Category("PriceSensitiveInformation"), Category("FinancialStatement")),
        ("Bonded goods.pdf", NOTICE, None),
        ("বন্ডের ঘোষণা.pdf", NOTICE, Category("BondIssue")),
        ("Prospectus.pdf", Category("Result"), Category("Prospectus")),
        ("Allotment.pdf", Category("Prospectus"), Category("Result")),
        ("Something.pdf", NOTICE, None),
    ],
)
def test_name_that_speaks_of_another_list(name: str, category: Category, other: Category | None):
    assert naming.other_list(name, category) == other


@pytest.mark.parametrize(
    ("name", "category", "other"),
    [
        ("Notice 2026.pdf", NOTICE, None),
        ("Notice 2025.pdf", NOTICE, 2025),
        ("Notice ২০২৫.pdf", NOTICE, 2025),
        ("Notice 2024 and 2026.pdf", NOTICE, None),
        ("Notice2019.pdf", NOTICE, 2019),
        ("Notice 2025-26.pdf", NOTICE, None),
        ("Notice 2024-25.pdf", NOTICE, 2025),
        ("Annual Report 2025.pdf", Category("AnnualReport"), None),
        ("Annual Report 2024-2025.pdf", Category("AnnualReport"), None),
        ("Annual Report 2023-24.pdf", Category("AnnualReport"), 2024),
        ("Notice 20251123.pdf", NOTICE, 2025),
        ("Notice 23112025.pdf", NOTICE, 2025),
        ("Notice 20112026.pdf", NOTICE, None),
        ("Notice 23-11-2026.pdf", NOTICE, None),
        ("Notice 12025.pdf", NOTICE, None),
        ("Notice.pdf", NOTICE, None),
    ],
)
def test_name_that_speaks_of_another_year(name: str, category: Category, other: int | None):
    assert naming.other_year(name, category, 2026) == other


def test_place_in_a_list(archive: Archive):
    publish(archive, "AllNotice", "One.pdf", samples.pdf("one"))
    found = named(archive, "Two.pdf")
    assert found.place
    assert (found.place.number, found.place.total, found.place.replaces, found.refusal) == (1, 2, None, None)
    assert found.place.file_name.startswith("Two -")
    assert not found.is_whole


def test_single_record_says_what_it_replaces(archive: Archive):
    empty = named(archive, "Prospectus.pdf", "Prospectus")
    assert empty.place
    assert empty.place.replaces is None
    before = publish(archive, "Prospectus", "Prospectus.pdf", samples.pdf("one"))
    found = named(archive, "Prospectus.pdf", "Prospectus")
    assert found.place
    assert (found.place.replaces, found.place.total) == (before, 1)
    assert codes(found) == set()


@pytest.mark.parametrize("name", ["Notice.pdf", "NOTICE.pdf", "Notice_100%.pdf"])
def test_same_name_as_a_document_of_the_list(archive: Archive, name: str):
    kept = publish(archive, "AllNotice", name, samples.pdf("one")).file_name
    publish(archive, "AllNotice", "Notice of a meeting.pdf", samples.pdf("two"))
    found = {remark.code: remark for remark in named(archive, name.casefold()).remarks}
    assert found["same_name"].values == {"name": kept}
    assert "same_name" not in codes(named(archive, name, "BondIssue"))
    assert "same_name" not in codes(named(archive, name.replace(".pdf", ".docx")))
    assert "same_name" not in codes(named(archive, "Notice of.pdf"))


@pytest.mark.parametrize(
    ("name", "code"), [("Notice.pdf", "no_bangla"), ("নোটিশ.pdf", "no_english"), ("Notice BN.pdf", "no_english")]
)
def test_one_language_without_the_other(archive: Archive, name: str, code: str):
    found = named(archive, name)
    assert code in codes(found)
    assert next(remark for remark in found.remarks if remark.code == code).is_note
    other = publish(archive, "AllNotice", "Other.pdf", samples.pdf("one"))
    with_pair = named(archive, name, pair=other.id)
    assert code not in codes(with_pair)
    assert with_pair.place
    assert with_pair.place.pair == other.file_name
    assert code not in codes(named(archive, name, "Prospectus"))


def test_text_says_the_language_where_the_name_does_not(archive: Archive):
    bangla = looked(archive, "Notice.pdf", made_pdfs.in_order_of_shapes([made_pdfs.BANGLA]))
    assert (codes(bangla) & {"no_bangla", "no_english"}, bangla.refusal) == ({"no_english"}, None)


def test_whole_look_writes_nothing(archive: Archive):
    given = overlooked.word(docProps__core=overlooked.core("Star Adhesives", "Karim"))
    found = looked(archive, f"Annual Report {YEAR - 5}.docx", given)
    assert (found.is_whole, found.refusal) == (True, None)
    assert codes(found) == {"author", "other_list", "other_year", "no_bangla"}
    assert next(remark.values for remark in found.remarks if remark.code == "author") == {"name": "Karim"}
    assert_nothing_happened(archive)
    assert rows(archive, "SELECT count(*) FROM audit") == [(0,)]


@pytest.mark.parametrize(
    ("name", "given", "why"),
    [
        ("Notice.pdf", b"MZ\0\0", refusals.TypeMismatch),
        ("Notice.pdf", samples.pdf(encryption=pikepdf.Encryption(owner="o", user="u")), refusals.Encrypted),
        ("notice.exe", b"MZ\0\0", refusals.TypeNotAccepted),
        ("../notice.pdf", samples.pdf(), refusals.NamePath),
    ],
)
def test_what_publishing_would_refuse(archive: Archive, name: str, given: bytes, why: type[refusals.Refusal]):
    assert isinstance(looked(archive, name, given).refusal, why)
    assert_nothing_happened(archive)


def test_duplicate_and_scanner_refuse_as_in_publishing(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    given = samples.pdf("one")
    publish(archive, "AllNotice", "One.pdf", given)
    assert isinstance(looked(archive, "Two.pdf", given).refusal, refusals.AlreadyPublished)
    assert looked(archive, "Two.pdf", given, "BondIssue").refusal is None

    def harmful(*_: object) -> None:
        raise refusals.VirusFound

    monkeypatch.setattr("starbond_site.documents.publish.virus_scan.refuse_harmful", harmful)
    archive = replace(archive, settings=archive.settings.model_copy(update={"clamav": "/run/clamd"}))
    assert isinstance(looked(archive, "Two.pdf", given, "BondIssue").refusal, refusals.VirusFound)


def test_what_is_refused_by_size_place_and_pair(archive: Archive):
    large = Subject(category="AllNotice", name="a.pdf", size=archive.settings.max_upload_bytes + 1)
    assert isinstance(look.by_name(archive, large).refusal, refusals.TooLarge)
    empty = Subject(category="AllNotice", name="a.pdf", size=0)
    assert isinstance(look.by_name(archive, empty).refusal, refusals.EmptyFile)
    assert isinstance(named(archive, "a.pdf", "Nothing").refusal, refusals.CategoryUnknown)
    assert isinstance(named(archive, "a.pdf", pair=7).refusal, refusals.PairUnknown)
    with pytest.raises(refusals.TooLarge):
        Received(archive, archive.settings.max_upload_bytes + 1)
    with Received(archive, 2) as received, pytest.raises(refusals.TooLarge):
        received.write(b"abc")
    with Received(archive, 2) as received:
        received.write(b"a")
        with pytest.raises(refusals.Interrupted):
            received.complete()
    assert list(archive.incoming.glob("*")) == []


def test_every_remark_has_its_sentence_in_both_languages():
    for site in map(content.read, content.LANGUAGES):
        for code in type(site.interface.remarks).model_fields:
            assert getattr(site.interface.remarks, code)
    assert set(type(content.read("en").interface.remarks).model_fields) == set(get_args(Code))


def test_an_upload_after_a_look_is_not_a_duplicate(archive: Archive):
    given = overlooked.pdf()
    assert looked(archive, "One.pdf", given).refusal is None
    with Upload(archive, "AllNotice", "One.pdf", WHO) as upload:
        upload.write(given)
        assert upload.publish().id == 1
