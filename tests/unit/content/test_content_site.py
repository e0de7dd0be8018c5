"""The content of the site is complete: what docs/requirements.md asks for, in both languages."""

import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from pydantic import BaseModel

from starbond_site.content import LANGUAGES, Language, Site, missing_translations, read

LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
BANGLA = re.compile(r"[\u0980-\u09ff]")

# docs/requirements.md, "Routes".
ROUTES = [
    "/",
    "/about",
    "/Bod",
    "/management",
    "/contact",
    "/chairman",
    "/MD",
    "/underConstruction",
    "/disclosures",
    "/prospectus",
    "/PriceSensitiveInformation",
    "/AnnualReport",
    "/FinancialReport",
    "/UploadFiles",
    "/AllNotice",
    "/SharedInformation",
    "/BondIssue",
    "/verify",
    "/alerts",
    "/filings",
    "/Products",
    "/calendar",
    "/figures",
    "/dealers",
    "/documents",
    "/desk",
    "/finder",
    "/compare",
    "/404",
]
INVESTOR_TITLES = {
    "/PriceSensitiveInformation": "Price Sensitive information",
    "/AnnualReport": "Financial Report",
    "/FinancialReport": "Financial Statement",
    "/AllNotice": "Notices",
    "/BondIssue": "Bond Issue",
    "/SharedInformation": "Shared Information",
}
FORMS = ["Price Sensitive Information", "Annual Report", "Financial Statement", "Notice", "Bond Issue"]
DIRECTORS = ["Chairman", "Managing Director", *["Nominee Director"] * 3, "Independent Director"]
MANAGERS = [
    "Chief Financial Officer",
    "Company Secretary",
    "Head of Business",
    "Head of Marketing",
    "Head of Production",
    "Legal Advisor",
]
# docs/requirements.md, "Interfaces".
WORDS = {
    "product.size": "Size",
    "product.characteristics": "Characteristics",
    "product.caution": "Caution",
    "carousel.previous": "Previous",
    "carousel.next": "Next",
    "carousel.news_label": "News and Updates",
    "carousel.products_label": "Our products",
    "upload.submit": "Submit",
    "prospectus.upload": "Upload",
    "documents.serial": "Sl.",
    "documents.file_name": "File Name",
    "documents.action": "Action",
    "documents.download": "Download",
    "shared.not_yet_available": "Not yet available",
    "newsletter.label": "Enter Email to Subscribe",
    "footer.learn_more": "Learn More",
    "home.read_more": "Read More",
    "contact.form_heading": "Write to Us",
    "contact.name": "Your Name",
    "contact.email_field": "Your Email",
    "contact.phone_field": "Phone Number",
    "contact.message": "Your Message",
    "zoom.hover_hint": "Hover to Zoom",
    "zoom.touch_hint": "Long-Touch to Zoom",
    "under_construction.heading": "This Page is under Construction",
}


def texts(content: object, field: str = "") -> Iterator[tuple[str, str]]:
    """Yield every string below a piece of content with its dotted field."""
    if isinstance(content, str):
        yield field, content
    elif isinstance(content, BaseModel):
        for name in type(content).model_fields:
            yield from texts(getattr(content, name), f"{field}.{name}".strip("."))
    elif isinstance(content, tuple):
        for place, item in enumerate(content):
            yield from texts(item, f"{field}.{place}")


