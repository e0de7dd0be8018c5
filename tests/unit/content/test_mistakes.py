"""Every mistake in a content file, and every contradiction between two, is a sentence with file and field."""

import re
from codecs import BOM_UTF8
from typing import Any

import pytest

from starbond_site.content import FOLDER, files, load, pictures
from tests.unit.content.spoiled import DECLARED, Copy

MISTAKES = {
    "company.toml": [
        ('email = "info@', 'email = "info at ', "email: "),
        ('dial = "+880200000001"', 'dial = "02 1234"', "offices.0.phone.dial: "),
        ("whatsapp = ", "whatsap = ", "whatsapp: this field is missing"),
        ("whatsapp = ", 'slogan = "Glue"\nwhatsapp = ', "slogan: this field is not known"),
        ('"Asia/Dhaka"', '"Asia/Daka"', "time_zone: 'Asia/Daka' is no name of the IANA time zone database, such as "),
        ('"Asia/Dhaka"', "6", "time_zone: "),
        ('country = "BD"', 'country = "bd"', "country: "),
        ('currency = "BDT"', 'currency = "taka"', "currency: "),
        ('time_zone_name = {en = "Dhaka"', 'time_zone_name = {en = ""', "time_zone_name: "),
        ('name = "Facebook"', 'name = ""', "social.0.name: "),
        ("https://www.facebook", "http://www.facebook", "social.0.url: "),
        ('name = "YouTube"', 'name = "Facebook"', "social.name: "),
        (DECLARED, "", "languages: this field is missing"),
        (DECLARED, "languages = []", "languages: at least one language is needed"),
        (DECLARED, 'languages = "en"', "languages: "),
        (DECLARED, 'languages = ["en", "bn-BD"]', "languages.1: 'bn-BD' is no code of a language"),
        (DECLARED, 'languages = ["en", "bn", "en"]', "languages: 'en' is there twice"),
        ('{en = "Adhesives and chemicals for those who make things", ', "{", "tagline: the text in"),
        ('tagline = {en = "', 'tagline = {fr = "x", en = "', "tagline: unknown language fr; known are en"),
        ('country = "BD"', 'country = "BD"\ncountry = "BD"', "country: this is not TOML: this name is there already"),
        ('country = "BD"', 'country = "BD', "country: this is not TOML: a text needs a quotation mark at both ends"),
        (
            'country = "BD"',
            "country = “BD”",
            "country: this is not TOML: a text stands between straight quotation marks",
        ),
        ('country = "BD"', 'country "BD"', "country: this is not TOML: write a name, = and a value"),
        ('country = "BD"', 'country = "BD",', "country: this is not TOML: something stands behind the value"),
        ('country = "BD"', 'country = """BD', "this is not TOML: a text needs a quotation mark at both ends"),
        (DECLARED, 'languages = ["en" "bn"]', "this is not TOML: the list that ends here or above needs a comma"),
    ],
    "pages.toml": [
        ('path = "/about"', 'path = "about"', "pages.1.path: "),
        ('path = "/about"', 'path = "/contact"', "pages.4.path: "),
        ('path = "/about"', 'path = "/bod"', "pages.2.path: '/Bod' is taken by the page '/bod' (pages.toml)"),
        ('"/about"', '"/BN"', "pages.1.path: '/BN' is an address of the site itself; no page can have it"),
        ('"/about"', '"/about"\naliases = ["/BOD"]', "pages.1.aliases: '/BOD' is taken by the page '/Bod' (pages.tom"),
        ('["/Chairman"]', '["/MD"]', "pages.5.aliases: '/MD' is taken by the page '/MD' (pages.toml)"),
        ('["/Chairman"]', '["/superGlue"]', "pages.5.aliases: '/superGlue' is taken by the page '/SuperGlue'"),
        ('["/Chairman"]', '["/SuperGlue/sheet"]', "pages.5.aliases: '/SuperGlue/sheet' is taken by the page '/SuperG"),
        ('["/Chairman"]', '["/chairman"]', "pages.5.aliases: '/chairman' is taken by the page '/chairman'"),
        ('["/Chairman"]', '["/404/a"]', "pages.5.aliases: '/404/a' is an address of the site itself; no page can have"),
        ('en = "About Us"', 'en = "Contact Us"', "pages.title: "),
        ('picture = "slides/family"', 'picture = "drawings/nothing"', "pages.1.picture: There is no picture"),
        ('"/contact"', '"/contact"\npicture = "slides/pipes"', "pages.4.picture: the page '/contact' shows no picture"),
        ('path = "/about"', 'path = "/about"\nlead = "A"', "pages.1.lead: the page '/about' does not show it"),
    ],
    "navigation.toml": [
        ("[[groups]]", '[[groups]]\nid = "e"\ntitle = "E"\n[[groups]]', "groups.0.links: the menu 'E' has no entry"),
        ('path = "/Bod"', 'adress = "/Bod"', "groups.0.links.4.path: "),
        ('path = "/Bod"', 'path = "/Board"', "groups.0.links.4.path: "),
        ('path = "/news"', 'path = "/#novelties"', "groups.3.links.0.path: "),
        ('path = "/SuperGlue"', 'path = "/SuperGum"', "groups.2.subgroups.0.links.2.path: "),
        ('path = "/SuperGlue"', 'path = "/PuHardener"', "groups.2.subgroups.0.links.2.path: "),
        ('brand = "cyclon"', 'brand = "typhoon"', "groups.2.subgroups.4.brand: "),
        ('id = "media"', 'id = "company"', "groups.id: "),
        ('path = "/contact"', 'path = "/contacts"', "groups.0.links.8.path: no page has the path '/contacts'"),
    ],
    "interface.toml": [
        ('size = {en = "Size"', 'sise = {en = "Size"', "product.size: "),
        ('menu = {en = "Menu"', 'menu = {en = ""', "header.menu: "),
        ('en = "English"', 'en = ""', "language.name: "),
        (
            "{day} {month} {year}",
            "{day} {month} {yaer}",
            "dates.date: the site fills in {day}, {month}, {yaer} in en and",
        ),
        (
            "{day} {month} {year}",
            "{day} {month} {year",
            "dates.date: the site fills in {day}, {month}, {year in en and",
        ),
    ],
    "errors.toml": [("no_file = ", "no_files = ", "no_file: ")],
    "investors.toml": [
        ('node = "Result"', 'node = "The Result"', "shared.2.node: "),
        ('node = "Result"', 'node = "AllNotice"', "shared.2.node: "),
        ('node = "Result"', 'node = "Notice"', "shared.node: "),
        ('id = "AllNotice"', 'id = "Calendar"', "categories.3.id: "),
        ('id = "AllNotice"', 'id = "Notices"', "pages.3.categories: "),
        ('id = "AllNotice"', 'id = "BondIssue"', "categories.id: "),
        ('path = "/AllNotice"', 'path = "/Notices"', "pages.3.path: no page has the path '/Notices'"),
        ('form = {en = "Notice"', 'from = {en = "Notice"', "categories.3.form: this field is"),
        ('categories = ["AllNotice"]', 'categories = ["Notice"]', "pages.3.categories: "),
        ('= ["BondIssue"]', '= ["AllNotice"]', "categories.4.id: no page shows the list 'BondIssue'"),
        ('"BondIssue"', '"BondIssue"\nof_products = true', "categories.of_products: two lists have the safety data"),
        ('= ["BondIssue"]', "= []", "pages.4.categories: the page '/BondIssue' shows no list"),
        ('categories = ["BondIssue"]', 'categories = ["Bonds"]', "pages.4.categories: there is no list 'Bonds'"),
        ("words = 'bonds?|", "words = 'bonds?|(", "categories.4.words: "),
    ],
    "duties.toml": [
        ('list = "AllNotice"', 'list = "Notices"', "duties.4.list: "),
        ('list = "AllNotice"', 'list = "Prospectus"', "duties.4.list: "),
        ('id = "first-quarter"', 'id = "annual-report"', "duties.id: 'annual-report' is there twice"),
    ],
    "news/dealer-meeting.md": [
        ("date = 2026-08-20", 'date = "in August"', "date: "),
        ("date = 2026-08-20", "date = 20-08-2026", "date: this is not TOML: something stands behind the value"),
        ("date = 2026-08-20", "date = 2026-02-31", "date: this is not TOML: there is no such day"),
        ("date = 2026-08-20", 'date = 2026-08-20\nbody = "Text"', "body: "),
        ('id = "dealer-meeting"', 'id = "meeting"', "id: "),
    ],
    "letters/md.md": [
        ("quote = {en", "quote = {fr", "quote: "),
        ('person = "managing-director"', 'person = "nobody"', "person: "),
        ('path = "/MD"', 'path = "/Director"', "path: "),
        ('path = "/MD"', 'path = "/chairman"', "path: the page at '/chairman' is made by"),
        ('path = "/MD"', 'path = "/ABOUT"', "path: the page at '/ABOUT' is made by the site itself"),
        ('path = "/MD"', 'path = "/Nowhere"', "path: no page has the path '/Nowhere'"),
        ("salutation", "on_home = true\nsalutation", "on_home: the home page leads to one letter, and letters/chair"),
    ],
    "pages/sustainability.md": [
        ('menu = "company"', 'menu = "co"', "menu: navigation.toml has no menu 'co'; it has company, investors"),
        ('path = "/sustainability"', 'path = "/ABOUT"', "path: '/ABOUT' is taken by the page '/about' (pages.toml)"),
        ('{en = "Sustainability"', '{en = "News"', "title: another page has 'News', too"),
        ('picture = "slides/painted-wall"', 'picture = "drawings/wall"', "picture: There is no picture"),
        ("](/policies)", "](/polices)", "line 29: no page has the path '/polices'; is it '/policies'?"),
        ("## Materials", "# Materials", "line 13: begin the heading of a section with ##"),
    ],
    "pages/gallery.md": [
        ("![The dashboard of a car](", "![](", "line 15: say between the brackets what the picture shows"),
        ("(slides/pipes", "(drawings/pipes", "line 14: There is no picture"),
        ("![The dashboard", "Here: ![The dashboard", "line 12: give the picture a paragraph of its own"),
    ],
    "pages/career.md": [
        ("/application-form.pdf", "/form.pdf", "line 24: there is no file /downloads/form.pdf: put it into assets/"),
    ],
    # Without the second fence.
    "letters/chairman.md": [
        ("\n+++\n", "\n", "the fields at the top must stand between two lines of +++"),
        ("summary = ", "#", "summary: the home page shows it, so that it must be there"),
    ],
    "slides.toml": [
        ("interval = 1500", "interval = 7", "interval: "),
        ("interval = 1500", "interval = 1500.5", "interval: "),
        ("first_pause = 7000", "first_pause = 90000", "first_pause: "),
        ("first_pause = 7000", 'first_pause = "7 s"', "first_pause: "),
        ('path = "/Products"', 'path = "/Everything"', "slides.6.link.path: "),
        ('id = "pipes"', 'id = "family"', "slides.id: "),
    ],
    "products/super-glue.toml": [
        ('id = "super-glue"', 'id = "glue"', "id: "),
        ('brand = "star-bond"', 'brand = "moon-bond"', "brand: "),
        ('"/SuperGlue"', '"/About"', "path: '/About' is taken by the page '/about' (pages.toml)"),
        ('"/SuperGlue"', '"/PURADHESIVES"', "path: '/PURADHESIVES' is taken by the page '/PurAdhesives' (products/pur"),
        ('id = "4-gm"', 'id = "2-gm"', "sizes.id: "),
    ],
    "brands.toml": [
        ('id = "starlaq"', 'id = "cyclon"', "brands.id: "),
        ('tint = "#FBEBDD"', 'tint = "#333333"', "brands.0.tint: the contrast of text on it is"),
    ],
    "people.toml": [('id = "legal-advisor"', 'id = "chairman"', "directors or managers.id: ")],
    "map.toml": [('office = "sales"', 'office = "moon"', "places.3.office: ")],
    "colours.toml": [
        ("paper = {", "papper = {", "paper: this field is missing"),
        ('muted = {light = "#', 'muted = {light = "', "muted.light: this must be # and six digits from 0 to F"),
        ('ink = {light = "#141C33"', 'ink = {light = "#C0C0C0"', "ink.light: its contrast with paper is 1.72, 4.5"),
        ('on-bar = {light = "#FBF8F3"', 'on-bar = {light = "#141C33"', "on-bar.light: its contrast with bar is 1.00"),
    ],
    "facts.toml": [
        ('product = "super-glue"', 'product = "super-gum"', "facts.super-gum.product: "),
        ('material = "plywood"', 'material = "cheese"', "facts.gumking-synthetic-resin.joins.1.material: "),
        ('quote = "Resistant to water."', 'quote = "Waterproof."', "facts.synthetic-resin-adhesive.places.0.quote: "),
        ('"characteristics.3"', '"characteristics.33"', "facts.synthetic-resin-adhesive.places.0.source: "),
        ('"characteristics.3"', '"promises"', "facts.synthetic-resin-adhesive.places.0.source: "),
        ('"125-g", amount = 125', '"125-g", amount = 120', "facts.synthetic-resin-adhesive.packs.1.amount: "),
        ('amount = 1, unit = "kg"', 'amount = 1, unit = "l"', "facts.synthetic-resin-adhesive.packs.4.amount: "),
        ('    {size = "125-g", amount = 125, unit = "g"},\n', "", "facts.synthetic-resin-adhesive.packs: "),
        ('jobs = ["area", "edge"]', 'jobs = ["ocean"]', "facts.synthetic-resin-adhesive.jobs: "),
        ('ask = ["materials", "outdoors"', 'ask = ["materials"', "facts.synthetic-resin-adhesive.ask: "),
        ('["materials", "outdoors"', '["materials", "wet", "outdoors"', "facts.synthetic-resin-adhesive.ask: "),
        ('mixed_with = "pu-hardener"', 'mixed_with = "water"', "facts.synthetic-rubber-adhesive.joins.0.mixed_with: "),
        ('unit = "minutes"', 'unit = "moments"', "facts.1.times.0.unit: "),
        ("shown = true", "seen = true", "facts.0.joins.0.seen: "),
        ("\n[[jobs]]", '\nlanguage = "de"\n\n[[jobs]]', "language: "),
    ],
    "materials.toml": [
        ('id = "plywood"', 'id = "wood"', "materials.id: "),
        ('drawing = "M3 8', 'drawing = "<3 8', "materials.0.drawing: "),
        ("\nen = [", "\nfr = [", "materials.0.words"),
    ],
    "calendar.toml": [
        ("starts = 10:30:00", "ends = 12:00:00", "dates.0: a date with an end starts before it"),
        ("ends = 13:00:00", "ends = 10:30:00", "dates.3: a date with an end starts before it"),
        ('kind = "annual-general-meeting"', 'kind = "other"', "dates.0: a date of the kind other needs a title"),
        ('kind = "results"', 'kind = "party"', "dates.1.kind: there is no kind 'party'"),
        ('id = "annual-general-meeting-2025"', 'id = "7"', "dates.0.id: this must be small letters and digits"),
        ("changed = ", "changed = 2026-11-20T06:00:00 #", "dates.0.changed: this must say its time zone"),
        ('id = "record-date"', 'id = "other"', "kinds.id: 'other' is there twice"),
        ('id = "record-date-2026"', 'id = "results-first-quarter-2026"', "dates.id: 'results-first-quarter-2026' is"),
    ],
    "figures.toml": [('id = "nav"', 'id = "eps"', "kinds.id: 'eps' is there twice")],
    "meetings.toml": [('"annual-general-meeting"', '"annual-meeting"', "kinds.0.date: ")],
    "trade_words.toml": [
        ('product = "super-glue"', 'product = "super-gum"', "products.6.product: "),
        ('path = "/safety"\nsigns', 'path = "/safe"\nsigns', "accidents.path: no page has the path '/safe'"),
        ('["part", "harm"], [', '["parts", "harm"], [', "accidents.signs.1: accidents.words has no set 'parts'"),
    ],
}
"""By file: what is there, what a person writes instead, and how the sentence goes on after the name of the file."""


