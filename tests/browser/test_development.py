"""``reflex run`` as a developer uses it: pages compile when they are opened, lists live, what is saved appears."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.filing import LIVE, PATIENCE, paper, published_name, send_file
from tests.browser.languages import ENGLISH
from tests.development import Development
from tests.serving import ROOT

COMPILE = 60_000
"""Milliseconds that a machine of two cores may take to compile again and to show it."""
BLURB = "A blurb that was written while the development server runs"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a copy of the project as a fresh clone has it: no build, no data."""
    left_out = shutil.ignore_patterns(".*", "__pycache__", "data", "docs", "art", "external", "releases")
    return Path(shutil.copytree(ROOT, tmp_path / "site", ignore=left_out))


@pytest.fixture
def development(checkout: Path) -> Iterator[Development]:
    """Start ``reflex run`` in a fresh copy, on ports of its own, and wait until it answers."""
    with Development(checkout) as server:
        yield server


def save(development: Development, file: str, old: str, new: str) -> None:
    """Change a file as an editor does."""
    path = development.folder / "starbond_site" / file
    before = path.read_text("utf-8")
    assert old in before
    path.write_text(before.replace(old, new, 1), "utf-8")


@pytest.mark.thorough
def test_one_compile_live_rows_and_texts_as_they_are_saved(development: Development, visitor: Visitor) -> None:
    reader, secretary = (visitor(base_url=development.url).new_page() for _ in range(2))
    reader.goto("/AllNotice")
    expect(reader.get_by_text(ENGLISH.category("AllNotice").empty)).to_be_visible(timeout=COMPILE)
    given = paper("Development.pdf")
    form = send_file(secretary, ENGLISH, "AllNotice", given)

    expect(form.get_by_role("status")).to_contain_text(published_name(given["name"]), timeout=PATIENCE)
    expect(reader.get_by_role("row").filter(has_text=published_name(given["name"]))).to_be_visible(timeout=LIVE)
    # The first page, and each of the two that were opened.
    assert development.compiles == 3

    save(development, "components/document_list.css", ".document__file {", ".document__file { order: 7;")
    expect(reader.locator(".document__file").first).to_have_css("order", "7", timeout=COMPILE)
    save(development, "components/react/site_menu/site_menu.jsx", 'className="menu"', 'className="menu" data-edit')
    expect(reader.locator("nav[data-edit]")).to_be_attached(timeout=COMPILE)
    assert development.compiles == 3

    # Content reloads as code does, TOML too, which Reflex leaves out by default.
    save(development, "content/company.toml", ENGLISH.company.blurb, BLURB)
    expect(reader.get_by_text(BLURB).first).to_be_attached(timeout=COMPILE)
    assert development.compiles == 4
    expect(reader.get_by_role("row").filter(has_text=published_name(given["name"]))).to_be_visible(timeout=COMPILE)
