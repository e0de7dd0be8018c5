"""Addresses of content: how they are written, and that each leads to one page."""

import pytest
from pydantic import TypeAdapter, ValidationError

from starbond_site import content
from starbond_site.content.addresses import OPTIONAL, OWN_PAGES, RESERVED, TAKEN, data_sheet, is_reserved, localized
from starbond_site.content.models import Path, Target
from tests.unit.content.spoiled import Copy

PATH, TARGET = TypeAdapter(Path), TypeAdapter(Target)
FIRST_PAGE, CHAIRMAN = 'path = "/about"', 'aliases = ["/Chairman"]'
GLUE = ("products/super-glue.toml", 'path = "/SuperGlue"')


@pytest.mark.parametrize(
    "path",
    ["/", "/Bod", "/about-us", "/products/super-glue", "/investors/2026/Half-Year", "/3m", "/a/b/c/d", "/SB-40"],
)
def test_a_path_may_have_folders_and_hyphens(path: str) -> None:
    assert PATH.validate_python(path) == TARGET.validate_python(path) == path


@pytest.mark.parametrize(
    "path",
    [
        *("", "about", "//", "/about/", "/products//glue", "/./about", "/../about", "/products/.", "/a.html"),
        *("/-about", "/about-", "/about--us", "/about us", "/about_us", "/[id]", "/পণ্য", "/a?b=c", "/a%20b", "/a\\b"),
        *("/about\n", "/#news", "/about#team", "/" + "a" * 100),
    ],
)
def test_any_other_spelling_is_a_mistake(path: str) -> None:
    with pytest.raises(ValidationError):
        PATH.validate_python(path)


@pytest.mark.parametrize("path", ["/#news", "/about-us#team", "/products/super-glue#sizes"])
def test_a_menu_may_lead_to_a_section(path: str) -> None:
    assert TARGET.validate_python(path) == path


@pytest.mark.parametrize(
    ("path", "language", "address"),
    [
        ("/products/super-glue", "en", "/products/super-glue"),
        ("/products/super-glue", "bn", "/bn/products/super-glue"),
        ("/products/super-glue#sizes", "bn", "/bn/products/super-glue#sizes"),
        ("/", "bn", "/bn"),
        ("/#news", "bn", "/bn#news"),
    ],
)
def test_every_language_has_the_same_folders(path: str, language: content.Language, address: str) -> None:
    assert localized(path, language) == address
    assert data_sheet("/products/super-glue") == "/products/super-glue/sheet"


def test_pages_and_products_may_stand_in_folders(copy: Copy) -> None:
    for name, old, new in (
        (*GLUE, 'path = "/products/super-glue"'),
        ("navigation.toml", 'path = "/SuperGlue"', 'path = "/products/super-glue"'),
        ("pages.toml", 'path = "/BondIssue"', 'path = "/investors/bond-issue"'),
        ("investors.toml", 'path = "/BondIssue"', 'path = "/investors/bond-issue"'),
        ("navigation.toml", 'path = "/BondIssue"', 'path = "/investors/bond-issue"'),
    ):
        copy.replace(name, old, new)
    site = content.load(copy.folder, "en")
    assert {"/products/super-glue", "/investors/bond-issue"} < set(site.paths)


TAKEN_ADDRESSES = [
    *(f"/{segment}" for segment in sorted(RESERVED)),
    *("/API", "/api/glue", "/bn/glue", "/BN", "/files/a/b", "/pictures/glue", "/Desk/glue", "/live", "/404/glue"),
    *sorted(TAKEN),
]


@pytest.mark.parametrize("path", TAKEN_ADDRESSES)
def test_no_product_has_an_address_of_the_site_itself(copy: Copy, path: str) -> None:
    copy.replace(*GLUE, f'path = "{path}"')
    mistake = copy.mistake()
    assert (mistake.file, mistake.field) == ("products/super-glue.toml", "path")
    assert repr(path) in mistake.message


