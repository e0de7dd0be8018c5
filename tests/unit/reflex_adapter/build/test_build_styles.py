"""The stylesheet and the part of it that stands in a page."""

from pathlib import Path

import pytest

from starbond_site.reflex_adapter.build import later, styles
from starbond_site.reflex_adapter.build.prerendered import BuildError

SHEET = (
    ".button{a:b}.container{c:d}"
    ".file--home{--file:0}.slide{e:f}.slide .button{g:h}"
    ".file--list{--file:0}@media print{.list,.container,.wide .slide{i:j}}"
)
HOME, LIST = ".slide{e:f}.slide .button{g:h}", "@media print{.list,.container,.wide .slide{i:j}}"


@pytest.mark.parametrize(
    ("html", "files"),
    [
        ('<p class="button container">', ""),
        ('<p class="broad slide">', HOME),
        ('<p class="wide">', LIST),
        ('<p class="list"><p class="slide">', HOME + LIST),
        ('<p data-class="slide">slide</p><p class="slider">', ""),
    ],
)
def test_a_page_carries_the_files_whose_own_classes_it_has(html: str, files: str):
    assert styles.needed(SHEET, html) == ".button{a:b}.container{c:d}" + files


def test_a_minifier_that_loses_the_marks_fails_the_build():
    with pytest.raises(BuildError, match="styles"):
        styles.needed(".button{a:b}", "")


def test_every_file_is_in_the_sheet_and_all_but_those_for_all_pages_are_marked():
    sheet = styles.gather()
    for file in styles.PACKAGE.rglob("*.css"):
        text = file.read_text(encoding="utf-8")
        assert text in sheet, file
        marked = f"{styles.MARK.format(name=file.stem)}\n{text}" in sheet
        assert marked is (file.parent.name != styles.EVERYWHERE), file


FONT = '<link as="font" href="/a.woff2" rel="preload"/>'
PAGE = f'<head>{later.MANIFEST}{FONT}<link as="image" rel="preload"/></head><body><footer>x</footer>'


def test_a_page_asks_for_its_picture_first():
    moved = '<head><link as="image" rel="preload"/></head><body>' + FONT + "<footer>x</footer>"
    assert later.reordered(PAGE, "a page") == moved


@pytest.mark.parametrize("gone", [later.MANIFEST, later.BODY])
def test_another_page_fails_the_build(gone: str):
    with pytest.raises(BuildError, match="a page"):
        later.reordered(PAGE.replace(gone, ""), "a page")


def test_a_build_without_hints_for_typefaces_fails(tmp_path: Path):
    file = tmp_path / "index.html"
    file.write_text(PAGE)
    later.LaterPlugin().post_build(static_dir=tmp_path)
    assert file.read_text() == later.reordered(PAGE, "a page")
    file.write_text(PAGE.replace(FONT, ""))
    with pytest.raises(BuildError, match="typefaces"):
        later.LaterPlugin().post_build(static_dir=tmp_path)
