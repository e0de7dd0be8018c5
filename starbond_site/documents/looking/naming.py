"""What the name of a file says: the list and the year that it speaks of."""

import re
import unicodedata
from collections.abc import Iterator

from starbond_site.categories import WITH_FIGURES, Category
from starbond_site.documents import names

_WORDS: dict[Category, str] = {
    Category.PRICE_SENSITIVE_INFORMATION: r"price sensitive|psi|মূল্য সংবেদনশীল",
    Category.ANNUAL_REPORT: r"annual reports?|বার্ষিক প্রতিবেদন",
    Category.FINANCIAL_STATEMENT: r"financial statements?|(half yearly|quarterly|un ?audited) financials?|আর্থিক বিবরণী",
    Category.ALL_NOTICE: r"notices?|নোটিশ|বিজ্ঞপ্তি",
    Category.BOND_ISSUE: r"bonds?|debentures?|বন্ড",
    Category.PROSPECTUS: r"prospectus(es)?|প্রসপেক্টাস",
    Category.NOTICE: r"notices?|qis?|qualified investors?|নোটিশ|বিজ্ঞপ্তি",
    Category.RESULT: r"allotments?|বরাদ্দ",
}
"""Words that name a list or single record; Bangla ones are found with any ending."""
_SPEAKS_OF = {
    category: re.compile(rf"(?<![^\W_])(?:{words})(?![^\W_\u0980-\u09ff])|(?:{words})(?<=[\u0980-\u09ff])")
    for category, words in _WORDS.items()
}
_ORDER = tuple(category for category in Category if category is not Category.NOTICE)
"""Of the lists that a name is looked for in; a notice for investors is a notice for every reader of a name."""
_BANGLA_DIGITS = str.maketrans("০১২৩৪৫৬৭৮৯", "0123456789")
_DAY = re.compile(
    r"(?<!\d)(?:(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])|(?:[0-2]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d)(?!\d)"
)
"""A day without separators: 20261123 or 23112026."""
_YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)(?:\s?[-\N{EN DASH}/_ ]\s?(\d\d))?(?!\d)")
"""A year, and the end of a financial year such as 2025-26."""


def other_list(name: str, category: Category) -> Category | None:
    """Return the list that a name speaks of, where it says nothing of its own one."""
    words = _spaced(name)
    if _SPEAKS_OF[category].search(words):
        return None
    return next((other for other in _ORDER if other is not category and _SPEAKS_OF[other].search(words)), None)


def other_year(name: str, category: Category, year: int) -> int | None:
    """Return the newest year that a name speaks of, where it is not that of the document.

    Args:
        name: of the file.
        category: a report on a year is published in that one or in the next.
        year: of the document, in Dhaka.
    """
    said = set(_years(name))
    right = {year, year - 1} if category in WITH_FIGURES else {year}
    return max(said) if said and not said & right else None


def _spaced(name: str) -> str:
    """Return a name in small letters with one blank between words, also where only a capital parts them."""
    stem = unicodedata.normalize("NFC", name).removesuffix(names.extension(name))
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])", " ", stem)
    return re.sub(r"[^\w\u0980-\u09ff]+|_", " ", parted).casefold()


def _years(name: str) -> Iterator[int]:
    """Yield the years in a name."""
    stem = name.removesuffix(names.extension(name)).translate(_BANGLA_DIGITS)
    for day in _DAY.findall(stem):
        yield int(day[:4] if day.startswith(("19", "20")) and not 19 <= int(day[4:6]) <= 20 else day[4:])
    for first, end in _YEAR.findall(_DAY.sub(" ", stem)):
        yield int(first)
        if end and int(end) == (int(first) + 1) % 100:
            yield int(first) + 1
