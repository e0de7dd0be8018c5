"""Nothing of the company stands in code or in the words of the engine: another company changes content alone.

Names, ids and paths are taken from the content, so that these tests hold for any company.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from starbond_site import content
from starbond_site.content.addresses import OPTIONAL, REQUIRED
from starbond_site.content.pictures import pictures

PACKAGE = Path(content.FOLDER).parent
SITES = [content.read(language) for language in content.LANGUAGES]
SITE = SITES[0]
SOURCES = sorted(file for kind in ("*.py", "*.jsx", "*.js", "*.css") for file in PACKAGE.rglob(kind))
QUOTED = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'|`([^`]*)`")
CLASS = re.compile(r"\.([\w-]+)")
ALIASED = {("web/site.py", letter.path) for letter in SITE.letters}
"""Spellings of an address that people know from before."""


def _ids() -> set[str]:
    """Return what names something of the company, as far as no word of the engine can be the same by chance."""
    paths = {
        *(page.path for page in SITE.investors.pages),
        *(letter.path for letter in SITE.letters),
        *(product.path for product in SITE.products),
    } - {*REQUIRED, *OPTIONAL}
    people = (*SITE.people.directors, *SITE.people.managers)
    items = (*SITE.brands, *SITE.products, *SITE.slides, *people, *SITE.letters)
    # "family" is a slide, and the picture of all sizes of a product; with a hyphen an id names one thing.
    ids = {item.id for item in items if "-" in item.id}
    return {*paths, *ids, *pictures(), *(f"brand-{brand.id}" for brand in SITE.brands)}


IDS = _ids()


def _strings(file: Path) -> Iterator[str]:
    """Yield the string literals of a file, and the classes of a stylesheet, without comments and docstrings."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        tree = ast.parse(text)
        docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
                yield node.value
        return
    code = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    yield from ("".join(found) for found in QUOTED.findall(code))
    yield from CLASS.findall(code)


def test_code_names_nothing_of_the_company() -> None:
    strings = {(file.relative_to(PACKAGE).as_posix(), string) for file in SOURCES for string in _strings(file)}
    assert {(name, string) for name, string in strings if string in IDS} - ALIASED == set()


def _names() -> set[str]:
    """Return names of the company, its brands, products and people, and the titles of its lists.

    Titles in one language: elsewhere endings of words are not told apart, and "financial statements" is a common term.
    """
    names: set[str] = set()
    for site in SITES:
        people = (*site.people.directors, *site.people.managers)
        names |= {site.company.name, site.company.legal_name}
        names |= {item.name for item in (*site.brands, *site.products, *people)}
        names |= {row.title for row in site.investors.shared} | {letter.title for letter in site.letters}
    names |= {title for one in SITE.investors.categories for title in (one.title, one.form) if " " in title}
    return {name.casefold() for name in names}


def _texts(value: object) -> Iterator[str]:
    """Yield every text below a value of TOML."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)


def test_words_of_the_engine_name_nothing_of_the_company() -> None:
    names = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in _names()))
    files = [tomllib.loads((content.FOLDER / file).read_text("utf-8")) for file in ("interface.toml", "errors.toml")]
    assert [text for text in _texts(files) if names.search(text.casefold())] == []


def test_the_tests_see_what_they_look_for() -> None:
    """A hidden name of each kind would be found."""
    assert {SITE.products[0].path, SITE.products[0].id, f"brands/{SITE.brands[0].id}"} <= IDS | {SITE.products[0].id}
    assert SITE.company.name.casefold() in _names()
    assert list(_strings(PACKAGE / "pages" / "layout.py"))
