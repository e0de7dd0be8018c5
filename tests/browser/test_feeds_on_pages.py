"""From the page of a list to its feed, and from the feed to the file."""

import hashlib
from urllib.parse import urlsplit

import feedparser
from playwright.sync_api import Page, expect

from starbond_site.components.link import localized
from starbond_site.content import Site
from tests.browser.filing import PATIENCE, paper, published_name, send_file
from tests.browser.languages import ENGLISH

CATEGORY = "BondIssue"


def test_feed_of_a_list_has_what_was_just_published(page: Page, words: Site) -> None:
    """The button and the head name the same feed; its newest entry leads to the bytes."""
    file = paper(f"Bond of {words.language}.pdf")
    form = send_file(page, words, CATEGORY, file)
    expect(form.get_by_role("link", name=words.interface.upload.open_document)).to_be_visible(timeout=PATIENCE)

    page.goto(localized(f"/{CATEGORY}", words.language))
    name = words.interface.feeds.link_name.format(list=words.category(CATEGORY).title)
    address = page.get_by_role("link", name=name, exact=True).get_attribute("href")
    assert address
    linked = page.locator("head link[rel=alternate][type='application/atom+xml']")
    assert [link.get_attribute("href") for link in linked.all()] == [
        address,
        localized("/feeds/all.atom", words.language),
    ]
    answer = page.request.get(address)
    read = feedparser.parse(answer.body(), response_headers={"content-type": answer.headers["content-type"]})
    assert (answer.status, read.bozo) == (200, 0)
    newest = read.entries[0]
    assert newest.title == published_name(file["name"])
    bytes_of = page.request.get(urlsplit(newest.enclosures[0].href).path).body()
    assert hashlib.sha256(bytes_of).hexdigest() == hashlib.sha256(file["buffer"]).hexdigest()


def test_all_filings_have_the_feed_of_all_lists(page: Page, words: Site) -> None:
    page.goto(localized("/filings", words.language))
    feeds, address = words.interface.feeds, localized("/feeds/all.atom", words.language)
    button = page.get_by_role("link", name=feeds.link_name.format(list=feeds.all), exact=True)
    expect(button).to_have_attribute("href", address)
    linked = page.locator("head link[rel=alternate][type='application/atom+xml']")
    expect(linked).to_have_count(1)
    expect(linked).to_have_attribute("href", address)
    # Pages with two lists have two feeds.
    page.goto("/AnnualReport")
    for category in ("AnnualReport", "FinancialStatement"):
        name = ENGLISH.interface.feeds.link_name.format(list=ENGLISH.category(category).title)
        expect(page.get_by_role("link", name=name, exact=True)).to_have_attribute("href", f"/feeds/{category}.atom")
