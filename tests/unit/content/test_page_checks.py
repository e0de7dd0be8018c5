"""Pages that nothing makes, that are missing, empty or kept offline: each mistake is a sentence with file and field."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from starbond_site import content
from starbond_site.content import load
from starbond_site.content.addresses import DESK, DOCUMENT_FRAME, OPTIONAL, REQUIRED, UNTOUCHED, UPLOAD_PAGES
from starbond_site.presentation.site_files.offline import investor_pages, kept_pages, other_pages
from tests.unit.command_line import run
from tests.unit.content.spoiled import Copy

PAGES = {
    "about.toml": ["/about"], "duties.toml": ["/disclosures"], "calendar.toml": ["/calendar"],
    "figures.toml": ["/figures", "/results"], "facts.toml": ["/finder", "/compare"], "map.toml": [],
    "dealers.sample.csv": [], "slides.toml": [], "trade_words.toml": [],
}  # fmt: skip
"""Files that a site need not have, and the pages that go with them."""
EMPTY = {
    "about.toml": "the page '/about' would be empty: about.toml has no blocks",
    "materials.toml": "the page '/finder' would be empty: it needs two materials in materials.toml, and facts.toml",
    "facts.toml": "the page '/finder' would be empty: it needs two materials in materials.toml, and facts.toml",
}


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
        linked = [sentence for sentence in found if f"no page has the path '{path}" in sentence]
        rows = [sentence for sentence in found if sentence.startswith("investors.toml: shared: ")]
        assert sorted(found) == sorted([*rows, *linked])
        assert bool(linked) is (f'path = "{path}"' in copy.read("navigation.toml") + copy.read("trade_words.toml"))
        copy.restore()


@pytest.mark.features
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
            words = copy.read("trade_words.toml")
            copy.write("trade_words.toml", words.replace(f'path = "{path}"', 'path = "/contact"'))
            for file in copy.folder.glob("pages/*.md"):
                copy.write(f"pages/{file.name}", file.read_text("utf-8").replace(f"]({path})", "](/contact)"))
        site = load(copy.folder, "en")
        assert not any(site.has(path) for path in paths), name
        copy.restore()
    for name, sentence in EMPTY.items():
        copy.remove(name)
        assert any(said.startswith("pages.toml: ") and said.endswith(sentence) for said in copy.sentences()), name
        copy.restore()


ROOT = Path(__file__).resolve().parents[3]
SENTENCE = "company.toml: hours: this field is missing"


@pytest.fixture
def site(copy: Copy, monkeypatch: pytest.MonkeyPatch) -> Iterator[Copy]:
    """Return a copy of the content that takes the place of that of the site."""
    monkeypatch.setattr(content, "FOLDER", copy.folder)
    content.read.cache_clear()
    yield copy
    content.read.cache_clear()


def test_content_is_said_to_be_complete_or_what_is_wrong(site: Copy) -> None:
    assert run("content").stdout.endswith("Content is complete\n")
    site.replace("company.toml", "hours = ", "hourz = ")
    content.read.cache_clear()
    done = run("content")
    assert done.exit_code == 1
    assert SENTENCE in done.stderr
    (number,) = (n for n, line in enumerate(site.read("company.toml").splitlines(), 1) if line.startswith("hourz"))
    assert f"company.toml: line {number}: hourz: this field is not known" in done.stderr
    assert [line for line in done.stderr.splitlines() if not line.startswith("company.toml: ")] == []


def test_a_picture_that_nobody_has_taken_is_said_and_no_mistake(site: Copy) -> None:
    site.replace("slides.toml", 'id = "pipes"', 'id = "tubes"')
    done = run("content")
    assert done.exit_code == 0, done.stderr
    assert "slides.toml: slides.2.id: slides/tubes" in done.stdout


def test_a_mistake_stops_the_build_with_one_sentence(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "starbond_site", tmp_path / "starbond_site")
    Copy(tmp_path / "starbond_site" / "content").replace("company.toml", "hours = ", "hourz = ")
    (tmp_path / "assets").symlink_to(ROOT / "assets")
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "STARBOND_DATA_DIR": str(tmp_path / "data")}
    command = [sys.executable, "-m", "starbond_site.serve", "--build-only"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert SENTENCE in done.stderr
    assert [line for line in done.stderr.splitlines() if not line.startswith("company.toml: ")] == []
    assert not (tmp_path / ".web").exists()


SITES = [content.read(language) for language in content.LANGUAGES]
SHOWS_DOCUMENTS = (
    *("/filings", "/SharedInformation", "/calendar", "/figures", "/disclosures", "/dividends", "/shareholding"),
    *("/agm", "/results", "/alerts", "/investors"),
)


@pytest.mark.features
def test_no_page_for_investors_is_kept() -> None:
    for site in SITES:
        documents = {*(page.path for page in site.investors.pages), *SHOWS_DOCUMENTS}
        assert set(investor_pages(site)) == documents
        assert not set(kept_pages(site)) & {*documents, "/verify", DESK, DOCUMENT_FRAME, *UPLOAD_PAGES}


def test_every_page_is_of_one_kind() -> None:
    for site in SITES:
        kinds = [*kept_pages(site), *investor_pages(site), *other_pages(site), *UNTOUCHED & {*site.paths}]
        assert sorted(kinds) == sorted(site.paths)