def test_a_mistake_names_file_and_field_in_a_sentence(copy: Copy) -> None:
    wrong: list[str] = []
    for name, spoiled in MISTAKES.items():
        for old, new, expected in spoiled:
            copy.replace(name, old, new)
            sentences = copy.sentences()
            told = [re.sub(r"(?<=: )line \d+: (?=.*this is not TOML)", "", said) for said in sentences]
            if not any(said.startswith(f"{name}: {expected}") for said in told) or "\n" in "".join(sentences):
                wrong.append(f"{new}: {sentences}")
            copy.restore()
    assert not wrong, "\n".join(wrong)


def _replaced(value: Any, wrong: object) -> Any:  # noqa: ANN401  TOML
    """Return the fields of a file with the same wrong value in every place."""
    if isinstance(value, dict):
        return {name: _replaced(inner, wrong) for name, inner in value.items()}
    return [_replaced(inner, wrong) for inner in value] if value and isinstance(value, list) else wrong


@pytest.mark.parametrize("wrong", [-1, 0.5, "", True, [], {"x": 1}], ids=repr)
def test_no_sentence_is_in_the_words_of_pydantic(copy: Copy, monkeypatch: pytest.MonkeyPatch, wrong: object) -> None:
    toml, said = files._toml, []  # pyright: ignore[reportPrivateUsage]
    for file in sorted(FOLDER.rglob("*.toml")):
        name = file.relative_to(FOLDER).as_posix()
        monkeypatch.setattr(
            files,
            "_toml",
            lambda read, text, name=name: _replaced(toml(read, text), wrong) if read == name else toml(read, text),
        )
        said += copy.sentences()
    assert len(said) > 500
    assert [sentence for sentence in said if re.search("(?i)error,|input|should|valid |pydantic", sentence)] == []


