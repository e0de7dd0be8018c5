"""Marked elements of a page, and what is written into them."""

import pytest

from starbond_site.presentation.fragments import Fragment
from starbond_site.web.rows import fill, marks

PAGE = (
    '<html><div class="line" data-live="header"><div>old <div>deep</div></div></div>'
    '<table><tbody data-live="AnnualReport" class="rows" data-version="0"><tr><td>old</td></tr></tbody></table>'
    '<table><tbody class="rows" data-live="FinancialStatement"></tbody></table></html>'
)


def test_marked_elements_are_filled_and_nothing_else_changes():
    assert marks(PAGE) == ("header", "AnnualReport", "FinancialStatement")
    assert marks("<p data-live='x'>data-live=\"y\"</p>") == ()
    html = r"\1 \g<0> <tbody data-live=&quot;x&quot;> {} %s"
    assert fill(PAGE, {"AnnualReport": Fragment(html, 3), "header": Fragment("<b>line</b>", 9)}) == (
        '<html><div class="line" data-live="header" data-version="9"><b>line</b></div>'
        f'<table><tbody data-live="AnnualReport" class="rows" data-version="3">{html}</tbody></table>'
        '<table><tbody class="rows" data-live="FinancialStatement"></tbody></table></html>'
    )
    with pytest.raises(ValueError, match="never closed"):
        fill('<tbody data-live="x"><tr>', {"x": Fragment("y")})
