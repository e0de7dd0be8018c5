"""Content in one language, in two and in three, and with another first language than English."""

from starbond_site.content import load
from starbond_site.content.files import Reader
from starbond_site.content.interface import Interface
from tests.unit.content.spoiled import Copy

DECLARED = 'languages = ["en", "bn"]'


def declare(copy: Copy, *languages: str) -> None:
    listed = ", ".join(f'"{code}"' for code in languages)
    copy.replace("company.toml", DECLARED, f"languages = [{listed}]")


def name(copy: Copy, code: str) -> None:
    """Give a further language its own words in ``[language]``."""
    for field, word in (
        ("name", "Deutsch"),
        ("call", "Auf Deutsch lesen"),
        ("locale", "de-DE"),
        ("grouping", "thousands"),
        ("counter", "decimal"),
    ):
        before, heading, after = copy.read("interface.toml").partition("\n[language]")
        after = after.replace(f"\n{field} = {{", f'\n{field} = {{{code} = "{word}", ', 1)
        copy.write("interface.toml", before + heading + after)


def test_a_third_language_falls_back_to_the_first_and_is_remembered(copy: Copy):
    declare(copy, "en", "bn", "de")
    name(copy, "de")
    (copy.folder / "pages" / "md.de.md").write_text("Guten Tag", "utf-8")
    german = load(copy.folder, "de")
    assert german.company.name == "Star Adhesives"
    assert german.interface.language.name == "Deutsch"
    assert german.letter("md").body == "<p>Guten Tag</p>"
    assert german.letter("chairman").body == load(copy.folder, "en").letter("chairman").body
    reader = Reader(copy.folder, "de")
    reader.toml(Interface, "interface.toml")
    assert "interface.toml: Menu" in reader.missing
    assert "interface.toml: English" not in reader.missing


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


def test_bangla_first(copy: Copy):
    before = load(copy.folder, "bn")
    swap(copy)
    copy.replace("facts.toml", "\n[[jobs]]", '\nlanguage = "en"\n\n[[jobs]]')
    bangla, english = load(copy.folder, "bn"), load(copy.folder, "en")
    assert [letter.body for letter in bangla.letters] == [letter.body for letter in before.letters]
    assert "Dealers met" in next(item.body for item in english.news if item.id == "dealer-meeting")


def test_a_plain_string_is_in_the_first_language(copy: Copy):
    swap(copy)
    copy.replace("interface.toml", 'menu = {en = "Menu", bn = "', 'menu = "')
    copy.replace("interface.toml", 'মেনু"}', 'মেনু"')
    bangla, english = Reader(copy.folder, "bn"), Reader(copy.folder, "en")
    assert bangla.toml(Interface, "interface.toml").header.menu == "মেনু"
    assert english.toml(Interface, "interface.toml").header.menu == "মেনু"
    assert (bangla.missing, english.missing) == ([], ["interface.toml: মেনু"])


def test_a_body_beside_the_file_of_the_first_language_is_a_mistake(copy: Copy):
    declare(copy, "bn", "en")
    mistake = copy.mistake("en")
    assert mistake.file == "pages/chairman.bn.md"
    assert "belongs into pages/chairman.md" in mistake.message
