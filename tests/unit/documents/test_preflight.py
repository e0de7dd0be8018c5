"""Looking at a file before it is public: every remark with a file that has it and one that has not."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from starbond_site import content
from starbond_site.documents import file_types, look
from starbond_site.documents.archive import Archive
from starbond_site.documents.look import Look
from starbond_site.documents.preflight import pdf, report
from starbond_site.documents.preflight.report import PreflightReport, Properties
from starbond_site.documents.publish import Submission
from starbond_site.shared import local_time
from starbond_site.shared.categories import Category
from tests.unit.documents import made_pdfs, photos, preflight_samples, samples
from tests.unit.documents.publishing import arrived, existing, publish

YEAR = local_time.local_date(local_time.now()).year
NOTICE, REPORT, BOND = Category("AllNotice"), Category("AnnualReport"), Category("BondIssue")


def looked(archive: Archive, name: str, given: bytes, category: str = "AllNotice") -> PreflightReport:
    with arrived(archive, given) as file:
        return report.by_file(archive, Submission(category=category, name=name), file, ["Star Adhesives"])


def named(archive: Archive, name: str, category: str = "AllNotice", pair: int = 0, size: int = 1) -> PreflightReport:
    return report.by_name(archive, Submission(category=category, name=name, pair=pair), size)


def codes(found: PreflightReport) -> set[str]:
    return {remark.code for remark in found.remarks}


def properties(path: Path, given: bytes, name: str) -> Properties:
    path.write_bytes(given)
    looked_at = Look(path)
    file_types.detect_type(path, name, looked_at)
    return existing(report.read_properties(looked_at))


def test_remark_on_a_file_that_has_it_and_none_on_one_that_has_not(tmp_path: Path):
    own = list(report._file_remarks(Properties(authors=("Star Adhesives", "Karim")), ["Star Adhesives"]))
    assert [dict(remark.values) for remark in own if remark.code == "author"] == [{"name": "Karim"}]
    for slip in preflight_samples.slips():
        found = list(report._file_remarks(properties(tmp_path / "file", slip.content, slip.name), ()))
        remarks = {remark.code: remark for remark in found}
        assert dict(remarks[slip.code].values) == slip.values, slip
        assert set(remarks) <= {slip.code, "no_title", "no_language", "not_tagged"}, slip
        assert list(report._file_remarks(properties(tmp_path / "file", slip.clean, slip.name), ())) == [], slip


@pytest.mark.parametrize("what", [{"is_scan": True}, {"is_unreadable": True}, {}])
def test_remarks_for_screen_readers_are_five_at_most_and_say_how_to_mend_them(what: dict[str, bool]):
    worst = Properties.model_validate({"title": "", "language": "", "untold_pictures": 2, "headless_tables": 1, **what})
    found = list(report._file_remarks(worst.model_copy(update={"is_tagged": False}), ()))
    assert len(found) == 5
    for site in map(content.read, content.LANGUAGES):
        word = {"en": "Word", "bn": "ওয়ার্ড"}[site.language]
        assert all(word in getattr(site.interface.remarks, remark.code) for remark in found)


@pytest.mark.parametrize("code", ["protected", "comments", "tracked_changes", "author", "linked_data"])
@pytest.mark.parametrize("language", content.LANGUAGES)
def test_remarks_on_files_of_many_programs_name_none(code: str, language: str):
    assert not re.search("Word|Excel", getattr(content.read(language).interface.remarks, code))


def structured(make: Callable[[pikepdf.Pdf], pikepdf.Object]) -> bytes:
    return preflight_samples.pdf(lambda made: setattr(made.Root.StructTreeRoot, "K", make(made)))


def of_other_encoding(made: pikepdf.Pdf) -> pikepdf.Object:
    return Array([made.make_indirect(Dictionary(S=pikepdf.Object.parse(b"/#ff#fe"))), Dictionary(S=Name.Figure)])


def within_itself(made: pikepdf.Pdf) -> pikepdf.Object:
    own = made.make_indirect(Array([Dictionary(S=Name.Figure)]))
    own.extend([own] * 200)
    return own


def first_of_many(_made: pikepdf.Pdf) -> pikepdf.Object:
    """Undescribed, before more than are looked at and a table whose heading is not reached."""
    paragraphs = [Dictionary(S=Name.P, K=Array(range(20))) for _ in range(7)]
    table = Dictionary(S=Name.Table, K=Array([*paragraphs, Dictionary(S=Name.TH)]))
    return Array([*range(20), Dictionary(S=Name.Figure), Dictionary(S=Name.Table), table])


@pytest.mark.parametrize(("given", "counts"), [
    (structured(of_other_encoding), (1, 0)), (structured(within_itself), (1, 0)), (structured(first_of_many), (1, 1)),
    (preflight_samples.tagged("Figure", Alt=""), (1, 0)), (preflight_samples.tagged("Figure", Alt=" "), (1, 0)),
])  # fmt: skip
def test_structure_of_any_kind_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: bytes, counts: tuple[int, int]
):
    monkeypatch.setattr(pdf, "MAX_ELEMENTS", 9)
    (tmp_path / "a.pdf").write_bytes(given)
    found = pdf.properties(tmp_path / "a.pdf", "pdf")
    assert (found["untold_pictures"], found["headless_tables"]) == counts


@pytest.mark.parametrize(("name", "given", "has_place"), [
    ("compressed.png", photos.said_in_compressed_text(), True), ("second picture cut off.jpg", photos.cut_off(), False),
])  # fmt: skip
def test_place_is_found_wherever_a_picture_says_it(tmp_path: Path, name: str, given: bytes, has_place: bool):
    assert properties(tmp_path / "file", given, name).has_place is has_place


@pytest.mark.parametrize(("name", "given", "language"), [
    ("english.pdf", preflight_samples.pdf(), "en"),
    ("bangla.pdf", made_pdfs.in_order_of_shapes([made_pdfs.BANGLA]), "bn"),
    ("empty.pdf", samples.pdf(), None),
    ("english.docx", preflight_samples.word(), "en"),
    ("bangla.docx", preflight_samples.word(f"<w:t>{preflight_samples.BANGLA * 3}</w:t>"), "bn"),
])  # fmt: skip
def test_the_language_of_a_text_is_found(tmp_path: Path, name: str, given: bytes, language: str | None):
    assert properties(tmp_path / "file", given, name).text_language == language


def test_every_accepted_type_is_read(tmp_path: Path):
    for name, given in samples.GOOD.items():
        assert properties(tmp_path / "file", given, name).authors == (), name


@pytest.mark.usefixtures("processes")
def test_file_that_cannot_be_read_is_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, archive: Archive):
    slip = preflight_samples.slips()[0]
    found = report._file_remarks(properties(tmp_path / "file", slip.content, slip.name), ())
    assert slip.code in [remark.code for remark in found]
    monkeypatch.setattr(look, "command", lambda *_given: ["/bin/echo", 'type ["pdf", {}]'])
    assert "not_read" in codes(looked(archive, "Notice.pdf", samples.pdf()))


@pytest.mark.usefixtures("processes")
def test_process_that_says_something_else_is_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The process read an untrusted file: what it prints is untrusted too."""
    wrong = '{"title": 1, "authors": 5, "comments": "many", "is_scan": 1, "language": [], "text_language": {}}'
    for said in ("5", "[]", wrong):
        report_of = f'type ["pdf", {{}}]\nproperties {said}\nsample {said}'
        monkeypatch.setattr(look, "command", lambda *_given, said=report_of: ["/bin/echo", said])
        assert properties(tmp_path / "file", samples.pdf(), "a.pdf") == Properties(), said


