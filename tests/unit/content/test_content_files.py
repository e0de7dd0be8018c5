"""A mistake in a content file names the file and the field."""

import pytest

from starbond_site.content import load
from tests.unit.content.spoiled import Copy

MISTAKES = [
    ("company.toml", 'email = "info@', 'email = "info at ', "email"),
    ("company.toml", 'dial = "+880200000001"', 'dial = "02 1234"', "offices.0.phone.dial"),
    ("company.toml", "whatsapp = ", "whatsap = ", "whatsapp"),
    ("pages.toml", 'path = "/about"', 'path = "about"', "pages.1.path"),
    ("navigation.toml", 'path = "/Bod"', 'adress = "/Bod"', "groups.0.links.4.path"),
    ("interface.toml", 'size = {en = "Size"', 'sise = {en = "Size"', "product.size"),
    ("interface.toml", 'menu = {en = "Menu"', 'menu = {en = ""', "header.menu"),
    ("errors.toml", "no_file = ", "no_files = ", "no_file"),
    ("investors.toml", 'node = "Result"', 'node = "The Result"', "shared.2.node"),
    ("investors.toml", 'node = "Result"', 'node = "AllNotice"', "shared.2.node"),
    ("investors.toml", 'id = "AllNotice"', 'id = "Calendar"', "categories.3.id"),
    ("investors.toml", 'id = "AllNotice"', 'id = "Notices"', "pages.3.categories"),
    ("investors.toml", 'id = "AllNotice"', 'id = "BondIssue"', "categories.id"),
    ("investors.toml", 'categories = ["BondIssue"]', 'categories = ["AllNotice"]', "categories.4.id"),
    ("investors.toml", 'categories = ["BondIssue"]', "categories = []", "pages.4.categories"),
    ("investors.toml", "words = 'bonds?|", "words = 'bonds?|(", "categories.4.words"),
    ("duties.toml", 'list = "AllNotice"', 'list = "Notices"', "duties.4.list"),
    ("duties.toml", 'list = "AllNotice"', 'list = "Prospectus"', "duties.4.list"),
    ("news/dealer-meeting.md", "date = 2026-08-20", 'date = "in August"', "date"),
    ("news/dealer-meeting.md", "date = 2026-08-20", 'date = 2026-08-20\nbody = "Text"', "body"),
    ("news/dealer-meeting.md", 'id = "dealer-meeting"', 'id = "meeting"', "id"),
    ("pages/md.md", "quote = {en", "quote = {fr", "quote"),
    ("slides.toml", "interval = 1500", "interval = 7", "interval"),
    ("slides.toml", "interval = 1500", "interval = 1500.5", "interval"),
    ("slides.toml", "first_pause = 7000", "first_pause = 90000", "first_pause"),
    ("slides.toml", "first_pause = 7000", 'first_pause = "7 s"', "first_pause"),
    ("products/super-glue.toml", 'id = "super-glue"', 'id = "glue"', "id"),
]


@pytest.mark.parametrize(("name", "old", "spoiled", "field"), MISTAKES)
def test_a_mistake_names_file_and_field(copy: Copy, name: str, old: str, spoiled: str, field: str):
    """The first wrong field is named with dots, after its file."""
    copy.replace(name, old, spoiled)
    mistake = copy.mistake()
    assert (mistake.file, mistake.field) == (name, field)
    assert str(mistake).startswith(f"{name}: {field}: ")


def test_an_unknown_field_is_a_mistake(copy: Copy):
    """A field that nobody reads is most likely a misspelling."""
    copy.replace("company.toml", "whatsapp = ", 'slogan = "Glue"\nwhatsapp = ')
    assert copy.mistake().field == "slogan"


@pytest.mark.parametrize("name", ["company.toml", "interface.toml", "news/dealer-meeting.md"])
def test_a_file_that_cannot_be_parsed_is_named(copy: Copy, name: str):
    """So is the file whose TOML is broken."""
    copy.replace(name, " = ", " is ")
    mistake = copy.mistake()
    assert mistake.file == name
    assert "TOML" in mistake.message


def test_fields_that_are_not_closed_off_from_the_text(copy: Copy):
    """A Markdown file without its second fence is a mistake."""
    copy.replace("pages/chairman.md", "\n+++\n", "\n")
    assert copy.mistake().file == "pages/chairman.md"


def test_a_file_in_another_encoding_is_named(copy: Copy):
    """Files are UTF-8."""
    (copy.folder / "about.toml").write_bytes('lead = "Café"'.encode("latin-1"))
    assert copy.mistake().file == "about.toml"


def test_a_missing_file_is_named(copy: Copy):
    """A file that is not there is named as well."""
    (copy.folder / "company.toml").unlink()
    assert copy.mistake().file == "company.toml"


def test_html_in_markdown_stays_text(copy: Copy):
    """Markdown cannot bring HTML of its own into a page."""
    copy.replace("pages/md.md", "My week begins", "<script>alert(1)</script> My week begins")
    body = load(copy.folder, "en").letter("md").body
    assert "<script>" not in body
    assert "&lt;script&gt;" in body


def test_a_missing_translation_falls_back_to_english(copy: Copy):
    """Readers of Bangla get the English text rather than none."""
    copy.replace("company.toml", ', bn = "স্টার অ্যাডহেসিভস"', "")
    (copy.folder / "news" / "dealer-meeting.bn.md").unlink()
    bangla = load(copy.folder, "bn")
    assert bangla.company.name == "Star Adhesives"
    assert "Dealers met" in next(item.body for item in bangla.news if item.id == "dealer-meeting")


@pytest.mark.parametrize(
    ("written", "pauses"),
    [
        ("", (7000, 1500)),
        ("interval = 7000", (7000, 7000)),
        ("first_pause = 9000\ninterval = 8000", (9000, 8000)),
    ],
)
def test_the_pauses_of_the_slider_are_content(copy: Copy, written: str, pauses: tuple[int, int]):
    """Without them the slider keeps those of the specification."""
    copy.replace("slides.toml", "first_pause = 7000\ninterval = 1500", written)
    assert load(copy.folder, "en").slide_pauses == pauses