def test_a_file_that_cannot_be_read_is_named(copy: Copy) -> None:
    for name in ("company.toml", "interface.toml", "news/dealer-meeting.md"):
        copy.replace(name, " = ", " is ")
        mistake = copy.mistake()
        assert mistake.file == name
        assert "TOML" in mistake.message
        copy.restore()
    copy.write("about.toml", "")
    (copy.folder / "about.toml").write_bytes('\nlead = "Café"'.encode("cp1252"))
    assert str(copy.mistake()) == "about.toml: line 2: this is not UTF-8: save the file in that encoding"
    copy.restore()
    copy.remove("company.toml")
    assert copy.mistake().file == "company.toml"


def test_files_may_be_saved_as_windows_does(copy: Copy) -> None:
    for name in ("brands.toml", "letters/md.md", "letters/md.bn.md"):
        text = copy.read(name)
        copy.write(name, "")
        (copy.folder / name).write_bytes(BOM_UTF8 + text.replace("\n", "\r\n").encode("utf-8"))
    assert copy.sentences() == []


def test_the_line_of_a_mistake_is_that_of_its_own_entry(copy: Copy) -> None:
    copy.replace("brands.toml", "slogan = ", "slogam = ")
    lines = [mistake.in_line(copy.folder) for mistake in copy.mistake().all]
    heading = copy.read("brands.toml").splitlines().index("[[brands]]") + 1
    assert lines[0] == f"brands.toml: line {heading}: brands.0.slogan: this field is missing"


