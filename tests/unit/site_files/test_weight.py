"""What a first view weighs."""

from pathlib import Path

import pytest

from starbond_site.site_files import weight

PAGES = ("", "Anything", "bn/Anything", *weight.FORMS)


@pytest.fixture
def compressed(tmp_path: Path) -> Path:
    """Return a build in which every page loads a script that imports another one, and a third later."""
    assets = tmp_path / "assets"
    assets.mkdir()
    code = {
        "page-1.js": 'import * as root from "/assets/root-1.js";import("https://elsewhere.example/a.js")',
        "root-1.js": 'import{a}from"./a-1.js";x(()=>import(`./later-1.js`))',
        "a-1.js": "",
        "later-1.js": "",
    }
    for size, (name, text) in zip((1_000, 70_000, 8_000, 1_000), code.items(), strict=True):
        (assets / name).write_text(text)
        (assets / f"{name}.br").write_bytes(bytes(size))
    for page in PAGES:
        folder = tmp_path / page
        folder.mkdir(exist_ok=True, parents=True)
        html = '<script data-page="/assets/page-1.js"></script><style data-from="/assets/a.css"/><a href="/x.pdf">'
        (folder / "index.html").write_text(html)
        (folder / "index.html.br").write_bytes(bytes(5_000))
    return tmp_path


def test_a_first_view_is_its_page_and_all_that_it_loads(compressed: Path) -> None:
    weight.check(compressed)
    assert weight.weigh(compressed, "Anything") == {
        "index.html": 5_000,
        "page-1.js": 1_000,
        "root-1.js": 70_000,
        "a-1.js": 8_000,
        "later-1.js": 1_000,
    }


def test_every_page_is_weighed(compressed: Path) -> None:
    assert weight.pages(compressed) == sorted(PAGES)


@pytest.mark.parametrize("page", ["", "Anything", "bn/Anything"])
def test_a_page_that_is_too_heavy_fails_the_build(compressed: Path, page: str) -> None:
    """Whatever its name; of its own files, since those that pages share would make all too heavy."""
    (compressed / page / "index.html.br").write_bytes(bytes(66_000))
    message = rf"/{page} weighs 146\.0 kB, 135 are allowed: root-1\.js 70\.0"
    with pytest.raises(weight.TooHeavyError, match=message):
        weight.check(compressed)


@pytest.mark.parametrize("page", sorted(weight.FORMS))
def test_a_page_with_forms_has_a_limit_of_its_own(compressed: Path, page: str) -> None:
    (compressed / page / "index.html.br").write_bytes(bytes(66_000))
    weight.check(compressed)
    (compressed / page / "index.html.br").write_bytes(bytes(111_000))
    with pytest.raises(weight.TooHeavyError, match=rf"/{page} weighs 191\.0 kB, 190 are allowed"):
        weight.check(compressed)
