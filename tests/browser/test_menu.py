"""The navigation: by mouse and keyboard on desktops, behind one button on phones."""

import re

from playwright.sync_api import Locator, Page, expect

from starbond_site.components.link import localized
from starbond_site.content import Site
from tests.browser.languages import ENGLISH as SITE


def test_each_group_shows_its_links_and_closes_the_others(page: Page, words: Site) -> None:
    """An entry without a page says so."""
    page.goto(localized("/", words.language))
    menu = page.get_by_role("navigation", name=words.interface.header.navigation_label)
    before: list[Locator] = []
    for group in words.navigation:
        links = [*group.links, *(link for subgroup in group.subgroups for link in subgroup.links)]
        expect(menu.get_by_role("link", name=links[0].label, exact=True)).to_be_hidden()
        menu.get_by_text(group.title, exact=True).click()
        for link in links:
            expect(menu.get_by_role("link", name=link.label, exact=True).first).to_be_visible()
        for link in before:
            expect(link).to_be_hidden()
        before = [menu.get_by_role("link", name=links[0].label, exact=True)]
    for link in words.navigation[-1].links:
        entry = menu.get_by_role("listitem").filter(has=page.get_by_role("link", name=link.label, exact=True))
        unfinished = "#" not in link.path and words.page(link.path).unfinished
        expect(entry.get_by_text(words.interface.header.unfinished)).to_have_count(int(unfinished))


def test_keyboard_opens_follows_and_escapes(page: Page) -> None:
    page.goto("/about")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name=SITE.interface.header.skip_link)).to_be_focused()
    summary = page.locator("summary", has_text="Company")
    for _ in range(12):
        page.keyboard.press("Tab")
        if summary.evaluate("element => element === document.activeElement"):
            break
    expect(summary).to_be_focused()

    page.keyboard.press("Enter")
    link = page.get_by_role("navigation", name="Main").get_by_role("link", name="Board of Directors")
    expect(link).to_be_visible()
    page.keyboard.press("Escape")
    expect(link).to_be_hidden()
    expect(summary).to_be_focused()

    page.keyboard.press("Enter")
    link.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/Bod$"))


def test_phone_menu_opens_and_a_link_closes_it(phone: Page) -> None:
    phone.goto("/")
    link = phone.get_by_role("navigation", name="Main").get_by_role("link", name="Contact")
    toggle = phone.get_by_role("checkbox", name=SITE.interface.header.menu)
    expect(phone.get_by_role("navigation", name="Main")).to_be_hidden()

    toggle.check()
    phone.locator("summary", has_text="Company").tap()
    link.tap()

    expect(phone.get_by_role("heading", level=1)).to_have_text(SITE.page("/contact").title)
    expect(phone.get_by_role("navigation", name="Main")).to_be_hidden()
    expect(toggle).not_to_be_checked()
