"""Addresses of content: how they are written, and that each leads to one page."""

import pytest
from pydantic import TypeAdapter, ValidationError

from starbond_site import content
from starbond_site.content.addresses import OPTIONAL, RESERVED, TAKEN, data_sheet, is_reserved, localized
from starbond_site.content.models import Path, Target
from tests.unit.content.spoiled import Copy

PATH, TARGET = TypeAdapter(Path), TypeAdapter(Target)
FIRST_PAGE, CHAIRMAN = 'path = "/about"', 'aliases = ["/Chairman"]'
GLUE = ("products/super-glue.toml", 'path = "/SuperGlue"')
WELL_FORMED = (
    "/",
    "/Bod",
    "/about-us",
    "/products/super-glue",
    "/investors/2026/Half-Year",
    "/3m",
    "/a/b/c/d",
    "/SB-40",
)
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


def test_every_language_has_the_same_folders() -> None:
    for path, bangla in {
        "/products/super-glue": "/bn/products/super-glue",
        "/products/super-glue#sizes": "/bn/products/super-glue#sizes",
        "/": "/bn",
        "/#news": "/bn#news",
    }.items():
        assert (localized(path, "en"), localized(path, "bn")) == (path, bangla)
    assert data_sheet("/products/super-glue") == "/products/super-glue/sheet"


def test_nothing_has_an_address_of_the_site_itself(copy: Copy) -> None:
    assert [path for path in (*FREE, *TAKEN_ADDRESSES) if is_reserved(path)] == TAKEN_ADDRESSES
    for path in ("/api", "/BN", "/files/a/b", "/404/glue"):
        copy.replace(*GLUE, f'path = "{path}"')
        mistake = copy.mistake()
        assert (mistake.file, mistake.field) == ("products/super-glue.toml", "path"), path
        assert repr(path) in mistake.message
        copy.restore()
        for old, new, field in (
            (FIRST_PAGE, f'path = "{path}"', "pages.1.path"),
            (CHAIRMAN, f'aliases = ["{path}"]', "pages.5.aliases"),
        ):
            copy.replace("pages.toml", old, new)
            sentence = f"pages.toml: {field}: {path!r} is an address of the site itself; no page can have it"
            assert str(copy.mistake()) == sentence
            copy.restore()


def test_an_address_leads_to_one_page(copy: Copy) -> None:
    for name, old, new, field, first in (
        (*GLUE, 'path = "/About"', "path", "the page '/about' (pages.toml)"),
        (*GLUE, 'path = "/PURADHESIVES"', "path", "the page '/PurAdhesives' (products/pur-adhesive.toml)"),
        ("pages.toml", FIRST_PAGE, 'path = "/bod"', "pages.2.path", "the page '/bod'"),
        ("pages.toml", FIRST_PAGE, 'path = "/superglue/Sheet"', "path", "the page '/superglue/Sheet' (pages.toml)"),
        ("pages.toml", CHAIRMAN, 'aliases = ["/MD"]', "pages.5.aliases", "the page '/MD' (pages.toml)"),
        ("pages.toml", CHAIRMAN, 'aliases = ["/superGlue"]', "pages.5.aliases", "the page '/SuperGlue'"),
        ("pages.toml", CHAIRMAN, 'aliases = ["/SuperGlue/sheet"]', "pages.5.aliases", "the page '/SuperGlue'"),
        ("pages.toml", CHAIRMAN, 'aliases = ["/chairman"]', "pages.5.aliases", "the page '/chairman'"),
        ("pages.toml", FIRST_PAGE, f'{FIRST_PAGE}\naliases = ["/CHAIRMAN"]', "pages.1.aliases", "the page '/chairman'"),
    ):
        copy.replace(name, old, new)
        if old == FIRST_PAGE:
            copy.replace("navigation.toml", FIRST_PAGE, 'path = "/Bod"')
        mistake = copy.mistake()
        assert mistake.field == field, new
        assert f"taken by {first}" in mistake.message
        copy.restore()


def test_no_product_takes_the_address_of_a_page_that_the_engine_can_make(copy: Copy) -> None:
    """Also while a company has no such page: others lead there as soon as something is at that address."""
    for path in OPTIONAL:
        if not is_reserved(path):
            copy.without_page(path)
            copy.replace(*GLUE, f'path = "{path}"')
            sentence = f"products/super-glue.toml: path: '{path}' is taken by the page '{path}' (the engine)"
            assert any(found.startswith(sentence) for found in copy.sentences()), path
            copy.restore()


def test_both_spellings_of_the_chairman_are_kept() -> None:
    """docs/requirements.md, "Routes"."""
    assert content.read("en").aliases == {"/Chairman": "/chairman"}
