"""What a first view weighs."""

from pathlib import Path

import pytest

from starbond_site.site_files import weight


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
    for page in weight.LIMITS:
        folder = tmp_path / page
        folder.mkdir(exist_ok=True)
        html = '<script data-page="/assets/page-1.js"></script><style data-from="/assets/a.css"/><a href="/x.pdf">'
        (folder / "index.html").write_text(html)
        (folder / "index.html.br").write_bytes(bytes(5_000))
    return tmp_path


def test_a_first_view_is_its_page_and_all_that_it_loads(compressed: Path) -> None:
    weight.check(compressed)
    assert weight.weigh(compressed, "SuperGlue") == {
        "index.html": 5_000,
        "page-1.js": 1_000,
        "root-1.js": 70_000,
        "a-1.js": 8_000,
        "later-1.js": 1_000,
    }


def test_a_page_that_is_too_heavy_fails_the_build(compressed: Path) -> None:
    (compressed / "assets" / "later-1.js.br").write_bytes(bytes(61_000))
    with pytest.raises(weight.TooHeavyError, match=r"/ weighs 145\.0 kB, 135 are allowed: root-1\.js 70\.0"):
        weight.check(compressed)
