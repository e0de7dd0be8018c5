"""The content of the site is complete: what docs/requirements.md asks for, in both languages."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from html import unescape

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

from starbond_site.content import LANGUAGES, missing_translations, read
from starbond_site.content.addresses import OPTIONAL, RESERVED, TAKEN, is_reserved
from starbond_site.content.models import Path, Target
from tests.unit import javascript
from tests.unit.content.spoiled import Copy

PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")

SITES = [read(language) for language in LANGUAGES]
# docs/requirements.md, "Routes".
ROUTES = [
    *("/", "/about", "/Bod", "/management", "/contact", "/chairman", "/MD", "/underConstruction", "/disclosures"),
    *("/prospectus", "/PriceSensitiveInformation", "/AnnualReport", "/FinancialReport", "/UploadFiles", "/AllNotice"),
    *("/SharedInformation", "/BondIssue", "/verify", "/alerts", "/filings", "/news", "/Products", "/calendar"),
    *("/dealers", "/documents", "/desk", "/finder", "/compare", "/safety", "/SafetySheets", "/search", "/404"),
    *("/dividends", "/shareholding", "/agm", "/results", "/figures", "/investors"),
]  # fmt: skip
INVESTOR_TITLES = {
    "/PriceSensitiveInformation": "Price Sensitive information", "/AnnualReport": "Financial Report",
    "/FinancialReport": "Financial Statement", "/AllNotice": "Notices", "/BondIssue": "Bond Issue",
    "/SharedInformation": "Shared Information", "/SafetySheets": "Safety data sheets",
}  # fmt: skip
FORMS = ["Price Sensitive Information", "Annual Report", "Financial Statement", "Notice", "Bond Issue"]
DIRECTORS = ["Chairman", "Managing Director", *["Nominee Director"] * 3, "Independent Director"]
MANAGERS = [
    *("Chief Financial Officer", "Company Secretary", "Legal Advisor"),
    *("Head of Business", "Head of Marketing", "Head of Production"),
]
# docs/requirements.md, "Interfaces".
WORDS = {
    "product.size": "Size", "product.characteristics": "Characteristics", "product.caution": "Caution",
    "carousel.previous": "Previous", "carousel.next": "Next", "home.news_label": "News and Updates",
    "home.products_label": "Our products", "upload.submit": "Submit", "prospectus.upload": "Upload",
    "documents.serial": "Sl.", "documents.file_name": "File Name", "documents.action": "Action",
    "documents.download": "Download", "shared.not_yet_available": "Not yet available",
    "newsletter.label": "Enter Email to Subscribe", "footer.learn_more": "Learn More", "home.read_more": "Read More",
    "contact.form_heading": "Write to Us", "contact.name": "Your Name", "contact.email_field": "Your Email",
    "contact.phone_field": "Phone Number", "contact.message": "Your Message", "zoom.hover_hint": "Hover to Zoom",
    "zoom.touch_hint": "Long-Touch to Zoom", "under_construction.heading": "This Page is under Construction",
}  # fmt: skip


def texts(content: object, field: str = "") -> Iterator[tuple[str, str]]:
    """Yield every string below a piece of content with its dotted field."""
    if isinstance(content, str):
        yield field, content
    elif isinstance(content, BaseModel | Mapping | tuple):
        parts = enumerate(content) if isinstance(content, tuple) else dict(content).items()
        for name, part in parts:
            yield from texts(part, f"{field}.{name}".strip("."))


def test_nothing_is_left_untranslated():
    further = tuple(f"{language}: " for language in LANGUAGES if language not in {"en", "bn"})
    assert [text for text in missing_translations() if not text.startswith(further)] == []


@pytest.mark.features
def test_pages_titles_and_descriptions_are_those_of_the_requirements():
    assert sorted(page.path for page in read("en").pages) == sorted(ROUTES)
    for site in SITES:
        pages = [site.page(path) for path in (*site.paths, "/404")]
        assert len(pages) == len(ROUTES) + len(site.products) + len(site.written) + len(site.news)
        for of_page in ("title", "description"):
            counted = Counter(getattr(page, of_page) for page in pages)
            assert max(counted.values()) == 1, counted.most_common(1)
        assert [page.path for page in pages if len(page.description) > 155 or "|" in page.title] == []


def test_lists_are_those_of_the_requirements():
    investors = read("en").investors
    assert [category.form for category in investors.categories if not category.of_products] == FORMS
    assert [row.title for row in investors.shared] == ["Vetted Prospectus", "Notice for QIs", "Allotment Result"]
    lists = {page.path: page.categories for page in investors.pages}
    assert lists == {
        "/PriceSensitiveInformation": ("PriceSensitiveInformation",),
        "/AnnualReport": ("AnnualReport", "FinancialStatement"), "/FinancialReport": ("FinancialStatement",),
        "/AllNotice": ("AllNotice",), "/BondIssue": ("BondIssue",),
        "/SafetySheets": ("SafetySheet",),
    }  # fmt: skip
    assert all(page.title == INVESTOR_TITLES[page.path] for page in investors.pages)
    (psi,) = (each for each in investors.categories if each.id == "PriceSensitiveInformation")
    assert psi.title == INVESTOR_TITLES["/PriceSensitiveInformation"]


def test_menus_are_those_of_the_requirements():
    groups = read("en").navigation
    assert [group.title for group in groups] == ["Company", "Investors", "Products", "Media"]
    brands = [read("en").brand(subgroup.brand).name for subgroup in groups[2].subgroups]
    assert brands == ["STAR BOND", "STARLAQ", "GUMKING", "STAR KING", "CYCLON"]
    media = {link.label: link.path for link in groups[3].links}
    assert media == {"News": "/news", "Event": "/events", "Gallery": "/gallery", "Career": "/career"}
    company = {link.label: link.path for link in groups[0].links}
    assert company["Vision & Mission"] == "/vision-mission"
    assert company["Corporate Social Responsibilities"] == "/social-responsibility"
    for site in SITES:
        subgroups = next(group for group in site.navigation if group.id == "products").subgroups
        entries = [link for subgroup in subgroups for link in subgroup.links if link.path != "/underConstruction"]
        assert sorted((one.path, one.label) for one in entries) == sorted((one.path, one.name) for one in site.products)


def test_parts_people_and_letters_are_those_of_the_requirements():
    for site in SITES:
        assert site.slides
        assert [block.id for block in site.about.blocks] == ["our-company", "market-research", "company-perspective"]
        assert [office.id for office in site.company.offices] == ["corporate", "sales", "factory"]
        assert [message.path for message in site.letters] == ["/chairman", "/MD"]
        assert site.aliases == {"/Chairman": "/chairman"}
        assert all(brand.card == bool(site.products_of(brand.id)) for brand in site.brands)
        dates = [item.date for item in site.news]
        assert dates == sorted(dates, reverse=True)
    people = read("en").people
    assert not Counter(DIRECTORS) - Counter(person.role for person in people.directors)
    assert not Counter(MANAGERS) - Counter(person.role for person in people.managers)
    assert all(len(person.biography) >= 2 for person in people.directors)
    for site in SITES:
        for message in site.letters:
            words = unescape(re.sub("<[^>]+>", "", message.body))
            assert message.quote in words, message.id
            assert site.language != "en" or 300 <= len(words.split()) <= 450, message.id


def test_names_that_others_rely_on_and_what_they_fill_in():
    said = dict(texts(read("en").interface))
    assert {field: said[field] for field in WORDS} == WORDS
    english, bangla = (
        dict(texts((site.interface, site.errors, site.company.whatsapp_greeting, site.company.copyright)))
        for site in (read("en"), read("bn"))
    )
    for field, text in english.items():
        assert set(PLACEHOLDER.findall(text)) == set(PLACEHOLDER.findall(bangla[field])), field
        assert text.count("{") == len(PLACEHOLDER.findall(text)), field


def test_browsers_write_sizes_as_the_server_does() -> None:
    sizes = [*range(0, 4000, 25), *range(4000, 1_000_000, 12_500), *range(1_000_000, 60_000_000, 50_000)]
    for site in SITES:
        labels = site.interface.dates.model_dump(include={"bytes", "kilobytes", "megabytes", "digits"})
        call = "given.sizes.map((size) => functions.sizeOf(size, given.labels, given.labels.digits))"
        found = javascript.run("digits.jsx", call, {"sizes": sizes, "labels": labels})
        assert found == [*map(site.file_size, sizes)], site.language


def test_what_does_not_exist_is_named_and_a_refusal_says_its_values():
    for find in ("product", "brand", "person", "letter", "category", "investor_page"):
        with pytest.raises(KeyError, match="nothing-of-that-name"):
            getattr(read("en"), find)("nothing-of-that-name")
    for language, limit in (("en", "50 MB"), ("bn", "৫০ এমবি")):
        sentence = read(language).errors.say("too_large", limit=50)
        assert limit in sentence
        assert "{" not in sentence
    for code in ("say", "too_large"):
        with pytest.raises(KeyError):
            read("en").errors.say(code)


PATH, TARGET = TypeAdapter(Path), TypeAdapter(Target)
GLUE = ("products/super-glue.toml", 'path = "/SuperGlue"')
WELL_FORMED = (
    "/", "/Bod", "/about-us", "/products/super-glue", "/investors/2026/Half-Year", "/3m", "/a/b/c/d", "/SB-40",
)  # fmt: skip
MALFORMED = [
    *("", "about", "//", "/about/", "/products//glue", "/./about", "/../about", "/products/.", "/a.html"),
    *("/-about", "/about-", "/about--us", "/about us", "/about_us", "/[id]", "/পণ্য", "/a?b=c", "/a%20b", "/a\\b"),
    *("/about\n", "/#news", "/about#team", "/" + "a" * 100),
]
TAKEN_ADDRESSES = [
    *(f"/{segment}" for segment in sorted(RESERVED)),
    *("/API", "/api/glue", "/bn/glue", "/BN", "/files/a/b", "/pictures/glue", "/Desk/glue", "/live", "/404/glue"),
    *sorted(TAKEN),
]
FREE = ("/apis", "/home/glue", "/products/api", "/live-cattle", "/desktop", "/index/a", "/bnp")


def test_a_path_may_have_folders_and_hyphens_and_nothing_else() -> None:
    for path in WELL_FORMED:
        assert PATH.validate_python(path) == TARGET.validate_python(path) == path
    for path in MALFORMED:
        with pytest.raises(ValidationError):
            PATH.validate_python(path)


def test_nothing_has_an_address_of_the_site_itself(copy: Copy) -> None:
    assert [path for path in (*FREE, *TAKEN_ADDRESSES) if is_reserved(path)] == TAKEN_ADDRESSES
    for path in ("/api", "/BN", "/files/a/b", "/404/glue"):
        copy.replace(*GLUE, f'path = "{path}"')
        mistake = copy.mistake()
        assert (mistake.file, mistake.field) == ("products/super-glue.toml", "path"), path
        assert repr(path) in mistake.message
        copy.restore()
    # Nor that of the data sheet of a product.
    copy.replace("pages.toml", 'path = "/about"', 'path = "/superglue/Sheet"')
    assert any("is taken by the page '/superglue/Sheet' (pages.toml)" in said for said in copy.sentences())


def test_no_product_takes_the_address_of_a_page_that_the_engine_can_make(copy: Copy) -> None:
    """Also while a company has no such page: others lead there as soon as something is at that address."""
    for path in OPTIONAL:
        if not is_reserved(path):
            copy.without_page(path)
            copy.replace(*GLUE, f'path = "{path}"')
            sentence = f"products/super-glue.toml: path: '{path}' is taken by the page '{path}' (the site itself)"
            assert any(found.startswith(sentence) for found in copy.sentences()), path
            copy.restore()
