"""From the page of a list to its feed, and from the feed to the file."""

import hashlib
from urllib.parse import urlsplit

import feedparser
import pytest
from playwright.sync_api import Page, expect

from starbond_site import content
from starbond_site.components.link import localized
from starbond_site.content import Site
from tests.browser.filing import PATIENCE, paper, published_name, send_file
from tests.browser.languages import SITES

CATEGORY = "BondIssue"


@pytest.mark.parametrize("site_words", SITES, ids=lambda site: site.language)
def test_feed_of_a_list_has_what_was_just_published(page: Page, site_words: Site) -> None:
    """The button and the head name the same feed; its newest entry leads to the bytes."""
    words, file = site_words.interface, paper(f"Bond of {site_words.language}.pdf")
    form = send_file(page, site_words, CATEGORY, file)
    expect(form.get_by_role("link", name=words.upload.open_document)).to_be_visible(timeout=PATIENCE)

    page.goto(localized(f"/{CATEGORY}", site_words.language))
    name = words.feeds.link_name.format(list=site_words.category(CATEGORY).title)
    address = page.get_by_role("link", name=name, exact=True).get_attribute("href")
    assert address
    linked = page.locator("head link[rel=alternate][type='application/atom+xml']")
    assert [link.get_attribute("href") for link in linked.all()] == [
        address,
        localized("/feeds/all.atom", site_words.language),
    ]
    answer = page.request.get(address)
    read = feedparser.parse(answer.body(), response_headers={"content-type": answer.headers["content-type"]})
    assert (answer.status, read.bozo) == (200, 0)
    newest = read.entries[0]
    assert newest.title == published_name(file["name"])
    bytes_of = page.request.get(urlsplit(newest.enclosures[0].href).path).body()
    assert hashlib.sha256(bytes_of).hexdigest() == hashlib.sha256(file["buffer"]).hexdigest()


@pytest.mark.parametrize("site_words", SITES, ids=lambda site: site.language)
def test_all_filings_have_the_feed_of_all_lists(page: Page, site_words: Site) -> None:
    page.goto(localized("/filings", site_words.language))
    words, address = site_words.interface.feeds, localized("/feeds/all.atom", site_words.language)
    button = page.get_by_role("link", name=words.link_name.format(list=words.all), exact=True)
    expect(button).to_have_attribute("href", address)
    linked = page.locator("head link[rel=alternate][type='application/atom+xml']")
    expect(linked).to_have_count(1)
    expect(linked).to_have_attribute("href", address)


def test_pages_with_two_lists_have_two_feeds(page: Page) -> None:
    page.goto("/AnnualReport")
    words = content.read("en").interface.feeds
    for category in ("AnnualReport", "FinancialStatement"):
        name = words.link_name.format(list=content.read("en").category(category).title)
        expect(page.get_by_role("link", name=name, exact=True)).to_have_attribute("href", f"/feeds/{category}.atom")