def test_name_that_speaks_of_another_list():
    lists = {
        ("Annual Report 2026.pdf", NOTICE): REPORT,
        ("AnnualReport2026.pdf", NOTICE): REPORT,
        ("annual_report.pdf", NOTICE): REPORT,
        ("বার্ষিক প্রতিবেদনের সারাংশ.pdf", NOTICE): REPORT,
        ("Notice of the Annual Report.pdf", NOTICE): None,
        ("Annual Report.pdf", REPORT): None,
        ("Notice of AGM.pdf", REPORT): NOTICE,
        ("Notice.pdf", Category("Notice")): None,
        ("PSI.pdf", BOND): Category("PriceSensitiveInformation"),
        ("Epsilon.pdf", BOND): None,
        ("Unaudited financials Q1.pdf", Category("PriceSensitiveInformation")): Category("FinancialStatement"),
        ("Bonded goods.pdf", NOTICE): None,
        ("বন্ডের ঘোষণা.pdf", NOTICE): BOND,
        ("Prospectus.pdf", Category("Result")): Category("Prospectus"),
        ("Allotment.pdf", Category("Prospectus")): Category("Result"),
        ("Something.pdf", NOTICE): None,
    }
    assert {given: report.other_list(*given) for given in lists} == lists


def test_name_that_speaks_of_another_year():
    notices = {
        "2026": None, "2025": 2025, "২০২৫": 2025, "2024 and 2026": None, "2019": 2019, "2025-26": None, "2024-25": 2025,
        "20251123": 2025, "23112025": 2025, "20112026": None, "23-11-2026": None, "12025": None, "": None,
    }  # fmt: skip
    reports = {"2025": None, "2024-2025": None, "2023-24": 2024}
    assert {year: report.other_year(f"Notice {year}.pdf", NOTICE, 2026) for year in notices} == notices
    assert {year: report.other_year(f"Annual Report {year}.pdf", REPORT, 2026) for year in reports} == reports
    assert report.other_year("Notice2019.pdf", NOTICE, 2026) == 2019


