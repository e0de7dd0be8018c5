"""WCAG 2.2 AA in every opened state, with the keyboard's focus, forced colours and reduced motion.

``test_crawl.py`` checks every page as it is loaded.
"""

import pytest
from playwright.sync_api import Page, expect

from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.content.markdown import Gallery
from tests.browser.axe import in_themes, violations
from tests.browser.components.visitor import HYDRATED
from tests.browser.conftest import DESKTOP, PHONE, Tab
from tests.browser.languages import ENGLISH


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_opened_states(tab: Tab, words: Site, device: dict[str, object]) -> None:
    page, found, product = tab(**device), {}, words.products[0]
    page.goto(localized("/", words.language))
    if device is PHONE:
        page.get_by_role("checkbox", name=words.interface.header.menu).check()
    menu = page.get_by_role("navigation", name=words.interface.header.navigation_label)
    menu.locator("summary", has_text=words.navigation[2].title).click()
    found["menu"] = in_themes(page)
    page.goto(localized("/", words.language))
    item = words.news[0]
    opener = page.get_by_role("button", name=words.interface.home.news_read_more.format(title=item.title)).first
    opener.press("Enter")
    expect(page.get_by_role("dialog", name=item.title)).to_be_visible()
    found["news"] = in_themes(page)
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()
    page.get_by_role("button", name=words.interface.search.open).first.click()
    page.get_by_role("searchbox").fill(product.name)
    expect(page.get_by_role("dialog").get_by_role("link", name=product.name).first).to_be_visible()
    found["search"] = in_themes(page)
    page.goto(localized("/Bod", words.language))
    for disclosure in page.get_by_role("main").locator("details > summary").all():
        disclosure.click()
    found["biographies"] = in_themes(page)
    page.goto(localized(product.path, words.language))
    page.get_by_role("tab", name=words.interface.product.caution).click()
    found["caution"] = in_themes(page)
    # Beside the characteristics, whichever is chosen; on phones one of both is shown.
    expect(page.get_by_role("tabpanel")).to_have_count(1 if device is PHONE else 2)
    page.get_by_role("button", name=words.interface.zoom.open).click()
    expect(page.get_by_role("dialog", name=words.interface.zoom.dialog_label)).to_be_visible()
    found["large picture"] = in_themes(page)
    page.goto(localized("/contact", words.language))
    page.get_by_role("contentinfo").locator("summary", has_text=words.interface.footer.messenger).click()
    expect(page.get_by_role("link", name=words.interface.footer.messenger_open)).to_be_visible()
    found["chat"] = in_themes(page)
    assert {state: problems for state, problems in found.items() if problems} == {}


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
    for brand in ENGLISH.brands[:2]:
        chips = page.get_by_role("navigation", name=ENGLISH.interface.products.brands_label)
        chips.get_by_role("link", name=brand.name, exact=True).click()
        heading = page.get_by_role("heading", level=2, name=brand.name)
        expect(heading).to_be_in_viewport()
        bottom = page.locator(".site-header").evaluate("header => header.getBoundingClientRect().bottom")
        assert heading.evaluate("heading => heading.getBoundingClientRect().top") >= bottom


def test_forced_colours_show_what_is_chosen_and_nothing_moves_against_the_wish(tab: Tab) -> None:
    page = tab(forced_colors="active")
    for path in ("/PriceSensitiveInformation", "/", "/SyntheticResinAdhesive"):
        page.goto(path)
        assert violations(page) == [], path
        # Without motion is the default of these tests.
        duration = "(animation) => animation.effect.getComputedTiming().duration > 1"
        assert page.evaluate(f"document.getAnimations().filter({duration}).length") == 0
    border = "tab => getComputedStyle(tab).borderBottomColor"
    tabs = page.get_by_role("tab")
    assert tabs.nth(0).evaluate(border) != tabs.nth(1).evaluate(border)


PRODUCT = ENGLISH.product("/SyntheticResinAdhesive")
PARTS = (".gallery-main", ".gallery-thumb input", "main select", "main [role=tab]")


@pytest.mark.company
def test_picture_of_a_gallery_opens_and_returns_the_focus(page: Page) -> None:
    page.goto("/gallery")
    page.wait_for_function(HYDRATED)
    sections = [section for written in ENGLISH.written if written.id == "gallery" for section in written.body.sections]
    pictures = next(part for section in sections for part in section.parts if isinstance(part, Gallery)).figures
    button = page.get_by_role("button", name=f"{pictures[-1].text} {ENGLISH.interface.zoom.open}")
    button.click()
    dialog = page.get_by_role("dialog", name=ENGLISH.interface.zoom.dialog_label)
    expect(dialog).to_contain_text(pictures[-1].text)
    expect(dialog.get_by_role("button", name=ENGLISH.interface.zoom.close)).to_have_css("width", "44px")
    page.keyboard.press("ArrowRight")
    expect(dialog).to_contain_text(pictures[0].text)
    page.keyboard.press("Escape")
    expect(button).to_be_focused()


def test_focus_is_always_seen_and_reaches_every_part_of_a_product(page: Page) -> None:
    """``components/`` tests what keys do there."""
    reached = set[str]()
    for path in ("/", PRODUCT.path, "/PriceSensitiveInformation"):
        page.goto(path)
        page.wait_for_function(HYDRATED)
        for _ in range(30):
            page.keyboard.press("Tab")
            reached |= {part for part in PARTS if page.evaluate("part => document.activeElement.matches(part)", part)}
            seen = page.evaluate("""() => {
                const outlined = (element) => {
                    const style = getComputedStyle(element);
                    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
                };
                const element = document.activeElement;
                if (element === document.body) return true;
                const label = element.matches("input[type=checkbox]") ? element.nextElementSibling : null;
                return [element, label, element.closest(".card")].some((part) => part && outlined(part));
            }""")
            assert seen, page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
    assert reached == {*PARTS}