def test_a_body_without_its_file_or_in_a_language_that_is_gone_is_named(copy: Copy) -> None:
    for name in ("letters/md.fr.md", "news/gone.bn.md"):
        (copy.folder / name).write_text("Bonjour", "utf-8")
    assert copy.sentences() == [
        "letters/md.fr.md: the languages of company.toml have no 'fr': add it there, or remove this file",
        "news/gone.bn.md: this is the body of news/gone.md, which is missing",
    ]


def test_a_manifest_of_pictures_that_cannot_be_read_is_named(copy: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    (copy.folder / "pictures.json").write_text("<<<<<<< HEAD", "utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(pictures, "MANIFEST", copy.folder / "pictures.json")
        pictures.pictures.cache_clear()
        assert copy.sentences() == [
            "pictures.json: this is not as make pictures writes it: put {} into the file, then make pictures"
        ]
    pictures.pictures.cache_clear()


@pytest.mark.parametrize("label", ["1 l", "1 L", "1 litre", "Small tin"])
def test_litres_are_written_in_any_usual_way_or_not_at_all(copy: Copy, label: str) -> None:
    copy.replace("products/nc-thinner.toml", 'en = "1 Ltr", bn', f'en = "{label}", bn')
    (thinner,) = (facts for facts in load(copy.folder, "en").facts.facts if facts.product == "nc-thinner")
    assert (thinner.packs[0].amount, thinner.packs[0].unit) == (1, "l")


@pytest.mark.parametrize("label", ["2 l", "1 ml", "1 lt", "1 large tin"])
def test_a_figure_in_the_label_of_a_size_is_its_amount(copy: Copy, label: str) -> None:
    copy.replace("products/nc-thinner.toml", 'en = "1 Ltr", bn', f'en = "{label}", bn')
    mistake = copy.mistake()
    assert (mistake.file, mistake.field) == ("facts.toml", "facts.nc-thinner.packs.0.amount")


def test_mistakes_of_several_files_are_told_together(copy: Copy) -> None:
    copy.replace("company.toml", "whatsapp = ", "whatsap = ")
    copy.replace("products/super-glue.toml", "summary = ", "sumary = ")
    copy.replace("news/dealer-meeting.md", "date = 2026-08-20", 'date = "in August"')
    files = {sentence.partition(":")[0] for sentence in copy.sentences()}
    assert files == {"company.toml", "products/super-glue.toml", "news/dealer-meeting.md"}


def test_html_in_markdown_stays_text(copy: Copy) -> None:
    copy.replace("letters/md.md", "My week begins", "<script>alert(1)</script> My week begins")
    body = load(copy.folder, "en").letter("md").body
    assert "<script>" not in body
    assert "&lt;script&gt;" in body


def test_a_missing_translation_falls_back_to_english(copy: Copy) -> None:
    copy.replace("company.toml", ', bn = "স্টার অ্যাডহেসিভস"', "")
    (copy.folder / "news" / "dealer-meeting.bn.md").unlink()
    bangla = load(copy.folder, "bn")
    assert bangla.company.name == "Star Adhesives"
    assert "Dealers met" in next(str(item.body) for item in bangla.news if item.id == "dealer-meeting")
