"""Bangla keeps the words and spellings of docs/bangla.md."""

import re
import unicodedata
from pathlib import Path

from starbond_site import content
from starbond_site.content import read
from tests.unit.content.test_content_site import texts

ROOT = Path(__file__).parents[3]
GLOSSARY = ROOT / "docs" / "bangla.md"
AS_PEOPLE_TYPE = {"materials.toml", "trade_words.toml"}
"""Files with every spelling that a search or the finder understands; no page shows these."""
FILES = [
    *(file for file in content.FOLDER.rglob("*.toml") if file.name not in AS_PEOPLE_TYPE),
    *content.FOLDER.rglob("*.md"),
    *content.FOLDER.rglob("*.csv"),
    *(file for file in (ROOT / "docs").glob("*.md") if file != GLOSSARY),
    ROOT / "README.md",
]
LETTER = r"[\u0980-\u09ff]"
ENDING = "…"


def normal(text: str) -> str:
    """Return text with one encoding for each letter: some keyboards write য় as one character, others as two."""
    return unicodedata.normalize("NFC", text)


def rows() -> list[list[str]]:
    """Return the rows of the tables: English, Bangla, note, rejected."""
    lines = [line for line in normal(GLOSSARY.read_text(encoding="utf-8")).splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if row[0] not in {"English", "---"}]


def pattern(rejected: str) -> re.Pattern[str]:
    """Return what finds a rejected word, by the rules at the top of the glossary."""
    whole = not rejected.endswith(ENDING)
    parts = [re.escape(part.strip()) for part in rejected.strip(ENDING).split(ENDING)]
    return re.compile(rf"(?<!{LETTER})" + '[^।;"]*?'.join(parts) + (rf"(?!{LETTER})" if whole else ""))


REJECTED = [word.strip() for row in rows() for word in row[3].split(",") if word.strip()]


def test_no_rejected_word_is_written():
    written = {file: normal(file.read_text("utf-8")) for file in FILES}
    found = [
        f"{file.relative_to(ROOT)}: {match.group()}"
        for rejected in REJECTED
        for file, text in written.items()
        for match in pattern(rejected).finditer(text)
    ]
    assert found == []
    for row in rows():
        assert [word for word in REJECTED if pattern(word).search(row[1])] == [], row[1]


COUNTED_EN = "products?|sizes?|brands?|directors?|managers?|people|slides?|lists?|documents?|offices?|rules?"
COUNTS_EN = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]+teen|twenty|1[0-9]"
COUNTED_BN = "সাইজ|পণ্য|ব্র্যান্ড|পরিচালক|স্লাইড|তালিকা|নথি|অফিস|নিয়ম"
COUNTS_BN = "দুই|তিন|চার|পাঁচ|ছয়|সাত|আট|নয়|দশ|এগারো|বারো|তেরো|চৌদ্দ|পনেরো|ষোলো|সতেরো|আঠারো|উনিশ|বিশ|[২-৯][০-৯]*|১[০-৯]+"
COUNT = {
    "en": re.compile(rf"\b({COUNTS_EN})( [a-z]+)? ({COUNTED_EN})\b", re.IGNORECASE),
    "bn": re.compile(normal(rf"(?<!{LETTER})({COUNTS_BN})(টি|টা|জন)? ({COUNTED_BN})")),
}


def test_no_text_counts_what_content_can_change():
    counted = [
        f"{language} {field}: {match.group()}"
        for language in content.LANGUAGES
        for field, text in texts(read(language))
        if (match := COUNT[language].search(normal(text)))
    ]
    assert counted == []