@pytest.mark.parametrize("name", ["NOTICE.pdf", "Notice_100%.pdf"])
def test_same_name_as_a_document_of_the_list(archive: Archive, name: str):
    kept = publish(archive, "AllNotice", name, samples.pdf("one")).file_name
    publish(archive, "AllNotice", "Notice of a meeting.pdf", samples.pdf("two"))
    found = {remark.code: remark for remark in named(archive, name.casefold()).remarks}
    assert found["same_name"].values == {"name": kept}
    assert "same_name" not in codes(named(archive, name, "BondIssue"))
    assert "same_name" not in codes(named(archive, name.replace(".pdf", ".docx")))
    assert "same_name" not in codes(named(archive, "Notice of.pdf"))


def test_one_language_without_the_other(archive: Archive):
    other = publish(archive, "AllNotice", "Other.pdf", samples.pdf("one"))
    for name, code in (("Notice.pdf", "no_bangla"), ("নোটিশ.pdf", "no_english"), ("Notice BN.pdf", "no_english")):
        found = {remark.code: remark for remark in named(archive, name).remarks}
        assert found[code].is_note, name
        with_pair = named(archive, name, pair=other.id)
        assert code not in codes(with_pair), name
        assert with_pair.place
        assert with_pair.place.pair == other.file_name
        assert code not in codes(named(archive, name, "Prospectus")), name
    # The text says the language where the name does not.
    bangla = looked(archive, "Notice.pdf", made_pdfs.in_order_of_shapes([made_pdfs.BANGLA]))
    assert (codes(bangla) & {"no_bangla", "no_english"}, bangla.refusal) == ({"no_english"}, None)


@pytest.mark.parametrize(("given", "refusal"), [
    ({"size": 2**20 + 1}, "too_large"), ({"size": 0}, "empty_file"), ({"category": "Nothing"}, "category_unknown"),
    ({"pair": 7}, "pair_unknown"),
])  # fmt: skip
def test_what_is_refused_by_size_place_and_pair(archive: Archive, given: dict[str, Any], refusal: str):
    assert existing(named(archive, "a.pdf", **given).refusal).code == refusal
