"""Validates file names and other typed text, and derives the names that are published and searched."""

import re
import unicodedata
from datetime import date
from typing import Literal

from starbond_site.documents.refusals import Refusal

MAX_CHARACTERS = 200
"""Of a name, and of a search, which is cut."""
MAX_TITLE = 200
"""Characters of a title."""
MAX_REASON = 500
"""Characters of why somebody withdraws or stops something, as the records hold."""
MAX_WORDS = 20
"""Of a search; further ones are ignored."""
MAX_MARKS = 30
"""In a row on one letter (Unicode Standard Annex #15, "Stream-Safe Text Format"); no script needs more."""
_LONG_RUN = re.compile(rf"[^\w\s\x00-\u02ff]{{{MAX_MARKS + 1},}}")
"""Marks are no word characters; neither is punctuation, which `_without_excess` leaves alone."""
_BIDIRECTIONAL = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
# Invisible characters. U+200C and U+200D are allowed: Bangla needs them (Unicode Standard, section 12.2).
_INVISIBLE = re.compile("[\u00ad\u180e\u200b\u2028\u2029\u2060-\u2064\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]")
_PASTED = re.compile(f"[\u00ad\u180e\u200b\u2060-\u2064\ufeff]|{_BIDIRECTIONAL.pattern}")
"""Pages and mail programs put them into what is copied; they are taken out, as blanks are."""
_OF_PROVIDER = re.compile(r"(?:\w+:)?\d+")
"""How telephones name a file of which they know no name: 1000012345, msf:62."""
_INVISIBLE_CATEGORIES = ("Cc", "Cs", "Co", "Cn")
_BLANK_CATEGORIES = ("Cf", "Zs", "Mn", "Me")
"""Joiners, spaces, and marks that need a letter to stand on: allowed beside letters, and nothing by themselves."""
_BLANK_LETTERS = "\u115f\u1160\u2800\u3164\uffa0\U00013441\U00013442\U0001d159"
"""Letters and symbols without a shape: fillers of Hangul, the empty pattern of Braille, blank hieroglyphs, the null
notehead."""
_BLANKS = str.maketrans("\t\n\r", "   ")
_KHANDA_TA = re.compile("\u09a4\u09cd\u200d")
"""As it was written before Unicode 4.1 had a letter for it (Unicode Standard, section 12.2)."""
_NUMBER, _DIGITS = re.compile(r"\d+"), 10


