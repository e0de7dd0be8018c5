"""Files that a site need not have, and the pages that go with them."""

import pytest

from starbond_site.content import load
from tests.unit.content.spoiled import Copy

PAGES = {
    "about.toml": ["/about"],
    "people.toml": ["/Bod", "/management"],
    "duties.toml": ["/disclosures"],
    "calendar.toml": ["/calendar"],
    "figures.toml": ["/figures"],
    "facts.toml": ["/finder", "/compare"],
    "map.toml": [],
    "dealers.sample.csv": [],
    "slides.toml": [],
}


def without_page(copy: Copy, path: str) -> None:
    """Take a page out of ``pages.toml`` and its entry out of the menus."""
    pages = (copy.folder / "pages.toml").read_text("utf-8").split("\n[[pages]]\n")
    (copy.folder / "pages.toml").write_text(
        "\n[[pages]]\n".join(page for page in pages if f'path = "{path}"' not in page)
    )
    menus = (copy.folder / "navigation.toml").read_text("utf-8").splitlines()
    (copy.folder / "navigation.toml").write_text("\n".join(line for line in menus if f'path = "{path}"' not in line))


@pytest.mark.parametrize("name", [name for name, paths in PAGES.items() if paths and name != "people.toml"])
def test_a_page_whose_file_is_missing_is_a_mistake(copy: Copy, name: str) -> None:
    (copy.folder / name).unlink()
    mistake = copy.mistake()
    assert mistake.file == "pages.toml"
    assert "would be empty" in mistake.message


@pytest.mark.parametrize("name", [name for name in PAGES if name != "people.toml"])
def test_a_site_without_a_file_and_its_pages_is_complete(copy: Copy, name: str) -> None:
    (copy.folder / name).unlink()
    for path in PAGES[name]:
        without_page(copy, path)
    site = load(copy.folder, "en")
    assert not any(site.has(path) for path in PAGES[name])
