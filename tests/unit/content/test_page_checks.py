"""Pages that nothing makes, that are missing, or that would be empty: each is one sentence with file and field."""

import pytest

from starbond_site.content import ContentError, Language, load
from starbond_site.content.addresses import OPTIONAL, REQUIRED
from tests.unit.content.spoiled import Copy

ENGLISH: Language = "en"
ADDED = """
[[pages]]
path = "{path}"
title = "One more page"
description = "A page that was added to the others."
"""


def sentences(copy: Copy) -> list[str]:
    """Return every mistake that reading finds."""
    with pytest.raises(ContentError) as caught:
        load(copy.folder, ENGLISH)
    return [str(mistake) for mistake in caught.value.all]


def add(copy: Copy, name: str, text: str) -> None:
    """Add to the end of a file."""
    file = copy.folder / name
    file.write_text(file.read_text("utf-8") + text, "utf-8")


def remove_page(copy: Copy, path: str) -> None:
    """Take a page out of ``pages.toml``."""
    file = copy.folder / "pages.toml"
    first, *pages = file.read_text("utf-8").split("[[pages]]\n")
    kept = [page for page in pages if f'path = "{path}"\n' not in page]
    assert len(kept) == len(pages) - 1, path
    file.write_text("[[pages]]\n".join([first, *kept]), "utf-8")


def test_a_page_that_no_template_makes(copy: Copy) -> None:
    count = len(load(copy.folder, ENGLISH).pages)
    add(copy, "pages.toml", ADDED.format(path="/foo"))
    assert sentences(copy) == [f"pages.toml: pages.{count}.path: no template makes a page at '/foo'"]


@pytest.mark.parametrize("path", REQUIRED)
def test_a_page_that_every_site_has(copy: Copy, path: str) -> None:
    remove_page(copy, path)
    assert f"pages.toml: pages: the page {path!r} is missing; every site has it" in sentences(copy)


@pytest.mark.company
@pytest.mark.parametrize("path", OPTIONAL)
def test_a_page_that_menus_still_lead_to(copy: Copy, path: str) -> None:
    """Where neither a menu nor a slide leads there, the content is complete without the page."""
    remove_page(copy, path)
    found = [str(mistake) for mistake in _all(copy)]
    linked = [sentence for sentence in found if sentence.endswith(f"no page has the path {path!r}")]
    rows = [sentence for sentence in found if sentence.startswith("investors.toml: shared: ")]
    assert sorted(found) == sorted([*rows, *linked])
    assert bool(linked) is (f'path = "{path}"' in (copy.folder / "navigation.toml").read_text("utf-8"))


def _all(copy: Copy) -> tuple[ContentError, ...]:
    try:
        load(copy.folder, ENGLISH)
    except ContentError as mistakes:
        return mistakes.all
    return ()


EMPTY = [
    (
        "people.toml",
        "[[managers]]",
        "[[directors]]",
        "the page '/management' would be empty: people.toml has no managers",
    ),
    ("people.toml", "[[directors]]", "[[managers]]", "the page '/Bod' would be empty: people.toml has no directors"),
]


@pytest.mark.parametrize(("name", "old", "new", "sentence"), EMPTY)
def test_a_page_without_anything_to_show(copy: Copy, name: str, old: str, new: str, sentence: str) -> None:
    file = copy.folder / name
    file.write_text(file.read_text("utf-8").replace(old, new), "utf-8")
    assert any(found.endswith(sentence) for found in sentences(copy))


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ("about.toml", "the page '/about' would be empty: about.toml has no blocks"),
        (
            "materials.toml",
            "the page '/finder' would be empty: it needs two materials in materials.toml, and facts.toml",
        ),
        ("facts.toml", "the page '/finder' would be empty: it needs two materials in materials.toml, and facts.toml"),
    ],
)
def test_a_file_that_a_page_needs(copy: Copy, file: str, sentence: str) -> None:
    (copy.folder / file).unlink()
    assert any(found.startswith("pages.toml: ") and found.endswith(sentence) for found in sentences(copy))


@pytest.mark.parametrize("file", ["slides.toml", "trade_words.toml", "map.toml", "dealers.sample.csv"])
def test_a_file_that_nothing_needs(copy: Copy, file: str) -> None:
    (copy.folder / file).unlink()
    assert _all(copy) == ()


def test_rows_of_shared_information_need_their_page(copy: Copy) -> None:
    remove_page(copy, "/SharedInformation")
    assert "investors.toml: shared: pages.toml has no page '/SharedInformation' to show these rows" in sentences(copy)


@pytest.mark.company
def test_shared_information_needs_rows(copy: Copy) -> None:
    file = copy.folder / "investors.toml"
    file.write_text(file.read_text("utf-8").partition("[[shared]]")[0], "utf-8")
    found = sentences(copy)
    assert [sentence.partition(": the page ")[2] for sentence in found] == [
        "'/prospectus' would be empty: investors.toml has no row for it under shared",
        "'/SharedInformation' would be empty: investors.toml has no row for it under shared",
    ]