class _Folding(dict[int, str]):
    """For `str.translate`: digits as ASCII, no joiners, soft hyphens and marks of direction."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        category = unicodedata.category(character)
        made = str(unicodedata.digit(character)) if category == "Nd" else "" if category == "Cf" else character
        # A space without width.
        self[code] = made = " " if character == "\u200b" else made
        return made


_FOLDING = _Folding()
_EXTENSION = re.compile(r"(?<=.)\.[A-Za-z0-9]{1,10}$", re.DOTALL)
_ADDED = re.compile(r" -\d\d-\d\d-\d{4}(\.[A-Za-z0-9]{1,10})?$")


def normalized(form: Literal["NFC", "NFKC"], text: str) -> str:
    """Return text in a normal form, without the marks of a letter after the thirtieth.

    `unicodedata.normalize` sorts marks in the square of their number, and anyone may send any number.
    """
    return unicodedata.normalize(form, _LONG_RUN.sub(_without_excess, text))


def _without_excess(found: re.Match[str]) -> str:
    kept, marks = [], 0
    for sign in found[0]:
        marks = marks + 1 if unicodedata.combining(sign) else 0
        if marks <= MAX_MARKS:
            kept.append(sign)
    return "".join(kept)


def checked(name: str) -> str:
    """Return a name that may be published, normalised (NFC) and without surrounding blanks.

    Raises:
        Refusal: one of its ``Name...`` classes, in the order in which they are easiest to understand.
    """
    name = normalized("NFC", _PASTED.sub("", name))
    if _INVISIBLE.search(name) or any(unicodedata.category(character) in _INVISIBLE_CATEGORIES for character in name):
        raise Refusal("name_control_characters")
    name = name.strip()
    if not name:
        raise Refusal("name_empty")
    if re.search(r"[/\\]|^[A-Za-z]:", name) or name in (".", ".."):
        raise Refusal("name_path")
    if name.startswith("."):
        raise Refusal("name_hidden")
    if not any(_is_visible(character) for character in name.removesuffix(extension(name))):
        raise Refusal("name_invisible")
    if len(name) > MAX_CHARACTERS:
        raise Refusal("name_too_long", limit=MAX_CHARACTERS)
    return name


def checked_title(title: str) -> str:
    """Return a typed title that may be published: normalised (NFC), in one line; empty for none.

    Raises:
        Refusal: title_unreadable: nothing of it can be seen, or it holds what `checked` refuses in names.
        Refusal: title_too_long: more than `MAX_TITLE` characters.
    """
    title = " ".join(normalized("NFC", _PASTED.sub("", title)).translate(_BLANKS).split())
    if not title:
        return ""
    if without_invisible(title) != title or not any(map(_is_visible, title)):
        raise Refusal("title_unreadable")
    if len(title) > MAX_TITLE:
        raise Refusal("title_too_long", limit=MAX_TITLE)
    return title


def checked_together(name: str, title: str) -> tuple[str, str]:
    """Return the name and the title of a file, as they may be published.

    Raises:
        Refusal: title_missing: a number is all that readers would see.
        Refusal: those of `checked` and `checked_title`.
    """
    name, title = checked(name), checked_title(title)
    if not title and _OF_PROVIDER.fullmatch(name):
        raise Refusal("title_missing")
    return name, title


def without_invisible(text: str) -> str:
    """Return text without characters that `checked` refuses: of control, of direction, invisible, or none at all."""
    text = _INVISIBLE.sub("", _BIDIRECTIONAL.sub("", text))
    return "".join(character for character in text if unicodedata.category(character) not in _INVISIBLE_CATEGORIES)


def one_line(text: str) -> str:
    """Return typed text in one line, normalised (NFC), with single blanks and without characters that nobody sees."""
    # Words on two lines stay apart.
    blanks = "".join(" " if unicodedata.category(character) == "Cc" else character for character in text)
    return " ".join(without_invisible(normalized("NFC", blanks)).split())


def checked_reason(reason: str) -> str:
    """Return in one line why somebody withdraws or stops something; see `one_line`.

    Raises:
        Refusal: reason_too_long: it has more than `MAX_REASON` characters.
    """
    text = one_line(reason)
    if len(text) > MAX_REASON:
        raise Refusal("reason_too_long", limit=MAX_REASON, field="reason")
    return text


def _is_visible(character: str) -> bool:
    return unicodedata.category(character) not in _BLANK_CATEGORIES and character not in _BLANK_LETTERS


def extension(name: str) -> str:
    """Return the extension with its dot, as written; empty where there is none."""
    found = _EXTENSION.search(name)
    return found.group() if found else ""


def file_name(name: str, day: date) -> str:
    """Return the name under which a file is published (docs/requirements.md, "FileName rule").

    ``Report.pdf`` on 20 November 2026 is ``Report -20-11-2026.pdf``; a name without an extension stays whole.
    """
    ending = extension(name)
    stem = name.removesuffix(ending)
    return f"{stem} -{day:%d-%m-%Y}{ending}"


def date_and_ending(file_name: str) -> str:
    """Return the date that `file_name` added, with the extension: `` -20-11-2026.pdf``; empty where it added nothing.

    It is what a reader needs least of the name.
    """
    found = _ADDED.search(file_name)
    return found.group() if found and found.start() else ""


def heading(title: str, file_name: str) -> str:
    """Return the name of a document as a heading: its typed title, else the name without date and extension."""
    return title or file_name.removesuffix(date_and_ending(file_name) or extension(file_name))


def search_text(title: str, file_name: str) -> str:
    return searchable(f"{title} {file_name}".strip())


SAME_LETTERS = dict(zip("\u09c0\u09c2\u09a3\u09b6\u09b7\u0981", (*"\u09bf\u09c1\u09a8\u09b8\u09b8", ""), strict=True))
"""Letters of Bangla that are often taken for each other, as one of them, and without the sign of nasal vowels."""


def searchable(words: str) -> str:
    """Return text as searches compare it, of names, titles and pages alike.

    NFKC (which also unifies the two spellings of Bangla letters with a dot below), case folded, digits of any script as
    ASCII, without joiners: র‍্যাব is র্যাব, and ২০২৬ is 2026.
    """
    folded = normalized("NFKC", _KHANDA_TA.sub("\u09ce", words)).casefold()
    return normalized("NFKC", folded).translate(_FOLDING)


def sort_key(search: str) -> str:
    """Return by what documents are sorted whose text for searches is this: "Notice 2" stands before "Notice 10"."""
    return _NUMBER.sub(lambda found: found[0].zfill(_DIGITS), search)


def search_words(query: str) -> tuple[str, ...] | None:
    """Return the words of a search, of its first `MAX_CHARACTERS`, each once; None where no name can hold them.

    At most `MAX_WORDS`, as each is a condition of its own: NFKC makes eighteen letters of some.

    That is so with a control character or a lone surrogate, which `checked` refuses. PostgreSQL cannot store NUL, and
    surrogates have no UTF-8, so the database must not be asked. Tabs and line breaks separate words.
    """
    words = searchable(query[:MAX_CHARACTERS]).translate(_BLANKS).split(" ")
    if any(unicodedata.category(character) in ("Cc", "Cs") for word in words for character in word):
        return None
    return tuple(dict.fromkeys(part for word in words for part in word.split()))[:MAX_WORDS]
