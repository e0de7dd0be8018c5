"""Content files that contradict each other are found, and the mistake says where."""

import pytest

from tests.unit.content.spoiled import Copy

CONTRADICTIONS = [
    ("navigation.toml", 'path = "/Bod"', 'path = "/Board"', "groups.0.links.4.path"),
    ("navigation.toml", 'path = "/#news"', 'path = "/#novelties"', "groups.3.links.0.path"),
    ("navigation.toml", 'path = "/SuperGlue"', 'path = "/SuperGum"', "groups.2.subgroups.0.links.2.path"),
    ("navigation.toml", 'path = "/SuperGlue"', 'path = "/PuHardener"', "groups.2.subgroups.0.links.2.path"),
    ("navigation.toml", 'brand = "cyclon"', 'brand = "typhoon"', "groups.2.subgroups.4.brand"),
    ("navigation.toml", 'id = "media"', 'id = "company"', "groups.id"),
    ("slides.toml", 'path = "/Products"', 'path = "/Everything"', "slides.6.link.path"),
    ("slides.toml", 'id = "pipes"', 'id = "family"', "slides.id"),
    ("products/super-glue.toml", 'brand = "star-bond"', 'brand = "moon-bond"', "brand"),
    ("products/super-glue.toml", 'id = "4-gm"', 'id = "2-gm"', "sizes.id"),
    ("brands.toml", 'id = "starlaq"', 'id = "cyclon"', "brands.id"),
    ("pages/md.md", 'person = "managing-director"', 'person = "nobody"', "person"),
    ("pages/md.md", 'path = "/MD"', 'path = "/Director"', "path"),
    ("pages.toml", 'path = "/about"', 'path = "/contact"', "pages.4.path"),
    ("pages.toml", 'en = "About Us"', 'en = "Contact Us"', "pages.title"),
    ("people.toml", 'id = "legal-advisor"', 'id = "chairman"', "directors or managers.id"),
    ("investors.toml", 'path = "/AllNotice"', 'path = "/Notices"', "pages.3.path"),
    ("investors.toml", 'categories = ["AllNotice"]', 'categories = ["Notice"]', "pages.3.categories"),
    ("investors.toml", 'node = "Result"', 'node = "Notice"', "shared.node"),
]


@pytest.mark.parametrize(("name", "old", "spoiled", "field"), CONTRADICTIONS)
def test_a_contradiction_is_found(copy: Copy, name: str, old: str, spoiled: str, field: str):
    """What one file says and another denies."""
    copy.replace(name, old, spoiled)
    mistake = copy.mistake()
    assert (mistake.file, mistake.field) == (name, field)


def test_two_pages_need_two_descriptions(copy: Copy):
    """Search engines show descriptions side by side."""
    english = "Financial statements of Star Adhesives alone, newest first, each as a file to download."
    copy.replace(
        "pages.toml",
        english,
        "Documents of Star Adhesives on its bond issue, newest first, each as a file to download.",
    )
    assert copy.mistake().field == "description"


def test_a_product_cannot_take_the_path_of_a_page(copy: Copy):
    """A path leads to one page."""
    copy.replace("products/super-glue.toml", 'path = "/SuperGlue"', 'path = "/about"')
    assert copy.mistake().field == "path"
