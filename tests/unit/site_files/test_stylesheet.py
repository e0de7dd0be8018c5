"""The stylesheet and the part of it that stands in a page."""

import re

import pytest

from starbond_site import design
from starbond_site.site_files import stylesheet

SHEET = (
    ".button{a:b}.container{c:d}"
    ".file--home{--file:0}.slide{e:f}.slide .button{g:h}"
    ".file--list{--file:0}@media print{.list,.container,.wide .slide{i:j}}"
)
HOME, LIST = ".slide{e:f}.slide .button{g:h}", "@media print{.list,.container,.wide .slide{i:j}}"


def test_a_page_carries_the_files_whose_own_classes_it_has():
    for html, files in [
        ('<p class="button container">', ""),
        ('<p class="broad slide">', HOME),
        ('<p class="wide">', LIST),
        ('<p class="list"><p class="slide">', HOME + LIST),
        ('<p data-class="slide">slide</p><p class="slider">', ""),
    ]:
        assert stylesheet.needed(SHEET, html) == ".button{a:b}.container{c:d}" + files, (html, files)
    with pytest.raises(ValueError, match="stylesheet"):
        stylesheet.needed(".button{a:b}", "")


def test_every_file_is_in_the_sheet_and_all_but_those_for_all_pages_are_marked():
    sheet = stylesheet.gather()
    files = list(stylesheet.PACKAGE.rglob("*.css"))
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert text in sheet, file
        marked = f"{{--file:0}}\n{text}" in sheet
        assert marked is (file.parent.name != stylesheet.EVERYWHERE), file
    marks = stylesheet.MARKED.findall(sheet)
    # Two files of one name had one mark, of which minifiers keep one: the home page carried the finder's rules.
    assert len(set(marks)) == len(marks) == sum(file.parent.name != stylesheet.EVERYWHERE for file in files)


def test_every_property_that_a_rule_uses_is_given_somewhere():
    """A name that nobody gives counts as none: a button was black on red."""
    css = design.stylesheet() + stylesheet.gather()
    sources = [file for pattern in ("*.py", "*.jsx") for file in stylesheet.PACKAGE.rglob(pattern)]
    given = css + "".join(file.read_text(encoding="utf-8") for file in sources)
    used = set(re.findall(r"var\((--[\w-]+)\)", css))
    # Composed in `multi_carousel.jsx`.
    composed = {name for name in used if name.startswith("--shown-")}
    assert {name for name in used - composed if not re.search(rf"{name}[\"']?\]?\s*:", given)} == set()
