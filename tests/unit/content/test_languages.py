"""Content in one language, in two and in three, and the Bangla that docs/bangla.md asks for."""

import re
import unicodedata
from pathlib import Path

from starbond_site import content
from starbond_site.content import load, read
from starbond_site.content.files import Reader
from starbond_site.content.interface import Interface
from tests.unit.content.spoiled import DECLARED, IN_BOTH, Copy
from tests.unit.content.test_content_site import texts


def declare(copy: Copy, *languages: str) -> None:
    listed = ", ".join(f'"{code}"' for code in languages)
    copy.replace("company.toml", DECLARED, f"languages = [{listed}]")


def name(copy: Copy, code: str) -> None:
    """Give a further language its own words in ``[language]``."""
    for field, word in (
        ("name", "Deutsch"), ("call", "Auf Deutsch lesen"), ("locale", "de-DE"), ("grouping", "thousands"),
        ("counter", "decimal"),
    ):  # fmt: skip
        before, heading, after = copy.read("interface.toml").partition("\n[language]")
        after = after.replace(f"\n{field} = {{", f'\n{field} = {{{code} = "{word}", ', 1)
        copy.write("interface.toml", before + heading + after)


@IN_BOTH
def test_a_third_language_falls_back_to_the_first_and_is_remembered(copy: Copy):
    declare(copy, "en", "bn", "de")
    name(copy, "de")
    (copy.folder / "letters" / "md.de.md").write_text("Guten Tag", "utf-8")
    german = load(copy.folder, "de")
    assert (german.company.name, german.interface.language.name) == ("Star Adhesives", "Deutsch")
    assert german.letter("md").body == "<p>Guten Tag</p>"
    assert german.letter("chairman").body == load(copy.folder, "en").letter("chairman").body
    reader = Reader(copy.folder, "de")
    reader.toml(Interface, "interface.toml")
    assert "interface.toml: Menu" in reader.missing
    assert "interface.toml: English" not in reader.missing


@IN_BOTH
def test_every_language_needs_its_own_name(copy: Copy):
    for languages in (("en", "de"), ("en", "bn", "de")):
        declare(copy, *languages)
        sentence = str(copy.mistake("de"))
        assert sentence.startswith("interface.toml: language.name: ")
        assert "the text in de is missing" in sentence
        copy.restore()
    for spoiled in ('"English"', '{en = "English"}'):
        copy.replace("interface.toml", '{en = "English", bn = "বাংলা"}', spoiled)
        assert str(copy.mistake("bn")).startswith("interface.toml: language.name: ")
        copy.restore()


def swap(copy: Copy) -> None:
    """Make Bangla the first language, and its bodies those of the files themselves."""
    declare(copy, "bn", "en")
    for bangla in copy.folder.rglob("*.bn.md"):
        main = bangla.with_name(bangla.name.replace(".bn.md", ".md"))
        _, front, english = main.read_text("utf-8").split("+++\n", 2)
        main.with_suffix(".en.md").write_text(english, "utf-8")
        main.write_text(f"+++\n{front}+++\n{bangla.read_text('utf-8')}", "utf-8")
        bangla.unlink()


@IN_BOTH
def test_a_plain_string_is_in_the_first_language(copy: Copy):
    swap(copy)
    copy.replace("interface.toml", 'menu = {en = "Menu", bn = "', 'menu = "')
    copy.replace("interface.toml", 'মেনু"}', 'মেনু"')
    bangla, english = Reader(copy.folder, "bn"), Reader(copy.folder, "en")
    assert bangla.toml(Interface, "interface.toml").header.menu == "মেনু"
    assert english.toml(Interface, "interface.toml").header.menu == "মেনু"
    assert (bangla.missing, english.missing) == ([], ["interface.toml: মেনু"])


@IN_BOTH
def test_a_body_beside_the_file_of_the_first_language_is_a_mistake(copy: Copy):
    declare(copy, "bn", "en")
    mistake = copy.mistake("en")
    assert mistake.file == "letters/chairman.bn.md"
    assert "belongs into letters/chairman.md" in mistake.message


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


ENTRIES = [
    " ".join(entry.split()).partition(" *Rejected:* ")
    for entry in re.findall(r"^- .+?(?=^- |^$|\Z)", normal(GLOSSARY.read_text("utf-8")), re.MULTILINE | re.DOTALL)
]
"""What each entry of the glossary prefers, with its note, and what it rejects."""


def pattern(rejected: str) -> re.Pattern[str]:
    """Return what finds a rejected word, by the rules at the top of the glossary."""
    whole = not rejected.endswith(ENDING)
    parts = [re.escape(part.strip()) for part in rejected.strip(ENDING).split(ENDING)]
    return re.compile(rf"(?<!{LETTER})" + '[^।;"]*?'.join(parts) + (rf"(?!{LETTER})" if whole else ""))


REJECTED = [word.strip() for *_, words in ENTRIES for word in words.split(",") if word.strip()]


def test_no_rejected_word_is_written():
    written = {file: normal(file.read_text("utf-8")) for file in FILES}
    found = [
        f"{file.relative_to(ROOT)}: {match.group()}"
        for rejected in REJECTED
        for file, text in written.items()
        for match in pattern(rejected).finditer(text)
    ]
    assert found == []
    for entry, *_ in ENTRIES:
        preferred = entry.partition(" *Note:* ")[0]
        assert [word for word in REJECTED if pattern(word).search(preferred)] == [], preferred


def test_no_entry_of_the_glossary_is_left_out():
    """Else a glossary of another form would reject nothing."""
    assert len(ENTRIES) == GLOSSARY.read_text("utf-8").count("**") // 2 > 0


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
        for language, count in COUNT.items()
        for field, text in texts(read(language))
        if (match := count.search(normal(text)))
    ]
    assert counted == []


WEBSITE = re.compile(
    normal(r"\b(our texts|its text (names|does)|web ?site|this site|no reason was)\b|ওয়েবসাইট|এই সাইট|লেখায় (আছে|নেই|বলা)"),
    re.IGNORECASE,
)


def test_no_text_speaks_of_the_website_or_of_what_it_does_not_say():
    """docs/voice.md; refusals, which also programs read, apart."""
    spoken = [
        f"{language} {field}: {match.group()}"
        for language in content.LANGUAGES
        for field, text in texts(read(language))
        if not field.startswith("errors.") and (match := WEBSITE.search(normal(text)))
    ]
    assert spoken == []
