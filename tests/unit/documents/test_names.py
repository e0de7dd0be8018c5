"""Names of files, titles and the words of a search: the FileName rule of docs/requirements.md, and what is refused."""

from datetime import date

from starbond_site.documents import names, text_index
from tests.unit.documents.publishing import outcome

DAY = date(2026, 11, 20)
BLANK = "\u200c\u200d\u0301\u034f\ufe0f\u115f\u1160\u2800\u3164\uffa0\U0001d159\U000e0100"
BAD: dict[str, list[str]] = {
    "name_empty": ["", " ", "\u200b \u00ad", " \u00a0 ", "\u00a0\u2003"],
    "name_invisible": [*(f"{blank * 3}.pdf" for blank in BLANK), "\u2800", "\u3164 \u200d.pdf"],
    "name_hidden": [".pdf", ".report.pdf", " .env", "..pdf", " .hidden.pdf"],
    "name_too_long": ["a" * 197 + ".pdf", "ক" * 300 + ".pdf"],
    "name_path": [
        "../report.pdf", "folder/report.pdf", "folder\\report.pdf", "/etc/passwd", "\\\\host\\a.pdf", "C:\\a.pdf",
        "C:report.pdf", "c:a.pdf", "..",
    ],
    "name_control_characters": [f"a{sign}b.pdf" for sign in "\0\1\t\n\r\x1b\x7f\x85\u2028\ufff9\ud800\ue000"],
}  # fmt: skip


def test_shown_name():
    """The FileName rule, with the example of docs/requirements.md."""
    shown = {
        "Report.pdf": "Report -20-11-2026.pdf", "Report.PDF": "Report -20-11-2026.PDF",
        "Minutes.docx": "Minutes -20-11-2026.docx", "Figures 2026.xlsx": "Figures 2026 -20-11-2026.xlsx",
        "Prospectus": "Prospectus -20-11-2026", "Q1.final.pdf": "Q1.final -20-11-2026.pdf",
        "Notice No. 5": "Notice No. 5 -20-11-2026", "a.b": "a -20-11-2026.b",
        "বার্ষিক প্রতিবেদন.pdf": "বার্ষিক প্রতিবেদন -20-11-2026.pdf",
    }  # fmt: skip
    assert {name: names.file_name(name, DAY) for name in shown} == shown


def test_good_names_and_titles_are_kept():
    kept = ["a" * 196 + ".pdf", "50% & more; 'quoted' \"twice\" #1 ?.pdf", "…three dots.pdf", "--.pdf"]
    kept += ["ক্‌ষ\u200d.pdf", "\u3164名.pdf"]
    wanted = {name: name for name in kept} | {"  Report.pdf ": "Report.pdf", "Cafe\u0301.pdf": "Caf\u00e9.pdf"}
    copied = "\u00ad\u061c\u180e\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2064\u2066\u2069\ufeff"
    wanted |= {f"{sign}Annual Re{sign}port.pdf{sign}": "Annual Report.pdf" for sign in copied}
    assert {name: names.checked(name) for name in wanted} == wanted
    longest = "x" * names.MAX_TITLE
    kept = {longest: longest, "অন্তর্বর্তী লভ্যাংশ": "অন্তর্বর্তী লভ্যাংশ", "a/b: c": "a/b: c", "e\u0301": "\u00e9"}
    kept |= {"": "", "  \t\n ": "", " Inter\u00adim  dividend\n2026\u200b ": "Interim dividend 2026"}
    kept |= {"\u202eGood\u2061": "Good"}
    unreadable = ["a\ufff9b", "\u200d", "a\x00"]
    wanted = kept | dict.fromkeys(unreadable, "title_unreadable") | {f"{longest}x": "title_too_long"}
    assert {typed: outcome(names.checked_title, typed) for typed in wanted} == wanted


def test_bad_names_are_refused():
    wanted = {name: refusal for refusal, given in BAD.items() for name in given}
    assert {name: outcome(names.checked, name) for name in wanted} == wanted


def test_words_of_a_search_are_few():
    """A search is cut, whatever its letters become, and has each word once."""
    assert names.search_words("b a b") == ("b", "a")
    # Width, ligatures and case do not count.
    assert names.searchable("ＲＥＰＯＲＴ ﬁnal STRASSE") == names.searchable("report Final straße")
    assert names.search_words(" ".join(map(str, range(1000)))) == tuple(map(str, range(names.MAX_WORDS)))
    assert len(names.search_words("\ufdfa" * 60_000) or ()) <= names.MAX_WORDS


def test_words_of_a_text():
    words = {
        "Annual Report, 2026!": ["annual", "report", "2026"], "STRASSE Straße": ["strasse", "strasse"],
        "বাংলাদেশে বিনিয়োগ।": ["বাংলাদেশে", "বিনিয়োগ"], "২০২৬ ১২৩": ["2026", "123"],
        "e\u0301tude étude": ["étude", "étude"], "ﬁnance": ["finance"], "share\u00adholder": ["shareholder"],
        "a_b-c/d": ["a", "b", "c", "d"], "x" * 100: ["x" * text_index.MAX_TOKEN], "": [],
    }  # fmt: skip
    for text, expected in words.items():
        assert text_index.tokens(text) == [word for one in expected for word in text_index.tokens(one)], text
        assert len(text_index.tokens(text)) == len(expected), text


def test_a_word_is_found_in_any_spelling():
    spellings = {
        "\u09df": "\u09af\u09bc",  # য়
        "\u09dc": "\u09a1\u09bc",  # ড়
        "\u09dd": "\u09a2\u09bc",  # ঢ়
        "ক\u09cb": "ক\u09c7\u09be",  # কো
        "ক\u09cc": "ক\u09c7\u09d7",  # কৌ
        "র\u200d্য": "র্য",
        "ক্\u200cষ": "ক্ষ",
        "ত্\u200d": "ৎ",
        "১৯৭১": "1971",
        "কর্\u200dম": "কর্ম",
    }
    for one, other in spellings.items():
        assert one != other
        assert text_index.tokens(one) == text_index.tokens(other) != [], one
        assert names.searchable(one) == names.searchable(other), one
