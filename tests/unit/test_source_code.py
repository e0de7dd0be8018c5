"""The source code names nothing of the company; `lint/` has the rules about single lines, which need no content.

Names, ids and paths of the company are taken from the content, so that these tests hold for any company: another one
changes content alone.
"""

import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

from starbond_site import content
from starbond_site.content.addresses import OPTIONAL, REQUIRED
from starbond_site.content.pictures import pictures
from tests.seeded import faults
from tests.serving import ROOT

PACKAGE = Path(content.FOLDER).parent
SITES = [content.read(language) for language in content.LANGUAGES]
SITE = SITES[0]
SOURCES = sorted(file for kind in ("*.py", "*.jsx", "*.js", "*.css") for file in PACKAGE.rglob(kind))
QUOTED = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'|`([^`]*)`")
CLASS = re.compile(r"\.([\w-]+)")
ALIASED = {("web/site.py", letter.path) for letter in SITE.letters}
"""Spellings of an address that people know from before."""


@cache
def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"))


def _ids() -> set[str]:
    """Return what names something of the company, as far as no word of the code can be the same by chance."""
    pages = (*SITE.investors.pages, *SITE.letters, *SITE.products)
    people = (*SITE.people.directors, *SITE.people.managers)
    items = (*SITE.brands, *SITE.products, *SITE.slides, *people, *SITE.letters)
    # "family" is a slide, and the picture of all sizes of a product; with a hyphen an id names one thing.
    ids = {item.id for item in items if "-" in item.id}
    paths = {page.path for page in pages} - {*REQUIRED, *OPTIONAL}
    return {*paths, *ids, *pictures(), *(f"brand-{brand.id}" for brand in SITE.brands)}


IDS = _ids()


def _strings(tree: ast.Module) -> Iterator[str]:
    """Yield the string literals of a module without docstrings."""
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


def _named(file: Path) -> Iterator[str]:
    """Yield the string literals of a file, and the classes of a stylesheet, without comments and docstrings."""
    if file.suffix == ".py":
        yield from _strings(_tree(file))
        return
    code = re.sub(r"/\*.*?\*/", "", file.read_text("utf-8"), flags=re.DOTALL)
    yield from ("".join(found) for found in QUOTED.findall(code))
    yield from CLASS.findall(code)


def test_code_names_nothing_of_the_company() -> None:
    strings = {(file.relative_to(PACKAGE).as_posix(), string) for file in SOURCES for string in _named(file)}
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
    # A safety data sheet is one in every company.
    lists = [one for one in SITE.investors.categories if not one.of_products]
    names |= {title for one in lists for title in (one.title, one.form) if " " in title}
    return {name.casefold() for name in names}


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)


def test_words_of_the_engine_name_nothing_of_the_company() -> None:
    names = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in _names()))
    files = [tomllib.loads((content.FOLDER / file).read_text("utf-8")) for file in ("interface.toml", "errors.toml")]
    assert [text for text in _texts(files) if names.search(text.casefold())] == []


def test_the_tests_see_what_they_look_for() -> None:
    assert {SITE.products[0].path, SITE.products[0].id, f"brands/{SITE.brands[0].id}"} <= IDS | {SITE.products[0].id}
    assert SITE.company.name.casefold() in _names()
    assert list(_named(PACKAGE / "pages" / "layout.py"))


def _types(file: Path) -> Iterator[str]:
    """Yield the names of the classes of a module, and of its aliases of types, without variables of types."""
    yield from (node.name for node in ast.walk(_tree(file)) if isinstance(node, ast.ClassDef))
    for node in _tree(file).body:
        if isinstance(node, ast.Assign) and not re.match(r"TypeVar|ParamSpec", ast.unparse(node.value)):
            yield from re.findall(r"^[A-Z][a-z]\w*$", ast.unparse(node.targets[0]))


def test_no_two_types_share_a_name() -> None:
    """Those of one module alone, which begin with an underscore, may."""
    names = Counter(name for file in PACKAGE.rglob("*.py") for name in _types(file) if not name.startswith("_"))
    assert [name for name, times in names.items() if times > 1] == []


def test_every_imported_distribution_is_pinned() -> None:
    pinned = {line.split("==")[0].split("[")[0] for line in (ROOT / "requirements.txt").read_text("utf-8").splitlines()}
    nodes = [node for file in PACKAGE.rglob("*.py") for node in ast.walk(_tree(file))]
    names = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    names |= {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    tops = {name.partition(".")[0] for name in names} - sys.stdlib_module_names - {"starbond_site"}
    found = packages_distributions()
    assert [top for top in tops if not pinned & {name.lower().replace("_", "-") for name in found.get(top, ())}] == []


HEADINGS = set(re.findall(r"^#+ (.+)$", (ROOT / "docs" / "requirements.md").read_text("utf-8"), re.MULTILINE))
MOST_OF_ONE = 20
"""Faults that one section may have: they are spread over all that is promised."""


def test_every_fault_can_be_tried_and_breaks_a_promise() -> None:
    known = faults()
    assert len(known) >= 80
    assert [name for name, times in Counter(fault.name for fault in known).items() if times > 1] == []
    assert {fault.name: problem for fault in known if (problem := fault.problem)} == {}
    known = faults()
    assert {fault.promise for fault in known} - HEADINGS == set()
    assert max(Counter(fault.promise for fault in known).values()) <= MOST_OF_ONE


def test_links_between_papers_lead_somewhere() -> None:
    for paper in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")):
        text = re.sub(r"```.*?```|`[^`\n]*`", "", paper.read_text("utf-8"), flags=re.DOTALL)
        links = re.findall(r"\]\((?!https?:)([^)#\s]+)", text)
        assert [link for link in links if not (paper.parent / link).exists()] == [], paper.name


def test_modules_that_sentences_name_exist() -> None:
    named = {name for file in SOURCES for name in re.findall(r"; see `?([\w/]+\.py)", file.read_text("utf-8"))}
    assert [name for name in named if not any(PACKAGE.rglob(name))] == []


def test_tests_that_are_listed_as_of_this_company_exist() -> None:
    for line in re.findall(r"^tests/.+", (ROOT / "tests" / "this_company.txt").read_text("utf-8"), re.MULTILINE):
        module, _, function = line.partition("::")
        assert (f"def {function}(" if function else "") in (ROOT / module).read_text("utf-8"), line
