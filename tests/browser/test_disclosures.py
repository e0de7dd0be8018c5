"""The page Disclosures names every duty with its state, and the document that fulfils it."""

from playwright.sync_api import Page, expect

from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.content.duties import Duty
from starbond_site.content.formats import long_date
from starbond_site.duties.periods import periods
from starbond_site.local_time import local_date, now
from tests.browser.conftest import Tab
from tests.browser.filing import documents, paper, send_file
from tests.browser.languages import SCRIPTS


def duty_of(site: Site, rhythm: str) -> Duty:
    """Return the first duty of a rhythm."""
    return next(duty for duty in site.duties.duties if duty.rhythm == rhythm)


@SCRIPTS
def test_missing_document_is_missing_until_it_is_published(words: Site, scripts: bool, tab: Tab) -> None:
    duty = duty_of(words, "standing")
    # One of its words for each reading, so that nothing that was published before fulfils it.
    reader, secretary = tab(java_script_enabled=scripts), tab()
    reader.goto(localized("/disclosures", words.language))
    section = reader.get_by_role("region", name=duty.title)
    expect(section).to_contain_text(duty.rule)
    before = section.get_by_role("link").count()

    form = send_file(secretary, words, duty.list, paper(f"{duty.words[0]} {words.language} {scripts}.pdf"))
    expect(form.get_by_role("status")).to_contain_text(duty.words[0], timeout=30_000)
    newest = documents(secretary, duty.list)[0]

    reader.reload()
    link = section.get_by_role("link", name=newest["FileName"])
    expect(link).to_have_attribute("href", localized(f"/documents/{newest['id']}", words.language))
    expect(section).not_to_contain_text(words.interface.disclosures.missing)
    assert section.get_by_role("link").count() == max(before, 2)


def test_due_dates_are_shown(words: Site, page: Page) -> None:
    page.goto(localized("/disclosures", words.language))
    for duty in words.duties.duties:
        section = page.get_by_role("region", name=duty.title)
        expect(section.get_by_role("heading", name=duty.title)).to_be_visible()
        for period in periods(words.duties, duty, local_date(now()))[:1]:
            expect(section.get_by_role("cell", name=long_date(period.due, words.interface.dates)).first).to_be_visible()