@pytest.mark.company
@pytest.mark.parametrize("rows", [1, 2, 3])
def test_shared_information_has_any_number_of_rows(copy: Copy, rows: int) -> None:
    file = copy.folder / "investors.toml"
    file.write_text("[[shared]]".join(file.read_text("utf-8").split("[[shared]]")[: rows + 1]), "utf-8")
    site = load(copy.folder, ENGLISH)
    assert len(site.investors.shared) == rows
    assert [site.page_of(row.node) for row in site.investors.shared] == ["/SharedInformation"] * rows


MISTAKES = [
    ("pages/md.md", 'path = "/MD"', 'path = "/chairman"', "pages/md.md: path: the page at '/chairman' is made by"),
    (
        "pages/md.md",
        'path = "/MD"',
        'path = "/verify"',
        "pages/md.md: path: the page at '/verify' is made by the engine",
    ),
    ("pages/md.md", 'path = "/MD"', 'path = "/ABOUT"', "pages/md.md: path: the page at '/ABOUT' is made by the engine"),
    ("pages/md.md", 'path = "/MD"', 'path = "/Nowhere"', "pages/md.md: path: no page has the path '/Nowhere'"),
    (
        "products/super-glue.toml",
        'path = "/SuperGlue"',
        'path = "/AnnualReport"',
        "products/super-glue.toml: path: '/AnnualReport' is taken by the page '/AnnualReport' (pages.toml)",
    ),
    (
        "products/super-glue.toml",
        'path = "/SuperGlue"',
        'path = "/PuHardener"',
        "products/super-glue.toml: path: '/PuHardener' is taken by the page '/PuHardener' (products/pu-hardener.toml)",
    ),
    (
        "investors.toml",
        'path = "/AllNotice"',
        'path = "/Notices"',
        "investors.toml: pages.3.path: no page has the path '/Notices'",
    ),
    (
        "investors.toml",
        'form = {en = "Notice"',
        'from = {en = "Notice"',
        "investors.toml: categories.3.form: this field is",
    ),
    (
        "investors.toml",
        'categories = ["BondIssue"]',
        'categories = ["AllNotice"]',
        "investors.toml: categories.4.id: no page shows the list 'BondIssue'",
    ),
    (
        "investors.toml",
        'categories = ["BondIssue"]',
        "categories = []",
        "investors.toml: pages.4.categories: the page '/BondIssue' shows no list",
    ),
    (
        "investors.toml",
        'categories = ["BondIssue"]',
        'categories = ["Bonds"]',
        "investors.toml: pages.4.categories: there is no list 'Bonds'",
    ),
    (
        "navigation.toml",
        'path = "/contact"',
        'path = "/contacts"',
        "navigation.toml: groups.0.links.8.path: no page has the path '/contacts'",
    ),
    (
        "pages/md.md",
        "salutation = ",
        "on_home = true\nsalutation = ",
        "pages/md.md: on_home: the home page leads to one letter, and pages/chairman.md says so already",
    ),
    (
        "pages/chairman.md",
        "summary = ",
        "#",
        "pages/chairman.md: summary: the home page shows it, so that it must be there",
    ),
    (
        "pages.toml",
        'picture = "slides/family"',
        'picture = "drawings/nothing"',
        "pages.toml: pages.1.picture: There is no picture",
    ),
    (
        "pages.toml",
        'path = "/contact"\n',
        'path = "/contact"\npicture = "slides/family"\n',
        "pages.toml: pages.4.picture: the page '/contact' shows no picture of its own",
    ),
    (
        "pages.toml",
        'path = "/about"\n',
        'path = "/about"\nlead = "Nobody reads this."\n',
        "pages.toml: pages.1.lead: the page '/about' does not show it",
    ),
]


@pytest.mark.company
@pytest.mark.parametrize(("name", "old", "spoiled", "sentence"), MISTAKES)
def test_a_mistake_is_a_sentence(copy: Copy, name: str, old: str, spoiled: str, sentence: str) -> None:
    copy.replace(name, old, spoiled)
    assert any(found.startswith(sentence) for found in sentences(copy)), sentences(copy)


@pytest.mark.company
def test_a_brand_of_the_menu_without_entries(copy: Copy) -> None:
    file = copy.folder / "navigation.toml"
    text = file.read_text("utf-8")
    before, brand, rest = text.partition('brand = "starlaq"\n')
    file.write_text(f"{before}{brand}links = []\n{rest.partition(']')[2]}", "utf-8")
    found = sentences(copy)
    assert len(found) == 1
    assert found[0].startswith("navigation.toml: groups.2.subgroups.1.links: ")


def test_a_menu_without_entries(copy: Copy) -> None:
    count = len(load(copy.folder, ENGLISH).navigation)
    add(copy, "navigation.toml", '\n[[groups]]\nid = "empty"\ntitle = "Empty"\n')
    assert sentences(copy) == [f"navigation.toml: groups.{count}.links: the menu 'Empty' has no entry"]


@pytest.mark.company
def test_mistakes_of_several_files_are_told_together(copy: Copy) -> None:
    copy.replace("company.toml", "whatsapp = ", "whatsap = ")
    copy.replace("products/super-glue.toml", "summary = ", "sumary = ")
    copy.replace("news/dealer-meeting.md", "date = 2026-08-20", 'date = "in August"')
    files = [sentence.partition(":")[0] for sentence in sentences(copy)]
    assert set(files) == {"company.toml", "products/super-glue.toml", "news/dealer-meeting.md"}
