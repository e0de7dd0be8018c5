"""Pages that nothing makes, that are missing, or that would be empty: each is one sentence with file and field."""

import pytest

from starbond_site.content import load
from starbond_site.content.addresses import OPTIONAL, REQUIRED
from tests.unit.content.spoiled import Copy

PAGES = {
    "about.toml": ["/about"],
    "duties.toml": ["/disclosures"],
    "calendar.toml": ["/calendar"],
    "figures.toml": ["/figures"],
    "facts.toml": ["/finder", "/compare"],
    "map.toml": [],
    "dealers.sample.csv": [],
    "slides.toml": [],
    "trade_words.toml": [],
}
"""Files that a site need not have, and the pages that go with them."""
EMPTY = {
    "about.toml": "the page '/about' would be empty: about.toml has no blocks",
    "materials.toml": "the page '/finder' would be empty: it needs two materials in materials.toml, and facts.toml",
    "facts.toml": "the page '/finder' would be empty: it needs two materials in materials.toml, and facts.toml",
}
MISTAKES = [
    ("pages/md.md", 'path = "/MD"', 'path = "/chairman"', "path: the page at '/chairman' is made by"),
    ("pages/md.md", 'path = "/MD"', 'path = "/verify"', "path: the page at '/verify' is made by the engine"),
    ("pages/md.md", 'path = "/MD"', 'path = "/ABOUT"', "path: the page at '/ABOUT' is made by the engine"),
    ("pages/md.md", 'path = "/MD"', 'path = "/Nowhere"', "path: no page has the path '/Nowhere'"),
    (
        "products/super-glue.toml",
        'path = "/SuperGlue"',
        'path = "/AnnualReport"',
        "path: '/AnnualReport' is taken by the page '/AnnualReport' (pages.toml)",
    ),
    (
        "products/super-glue.toml",
        'path = "/SuperGlue"',
        'path = "/PuHardener"',
        "path: '/PuHardener' is taken by the page '/PuHardener' (products/pu-hardener.toml)",
    ),
    (
        "navigation.toml",
        'path = "/contact"',
        'path = "/contacts"',
        "groups.0.links.8.path: no page has the path '/contacts'",
    ),
    (
        "pages/md.md",
        "salutation = ",
        "on_home = true\nsalutation = ",
        "on_home: the home page leads to one letter, and pages/chairman.md says so already",
    ),
    ("pages/chairman.md", "summary = ", "#", "summary: the home page shows it, so that it must be there"),
    ("pages.toml", 'picture = "slides/family"', 'picture = "drawings/nothing"', "pages.1.picture: There is no picture"),
    (
        "pages.toml",
        'path = "/contact"\n',
        'path = "/contact"\npicture = "slides/family"\n',
        "pages.4.picture: the page '/contact' shows no picture of its own",
    ),
    (
        "pages.toml",
        'path = "/about"\n',
        'path = "/about"\nlead = "Nobody reads this."\n',
        "pages.1.lead: the page '/about' does not show it",
    ),
]


def test_a_page_that_every_site_has(copy: Copy) -> None:
    for path in REQUIRED:
        copy.without_page(path)
        assert f"pages.toml: pages: the page {path!r} is missing; every site has it" in copy.sentences()
        copy.restore()


@pytest.mark.company
def test_a_page_that_menus_still_lead_to(copy: Copy) -> None:
    for path in OPTIONAL:
        copy.without_page(path)
        found = copy.sentences()
        linked = [sentence for sentence in found if sentence.endswith(f"no page has the path {path!r}")]
        rows = [sentence for sentence in found if sentence.startswith("investors.toml: shared: ")]
        assert sorted(found) == sorted([*rows, *linked])
        assert bool(linked) is (f'path = "{path}"' in copy.read("navigation.toml"))
        copy.restore()


@pytest.mark.company
def test_a_file_is_needed_by_its_pages_alone(copy: Copy) -> None:
    for name, paths in PAGES.items():
        copy.remove(name)
        found = copy.sentences()
        assert any("would be empty" in sentence for sentence in found) is bool(paths), name
        for path in paths:
            copy.without_page(path)
            menus = copy.read("navigation.toml").splitlines()
            copy.write("navigation.toml", "\n".join(line for line in menus if f'path = "{path}"' not in line))
        site = load(copy.folder, "en")
        assert not any(site.has(path) for path in paths), name
        copy.restore()
    for name, sentence in EMPTY.items():
        copy.remove(name)
        assert any(said.startswith("pages.toml: ") and said.endswith(sentence) for said in copy.sentences()), name
        copy.restore()


@pytest.mark.company
def test_a_mistake_is_a_sentence(copy: Copy) -> None:
    for name, old, spoiled, sentence in MISTAKES:
        copy.replace(name, old, spoiled)
        found = copy.sentences()
        assert any(said.startswith(f"{name}: {sentence}") for said in found), found
        copy.restore()


def test_a_menu_without_entries(copy: Copy) -> None:
    count = len(load(copy.folder, "en").navigation)
    copy.write("navigation.toml", copy.read("navigation.toml") + '\n[[groups]]\nid = "empty"\ntitle = "Empty"\n')
    assert copy.sentences() == [f"navigation.toml: groups.{count}.links: the menu 'Empty' has no entry"]
