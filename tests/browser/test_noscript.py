"""Without scripts, lists have all their rows and the menu works; ``test_crawl.py`` reads every page without scripts."""

import re

from playwright.sync_api import Page, expect

from starbond_site.components.link import localized
from tests.browser.conftest import Tab
from tests.browser.filing import open_with, publish
from tests.browser.languages import ENGLISH, SITES
from tests.serving import Server

DOCUMENT = re.compile(r"^/files/\d+/")


def test_every_list_is_complete(plain: Page, site: Server) -> None:
    lists = [(page.path, category) for page in ENGLISH.investors.pages for category in page.categories]
    names = {category: [f"Without scripts {category} {number}" for number in range(2)] for _, category in lists}
    for category, files in names.items():
        for name in files:
            publish(site, category, name)
    for path, category in lists:
        files = names[category]
        for words in SITES:
            open_with(plain, localized(path, words.language), files[-1])
            section = plain.get_by_role("region", name=words.category(category).title)
            for name in files:
                row = section.get_by_role("row").filter(has_text=name)
                expect(row).to_be_visible()
                expect(row.get_by_role("link").last).to_have_attribute("href", DOCUMENT)


def test_shared_information_is_complete(plain: Page, site: Server) -> None:
    publish(site, "Prospectus", "Vetted")
    open_with(plain, "/SharedInformation", "PDF")

    for row in ENGLISH.investors.shared:
        expect(plain.get_by_role("row").filter(has_text=row.title)).to_be_visible()
    first = plain.get_by_role("row").filter(has_text=ENGLISH.investors.shared[0].title)
    expect(first.get_by_role("link").last).to_be_visible()


def test_menu_works_without_scripts(plain: Page) -> None:
    plain.goto("/")
    menu = plain.get_by_role("navigation", name=ENGLISH.interface.header.navigation_label)
    menu.get_by_text(ENGLISH.navigation[1].title, exact=True).click()
    menu.get_by_role("link", name=ENGLISH.navigation[1].links[0].label).click()

    expect(plain.get_by_role("heading", level=1)).to_be_visible()
    assert plain.url.endswith(ENGLISH.navigation[1].links[0].path)


def test_dark_is_dark_without_scripts(tab: Tab) -> None:
    page = tab(java_script_enabled=False, color_scheme="dark")
    page.goto("/SyntheticResinAdhesive")

    assert page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor") == "rgb(14, 20, 36)"
    expect(page.locator(".logo-dark").first).to_be_visible()
    expect(page.locator(".logo-light").first).to_be_hidden()
