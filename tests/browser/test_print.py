"""On paper: lists have every row, messages no buttons, every sheet says when and from where it is.

``test_crawl.py`` prints every product, and looks for header and buttons.
"""

from playwright.sync_api import Page, expect

from starbond_site import local_time
from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.content.formats import long_date
from tests.browser.filing import publish
from tests.browser.languages import ENGLISH, LANGUAGES
from tests.browser.page_rules import printed
from tests.serving import Server


def text_of(page: Page) -> str:
    """Return the text of the printed page."""
    return " ".join(" ".join(sheet.extract_text().split()) for sheet in printed(page).pages)


@LANGUAGES
def test_a_sheet_has_mark_heading_date_and_address(page: Page, words: Site) -> None:
    """Paper has neither a chat icon nor links, and is read long after."""
    label = words.interface.print.sheet_date.format(date=long_date(local_time.now(), words.interface.dates))
    for path in ("/AnnualReport", "/contact", "/SuperGlue"):
        page.goto(localized(path, words.language))
        page.emulate_media(media="print")
        head = page.locator(".letterhead")
        expect(head.get_by_text(words.company.name, exact=True)).to_be_visible()
        expect(head.locator("img")).to_be_visible()
        expect(head).to_contain_text(label)
        expect(head).to_contain_text(localized(path, words.language))
    expect(page.get_by_text(words.interface.product.chat_note)).to_be_hidden()
    page.emulate_media(media="screen")
    expect(page.get_by_text(label)).to_be_hidden()
    expect(page.get_by_text(words.interface.product.chat_note)).to_be_visible()


def test_list_prints_every_row_as_a_table(page: Page, site: Server) -> None:
    page.goto("/BondIssue")
    for number in range(3):
        publish(site, "BondIssue", f"Printed filing {number}")
    expect(page.get_by_role("row").filter(has_text="Printed filing 2")).to_be_visible(timeout=30_000)

    text, words = text_of(page), ENGLISH.interface.documents
    assert ENGLISH.investor_page("/BondIssue").title in text
    for number in range(3):
        assert f"Printed filing {number}" in text
    assert words.file_name in text
    assert words.download not in text


def test_a_printed_home_page_has_no_empty_frames(page: Page) -> None:
    """A slide whose picture was never loaded has none on paper; every picture that paper has is there."""
    page.goto("/")
    page.emulate_media(media="print")
    printed(page)
    broken = page.evaluate("""() => [...document.images].filter((image) =>
        image.checkVisibility() && !(image.complete && image.naturalWidth)).map((image) => image.outerHTML)""")
    assert broken == []
    # A slide that does not stand in the window is hidden from screen readers, not from paper.
    for slide in ENGLISH.slides:
        expect(page.get_by_role("heading", name=slide.title, include_hidden=True).first).to_be_visible()


def test_message_is_printed_whole_without_buttons(page: Page) -> None:
    for message in ENGLISH.letters:
        page.goto(message.path)
        text = text_of(page)
        assert len(printed(page).pages) <= 2
        assert message.salutation in text
        assert ENGLISH.person(message.person).name in text
        assert ENGLISH.interface.print.message_button not in text