class Words(HTMLParser):
    """The words of an HTML text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ""
        self.feed(html)

    def handle_data(self, data: str) -> None:
        """Keep what stands between tags."""
        self.text += data


def test_nothing_is_left_untranslated():
    """Every text stands in both languages."""
    assert missing_translations() == []


@LANGUAGE
def test_reading_happens_once(language: Language):
    """Files are read once per language."""
    assert read(language) is read(language)
    assert read(language).language == language


def test_the_pages_are_those_of_the_requirements():
    """Neither more nor fewer, and in their exact case."""
    assert sorted(page.path for page in read("en").pages) == sorted(ROUTES)


@LANGUAGE
def test_titles_and_descriptions_are_unique(language: Language):
    """Over all pages, products included; the company is added to titles elsewhere."""
    site = read(language)
    pages = [site.page(path) for path in (*site.paths, "/404")]
    assert len(pages) == len(ROUTES) + len(site.products)
    for of_page in ("title", "description"):
        counted = Counter(getattr(page, of_page) for page in pages)
        assert max(counted.values()) == 1, counted.most_common(1)
    assert all(len(page.description) <= 155 for page in pages)
    assert not any("|" in page.title for page in pages)


@pytest.mark.parametrize(("path", "title"), [*INVESTOR_TITLES.items(), ("/about", "About Us")])
def test_fixed_titles(path: str, title: str):
    """Titles that docs/requirements.md gives."""
    assert read("en").page(path).title == title


def test_investor_lists():
    """Upload forms, fixed rows and which page shows which list."""
    investors = read("en").investors
    assert [category.form for category in investors.categories] == FORMS
    assert [row.title for row in investors.shared] == ["Vetted Prospectus", "Notice for QIs", "Allotment Result"]
    lists = {page.path: page.categories for page in investors.pages}
    assert lists == {
        "/PriceSensitiveInformation": ("PriceSensitiveInformation",),
        "/AnnualReport": ("AnnualReport", "FinancialStatement"),
        "/FinancialReport": ("FinancialStatement",),
        "/AllNotice": ("AllNotice",),
        "/BondIssue": ("BondIssue",),
    }
    assert all(page.title == INVESTOR_TITLES[page.path] for page in investors.pages)


def test_menu_groups_and_brands():
    """Groups and brands in their order; Media leads where docs/requirements.md says."""
    groups = read("en").navigation
    assert [group.title for group in groups] == ["Company", "Investors", "Products", "Media"]
    brands = [read("en").brand(subgroup.brand).name for subgroup in groups[2].subgroups]
    assert brands == ["STAR BOND", "STARLAQ", "GUMKING", "STAR KING", "CYCLON"]
    media = {link.label: link.path for link in groups[3].links}
    assert media.pop("News") == "/#news"
    assert media == dict.fromkeys(("Event", "Gallery", "Career"), "/underConstruction")


@LANGUAGE
def test_the_products_menu_names_every_product_by_its_name(language: Language):
    """The menu and the pages call a product the same."""
    site = read(language)
    subgroups = next(group for group in site.navigation if group.id == "products").subgroups
    entries = [link for subgroup in subgroups for link in subgroup.links if link.path != "/underConstruction"]
    assert {link.path: link.label for link in entries} == {item.path: item.name for item in site.products}
    assert len(entries) == len(site.products)


@LANGUAGE
def test_parts_of_the_requirements(language: Language):
    """Blocks, offices, letters; a brand card leads to products."""
    site = read(language)
    assert site.slides
    assert [block.id for block in site.about.blocks] == ["our-company", "market-research", "company-perspective"]
    assert [office.id for office in site.company.offices] == ["corporate", "sales", "factory"]
    assert [message.path for message in site.letters] == ["/chairman", "/MD"]
    assert all(brand.card == bool(site.products_of(brand.id)) for brand in site.brands)


def test_people_hold_the_required_roles():
    """All of them, whoever else joins; every director has a biography."""
    people = read("en").people
    assert not Counter(DIRECTORS) - Counter(person.role for person in people.directors)
    assert not Counter(MANAGERS) - Counter(person.role for person in people.managers)
    assert all(len(person.biography) >= 2 for person in people.directors)


@LANGUAGE
def test_news_is_newest_first(language: Language):
    """The strip of the home page begins with the newest."""
    dates = [item.date for item in read(language).news]
    assert dates == sorted(dates, reverse=True)


@LANGUAGE
def test_a_letter_is_quoted_word_for_word(language: Language):
    """The home page quotes a sentence that the letter holds."""
    for message in read(language).letters:
        assert message.quote in Words(message.body).text


def test_the_letters_fill_a_page():
    """A letter, neither a note nor an essay."""
    for message in read("en").letters:
        assert 300 <= len(Words(message.body).text.split()) <= 450


@pytest.mark.parametrize(("field", "words"), WORDS.items())
def test_names_that_others_rely_on(field: str, words: str):
    """Accessible names and titles that must stay as they are."""
    assert dict(texts(read("en").interface))[field] == words


def test_both_languages_fill_in_the_same_words():
    """A placeholder that one language lacks would lose its value."""
    english, bangla = (dict(texts(_sentences(read(language)))) for language in LANGUAGES)
    for field, text in english.items():
        assert set(PLACEHOLDER.findall(text)) == set(PLACEHOLDER.findall(bangla[field])), field
        assert text.count("{") == len(PLACEHOLDER.findall(text)), field


def _sentences(site: Site) -> tuple[object, ...]:
    return (site.interface, site.errors, site.company.whatsapp_greeting, site.company.copyright)


def test_bangla_is_written_in_bangla():
    """No English sentence stands in for a Bangla one."""
    for field, text in texts((read("bn").interface, read("bn").errors)):
        words = PLACEHOLDER.sub("", text).strip(" %.,:")
        settings = {"bn-BD", "lakhs", "bengali"}
        assert BANGLA.search(words) or words in {"", "name@example.com"} | settings, field


@pytest.mark.parametrize("find", ["product", "brand", "person", "letter", "category", "investor_page"])
def test_what_does_not_exist_is_named(find: str):
    """A look-up that fails says for what."""
    with pytest.raises(KeyError, match="nothing-of-that-name"):
        getattr(read("en"), find)("nothing-of-that-name")


@LANGUAGE
def test_a_refusal_is_a_sentence_with_its_values(language: Language):
    """The code of a refusal becomes what a person reads."""
    sentence = read(language).errors.say("too_large", limit=50)
    assert {"en": "50 MB", "bn": "৫০ এমবি"}[language] in sentence
    assert "{" not in sentence


def test_a_refusal_without_sentence_or_value():
    """A code nobody wrote a sentence for is a mistake of ours."""
    with pytest.raises(KeyError):
        read("en").errors.say("say")
    with pytest.raises(KeyError):
        read("en").errors.say("too_large")
