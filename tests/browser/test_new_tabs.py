"""Links that open a new tab say so in their name, in both languages."""

import pytest
from playwright.sync_api import Page

from starbond_site import content
from starbond_site.components.link import localized
from starbond_site.content import Site

SITES = [content.read(language) for language in content.LANGUAGES]
NAMES = "links => links.map(link => link.getAttribute('aria-label') ?? link.textContent)"


@pytest.mark.parametrize("words", SITES, ids=lambda site: site.language)
@pytest.mark.parametrize("path", ["/", "/contact", SITES[0].products[0].path])
def test_new_tabs_are_announced(page: Page, words: Site, path: str) -> None:
    page.goto(localized(path, words.language))

    names = page.locator("a[target=_blank]").evaluate_all(NAMES)

    assert len(names) >= len(words.company.social)
    assert [name for name in names if words.interface.links.new_tab not in name] == []
