"""WCAG 2.2 AA in every opened state, with the keyboard's focus, forced colours and reduced motion.

``test_crawl.py`` checks every page as it is loaded.
"""

from playwright.sync_api import Page, expect

from starbond_site.components.link import localized
from starbond_site.content import Site
from tests.browser.axe import in_themes, violations
from tests.browser.conftest import Tab
from tests.browser.languages import ENGLISH, LANGUAGES, SITES


@LANGUAGES
def test_opened_states_of_the_home_page(page: Page, words: Site) -> None:
    """Each menu, a news item, the search."""
    found = {}
    page.goto(localized("/", words.language))
    menu = page.get_by_role("navigation", name=words.interface.header.navigation_label)
    for group in words.navigation:
        menu.get_by_text(group.title, exact=True).first.click()
        found[group.title] = in_themes(page)
    page.keyboard.press("Escape")
    item = words.news[0]
    page.get_by_role("button", name=words.interface.home.news_read_more.format(title=item.title)).first.click()
    expect(page.get_by_role("dialog", name=item.title)).to_be_visible()
    found["news"] = in_themes(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name=words.interface.search.open).click()
    page.get_by_role("searchbox").fill(words.products[0].name)
    expect(page.get_by_role("dialog").get_by_role("link", name=words.products[0].name).first).to_be_visible()
    found["search"] = in_themes(page)

    assert {state: problems for state, problems in found.items() if problems} == {}


@LANGUAGES
def test_opened_states_of_other_pages(page: Page, words: Site) -> None:
    """Biographies, and each tab and the large picture of a product."""
    found = {}
    page.goto(localized("/Bod", words.language))
    disclosures = page.get_by_role("main").locator("details > summary")
    assert disclosures.count() == sum(len(person.biography) > 1 for person in words.people.directors)
    for disclosure in disclosures.all():
        disclosure.click()
    found["biographies"] = in_themes(page)
    page.goto(localized(words.products[0].path, words.language))
    for title in (words.interface.product.characteristics, words.interface.product.caution):
        tab = page.get_by_role("tab", name=title)
        tab.click()
        expect(tab).to_have_attribute("aria-selected", "true")
        found[title] = in_themes(page)
    page.get_by_role("button", name=words.interface.zoom.open).click()
    expect(page.get_by_role("dialog", name=words.interface.zoom.dialog_label)).to_be_visible()
    found["large picture"] = in_themes(page)
    found["chat"] = chat_faults(page, words)

    assert {state: problems for state, problems in found.items() if problems} == {}


@LANGUAGES
def test_opened_states_on_a_phone(phone: Page, words: Site) -> None:
    """Menu, large picture, chat."""
    found = {}
    phone.goto(localized("/", words.language))
    phone.get_by_role("checkbox", name=words.interface.header.menu).check()
    phone.locator("summary", has_text=words.navigation[2].title).tap()
    found["menu"] = in_themes(phone)
    phone.goto(localized(words.products[0].path, words.language))
    phone.get_by_role("button", name=words.interface.zoom.open).click()
    expect(phone.get_by_role("dialog", name=words.interface.zoom.dialog_label)).to_be_visible()
    found["large picture"] = in_themes(phone)
    found["chat"] = chat_faults(phone, words)

    assert {state: problems for state, problems in found.items() if problems} == {}


def chat_faults(page: Page, words: Site) -> dict[str, list[str]]:
    """Open the chat of the footer and return its violations."""
    page.goto(localized("/contact", words.language))
    page.get_by_role("contentinfo").locator("summary", has_text=words.interface.footer.messenger).click()
    expect(page.get_by_role("link", name=words.interface.footer.messenger_open)).to_be_visible()
    return in_themes(page)


def test_what_is_focused_is_not_covered(page: Page) -> None:
    """WCAG 2.2, 2.4.11: the sticky header leaves every focused element at least partly visible."""
    page.goto("/Products")
    page.get_by_role("contentinfo").get_by_role("link").last.focus()
    for _ in range(40):
        page.keyboard.press("Shift+Tab")
        covered = page.evaluate("""() => {
            const element = document.activeElement, header = document.querySelector(".site-header");
            if (!element.closest("main, footer")) return false;
            return element.getBoundingClientRect().bottom <= header.getBoundingClientRect().bottom;
        }""")
        assert not covered
    # Links to parts of a page stop below the header too.
    for brand in ENGLISH.brands:
        chips = page.get_by_role("navigation", name=ENGLISH.interface.products.brands_label)
        chips.get_by_role("link", name=brand.name, exact=True).click()
        heading = page.get_by_role("heading", level=2, name=brand.name)
        expect(heading).to_be_in_viewport()
        bottom = page.locator(".site-header").evaluate("header => header.getBoundingClientRect().bottom")
        box = heading.bounding_box()
        assert box is not None
        assert box["y"] >= bottom


def test_forced_colours_show_what_is_chosen(tab: Tab) -> None:
    """With forced colours, the chosen tab, thumbnail and indicator still differ from the others."""
    page = tab(forced_colors="active")
    for path in ("/", "/PriceSensitiveInformation", "/SyntheticResinAdhesive"):
        page.goto(path)
        assert violations(page) == [], path
    border = "tab => getComputedStyle(tab).borderBottomColor"
    tabs = page.get_by_role("tab")
    assert tabs.nth(0).evaluate(border) != tabs.nth(1).evaluate(border)


def test_reduced_motion_is_respected(page: Page) -> None:
    """With reduced motion, the default of these tests, the slider does not start and nothing is animated."""
    page.goto(localized("/", SITES[-1].language))
    moving = page.evaluate("""() => document.getAnimations()
        .filter((animation) => animation.effect.getComputedTiming().duration > 1).length""")

    assert moving == 0
