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
    assert weight.warnings(compressed) == []
    assert weight.weigh(compressed, "Anything") == {
        "index.html": 5_000,
        "page-1.js": 1_000,
        "root-1.js": 70_000,
        "a-1.js": 8_000,
        "later-1.js": 1_000,
    }


@pytest.mark.parametrize("page", ["", "Anything", "bn/Anything"])
def test_a_page_that_is_too_heavy_is_one_sentence(compressed: Path, page: str) -> None:
    """Whatever its name; of its own files, since those that pages share would make all too heavy."""
    html = weight.BROWSED - 80_000 + 1_000
    (compressed / page / "index.html.br").write_bytes(bytes(html))
    total, limit = (html + 80_000) / 1000, weight.BROWSED / 1000
    told = f"/{page} weighs {total:.1f} kB of HTML, styles and scripts, more than {limit:.0f}: root-1.js 70.0"
    [sentence] = weight.warnings(compressed)
    assert sentence.startswith(told)


def test_the_page_furthest_beyond_its_limit_is_said_and_the_others_named(compressed: Path) -> None:
    for page, size in (("Anything", 70_000), ("", 90_000), ("bn/Anything", 80_000)):
        (compressed / page / "index.html.br").write_bytes(bytes(size))
    [sentence] = weight.warnings(compressed)
    assert sentence.startswith("/ weighs 170.0 kB")
    assert sentence.endswith("index.html 90.0, root-1.js 70.0, a-1.js 8.0; also too heavy: /bn/Anything, /Anything")