@pytest.mark.parametrize("path", [path for path in TAKEN_ADDRESSES if path not in OWN_PAGES])
@pytest.mark.parametrize(
    ("old", "new", "field"),
    [(FIRST_PAGE, 'path = "{}"', "pages.1.path"), (CHAIRMAN, 'aliases = ["{}"]', "pages.5.aliases")],
)
def test_no_page_and_no_alias_has_one(copy: Copy, path: str, old: str, new: str, field: str) -> None:
    copy.replace("pages.toml", old, new.format(path))
    mistake = copy.mistake()
    assert (mistake.file, mistake.field) == ("pages.toml", field)
    assert str(mistake) == f"pages.toml: {field}: {path!r} is an address of the site itself; no page can have it"


@pytest.mark.parametrize(
    "path", ["/apis", "/home/glue", "/products/api", "/live-cattle", "/desktop", "/index/a", "/bnp"]
)
def test_other_addresses_are_free(path: str) -> None:
    assert not is_reserved(path)


@pytest.mark.parametrize(
    ("name", "old", "new", "field", "first"),
    [
        (*GLUE, 'path = "/About"', "path", "taken by the page '/about' (pages.toml)"),
        (*GLUE, 'path = "/PURADHESIVES"', "path", "taken by the page '/PurAdhesives' (products/pur-adhesive.toml)"),
        ("pages.toml", FIRST_PAGE, 'path = "/bod"', "pages.2.path", "taken by the page '/bod'"),
        (
            "pages.toml",
            FIRST_PAGE,
            'path = "/superglue/Sheet"',
            "path",
            "taken by the page '/superglue/Sheet' (pages.toml)",
        ),
        ("pages.toml", CHAIRMAN, 'aliases = ["/MD"]', "pages.5.aliases", "taken by the page '/MD' (pages.toml)"),
        ("pages.toml", CHAIRMAN, 'aliases = ["/superGlue"]', "pages.5.aliases", "taken by the page '/SuperGlue'"),
        ("pages.toml", CHAIRMAN, 'aliases = ["/SuperGlue/sheet"]', "pages.5.aliases", "taken by the page '/SuperGlue'"),
        ("pages.toml", CHAIRMAN, 'aliases = ["/chairman"]', "pages.5.aliases", "taken by the page '/chairman'"),
        (
            "pages.toml",
            FIRST_PAGE,
            'path = "/about"\naliases = ["/CHAIRMAN"]',
            "pages.1.aliases",
            "taken by the page '/chairman'",
        ),
    ],
)
def test_an_address_leads_to_one_page(copy: Copy, name: str, old: str, new: str, field: str, first: str) -> None:
    copy.replace(name, old, new)
    if old == FIRST_PAGE:
        copy.replace("navigation.toml", FIRST_PAGE, 'path = "/Bod"')
    mistake = copy.mistake()
    assert mistake.field == field
    assert first in mistake.message


@pytest.mark.parametrize("path", [path for path in OPTIONAL if not is_reserved(path)])
def test_no_product_takes_the_address_of_a_page_that_the_engine_can_make(copy: Copy, path: str) -> None:
    """Also while a company has no such page: others lead there as soon as something is at that address."""
    pages = copy.folder / "pages.toml"
    parts = pages.read_text("utf-8").split("[[pages]]")
    pages.write_text("[[pages]]".join(part for part in parts if f'path = "{path}"' not in part), "utf-8")
    copy.replace(*GLUE, f'path = "{path}"')
    with pytest.raises(content.ContentError) as caught:
        content.load(copy.folder, "en")
    sentence = f"products/super-glue.toml: path: '{path}' is taken by the page '{path}' (the engine)"
    assert any(str(found).startswith(sentence) for found in caught.value.all)


def test_an_alias_may_be_another_spelling_or_another_address_of_its_page(copy: Copy) -> None:
    copy.replace("pages.toml", CHAIRMAN, 'aliases = ["/Chairman", "/CHAIRMAN", "/company/from-the-chair"]')
    aliases = content.load(copy.folder, "en").aliases
    assert aliases == dict.fromkeys(("/Chairman", "/CHAIRMAN", "/company/from-the-chair"), "/chairman")


@pytest.mark.company
def test_both_spellings_of_the_chairman_are_kept() -> None:
    """docs/requirements.md, "Routes"."""
    assert content.read("en").aliases == {"/Chairman": "/chairman"}
