"""Names of files: the FileName rule of docs/requirements.md, and what is refused."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from starbond_site.documents import names, refusals

DAY = date(2026, 11, 20)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Report.pdf", "Report -20-11-2026.pdf"),
        ("Report.PDF", "Report -20-11-2026.PDF"),
        ("Minutes.docx", "Minutes -20-11-2026.docx"),
        ("Figures 2026.xlsx", "Figures 2026 -20-11-2026.xlsx"),
        ("Prospectus", "Prospectus -20-11-2026"),
        ("Q1.final.pdf", "Q1.final -20-11-2026.pdf"),
        ("Notice No. 5", "Notice No. 5 -20-11-2026"),
        ("a.b", "a -20-11-2026.b"),
        ("বার্ষিক প্রতিবেদন.pdf", "বার্ষিক প্রতিবেদন -20-11-2026.pdf"),
    ],
)
def test_shown_name(name: str, shown: str):
    """The FileName rule, with the example of docs/requirements.md."""
    assert names.file_name(name, DAY) == shown


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("  Report.pdf ", "Report.pdf"),
        ("Cafe\u0301.pdf", "Caf\u00e9.pdf"),
        ("ক্‌ষ\u200d.pdf", "ক্‌ষ\u200d.pdf"),
        ("a" * 196 + ".pdf", "a" * 196 + ".pdf"),
        ("50% & more; 'quoted' \"twice\" #1 ?.pdf", "50% & more; 'quoted' \"twice\" #1 ?.pdf"),
        ("…three dots.pdf", "…three dots.pdf"),
        ("\u3164名.pdf", "\u3164名.pdf"),
        ("--.pdf", "--.pdf"),
    ],
)
def test_good_names_are_kept(name: str, kept: str):
    """Names in any script pass, with the joiners that Bangla needs."""
    assert names.checked(name) == kept


@pytest.mark.parametrize(
    ("name", "refusal"),
    [
        ("", refusals.NameEmpty),
        (" \u00a0 ", refusals.NameEmpty),
        (".pdf", refusals.NameHidden),
        (" .hidden.pdf", refusals.NameHidden),
        ("a" * 197 + ".pdf", refusals.NameTooLong),
        ("../report.pdf", refusals.NamePath),
        ("folder/report.pdf", refusals.NamePath),
        ("folder\\report.pdf", refusals.NamePath),
        ("C:report.pdf", refusals.NamePath),
        ("..", refusals.NamePath),
        ("a\0b.pdf", refusals.NameControlCharacters),
        ("a\nb.pdf", refusals.NameControlCharacters),
        ("report\u200b.pdf", refusals.NameControlCharacters),
        ("report\ud800.pdf", refusals.NameControlCharacters),
        ("report\u202efdp.exe", refusals.NameBidirectional),
        ("\u2066report.pdf", refusals.NameBidirectional),
    ],
)
def test_bad_names_are_refused(name: str, refusal: type[refusals.Refusal]):
    """Each kind of bad name has its own refusal."""
    with pytest.raises(refusal):
        names.checked(name)


def test_searches_see_every_form_of_a_letter_alike():
    """Width, ligatures and case do not count in searches."""
    assert names.searchable("ＲＥＰＯＲＴ ﬁnal STRASSE") == names.searchable("report Final straße")


def test_words_of_a_search_are_few():
    """A search is cut, whatever its letters become, and has each word once."""
    assert names.search_words("b a b") == ("b", "a")
    assert names.search_words(" ".join(map(str, range(1000)))) == tuple(map(str, range(names.MAX_WORDS)))
    assert len(names.search_words("\ufdfa" * 60_000) or ()) <= names.MAX_WORDS


@given(st.text(st.characters(categories=("Cc", "Cf", "Mn", "Me", "Zs", "Zl", "Zp"), include_characters="\u3164\u2800")))
def test_nothing_that_can_be_seen_is_no_name(blank: str):
    """Joiners, marks, spaces and fillers are no name, however many there are, with an extension and without."""
    for name in (blank, f"{blank}.pdf"):
        with pytest.raises(refusals.Refusal):
            names.checked(name)


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("", ""),
        ("  \t\n ", ""),
        (" Interim  dividend\n2026 ", "Interim dividend 2026"),
        ("অন্তর্বর্তী লভ্যাংশ", "অন্তর্বর্তী লভ্যাংশ"),
        ("e\u0301", "\u00e9"),
        ("a/b: c", "a/b: c"),
        ("x" * names.MAX_TITLE, "x" * names.MAX_TITLE),
    ],
)
def test_titles(typed: str, title: str) -> None:
    assert names.checked_title(typed) == title


@pytest.mark.parametrize(
    ("typed", "refusal"),
    [
        ("x" * (names.MAX_TITLE + 1), refusals.TitleTooLong),
        ("\u202eevil", refusals.TitleUnreadable),
        ("a\u200bb", refusals.TitleUnreadable),
        ("\u200d", refusals.TitleUnreadable),
        ("a\x00", refusals.TitleUnreadable),
    ],
)
def test_titles_that_cannot_be(typed: str, refusal: type[refusals.Refusal]) -> None:
    with pytest.raises(refusal):
        names.checked_title(typed)


@pytest.mark.parametrize(
    ("name", "added"),
    [
        ("Report -20-11-2026.pdf", " -20-11-2026.pdf"),
        ("README -20-11-2026", " -20-11-2026"),
        ("Report.pdf", ""),
        (" -20-11-2026.pdf", ""),
        ("Report -20-11-2026 x.pdf", ""),
    ],
)
def test_what_the_day_added_to_a_name(name: str, added: str) -> None:
    assert names.date_and_ending(name) == added
