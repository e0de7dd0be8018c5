"""The element that a page's first view waits for."""

import pytest

from starbond_site.reflex_adapter.build import first_view
from starbond_site.reflex_adapter.build.prerendered import BuildError

HINT = '<link blocking="render" href="#footer" rel="expect"/>'


def test_a_page_waits_for_an_element_that_it_has():
    first_view.check(f'{HINT}<footer class="x" id="footer">', "a page")


@pytest.mark.parametrize("html", ["", HINT, HINT + '<p id="foot">', HINT * 2 + '<p id="footer">'])
def test_a_page_that_waits_for_nothing_of_its_own_fails_the_build(html: str):
    with pytest.raises(BuildError, match="a page"):
        first_view.check(html, "a page")
