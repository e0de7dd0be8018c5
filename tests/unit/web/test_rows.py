"""Marked elements of a page, and what is written into them."""

import pytest

from starbond_site.presentation.fragments import Fragment
from starbond_site.web.rows import fill, marks

PAGE = (
    '<html><div class="line" data-live="header"><div>old <div>deep</div></div></div>'
    '<table><tbody data-live="AnnualReport" class="rows" data-version="0"><tr><td>old</td></tr></tbody></table>'
    '<table><tbody class="rows" data-live="FinancialStatement"></tbody></table></html>'
)


def test_marks_are_found_in_their_order():
    assert marks(PAGE) == ("header", "AnnualReport", "FinancialStatement")
    assert marks("<p data-live='x'>data-live=\"y\"</p>") == ()


def test_marked_elements_are_filled_and_nothing_else_changes():
    filled = fill(PAGE, {"AnnualReport": Fragment("<tr><td>new</td></tr>", 3), "header": Fragment("<b>line</b>", 9)})
    assert filled == (
        '<html><div class="line" data-live="header" data-version="9"><b>line</b></div>'
        '<table><tbody data-live="AnnualReport" class="rows" data-version="3"><tr><td>new</td></tr></tbody></table>'
        '<table><tbody class="rows" data-live="FinancialStatement"></tbody></table></html>'
    )


def test_rows_may_hold_anything_that_looks_like_a_pattern():
    html = r"\1 \g<0> <tbody data-live=&quot;x&quot;> {} %s"
    assert html in fill(PAGE, {"AnnualReport": Fragment(html)})


def test_an_element_without_an_end_is_a_mistake():
    with pytest.raises(ValueError, match="never closed"):
        fill('<tbody data-live="x"><tr>', {"x": Fragment("y")})
