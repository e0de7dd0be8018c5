"""Cards, monograms, the footer and the colours of the brand, at the widths and in the themes that people have."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from starbond_site import design
from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.content.initials import initials
from tests.browser.languages import LANGUAGES, SITES
from tests.browser.test_accessibility import THEMES

Visitor = Callable[..., BrowserContext]
ENGLISH = SITES[0]
REM = 16
ALONE = """() => [...document.querySelectorAll(".cards")].flatMap((list) => {
  const rows = new Map();
  for (const card of list.children) rows.set(card.offsetTop, [...(rows.get(card.offsetTop) ?? []), card]);
  const last = [...rows.values()].at(-1);
  const narrow = last?.length === 1 && last[0].offsetWidth < list.offsetWidth * 0.9;
  return rows.size > 1 && narrow ? [last[0].innerText] : [];
})"""
"""Cards that stand alone in the last of several rows, without taking all of it."""


def opened(visitor: Visitor, path: str, width: int, **options: object) -> Page:
    page = visitor(viewport={"width": width, "height": 900}, **options).new_page()
    page.goto(path)
    return page


@pytest.mark.parametrize("width", [390, 768, 1440, 1920, 2560])
@pytest.mark.parametrize("path", ["/Products", "/SuperGlue"])
def test_no_card_stands_alone_in_the_last_row(visitor: Visitor, path: str, width: int) -> None:
    assert opened(visitor, path, width).evaluate(ALONE) == []


@LANGUAGES
def test_a_monogram_stands_for_who_has_no_photograph(visitor: Visitor, words: Site) -> None:
    page = opened(visitor, localized("/Bod", words.language), 390)
    for person in words.people.directors:
        card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=person.name, exact=True))
        monogram = card.get_by_text(person.initials or initials(person.name), exact=True)
        expect(monogram).to_be_visible()
        box = monogram.locator("..").bounding_box()
        assert box is not None
        assert max(box["width"], box["height"]) <= 7 * REM


@pytest.mark.parametrize("path", ["/", "/chairman"])
def test_monograms_of_letters_are_small_on_phones(visitor: Visitor, path: str) -> None:
    box = opened(visitor, path, 390).locator(".monogram").bounding_box()
    assert box is not None
    assert max(box["width"], box["height"]) <= 7 * REM


@pytest.mark.parametrize(("width", "most"), [(390, 880), (1440, 420)])
@LANGUAGES
def test_the_footer_is_compact_and_complete(visitor: Visitor, words: Site, width: int, most: int) -> None:
    page = opened(visitor, localized("/about", words.language), width)
    footer = page.get_by_role("contentinfo")
    box = footer.bounding_box()
    assert box is not None
    assert box["height"] <= most
    for name in (words.company.email, words.company.sales_phone.shown, *(each.name for each in words.company.social)):
        expect(footer.get_by_role("link", name=name)).to_be_visible()


@pytest.mark.parametrize("theme", THEMES)
def test_the_primary_button_is_red_in_both_themes(visitor: Visitor, theme: design.Theme) -> None:
    page = opened(visitor, "/SuperGlue", 1440, color_scheme=theme)
    red, green, blue = (int(getattr(design.COLOURS["button"], theme)[n : n + 2], 16) for n in (1, 3, 5))
    expect(page.locator(".button--primary").first).to_have_css("background-color", f"rgb({red}, {green}, {blue})")
    assert red > 2 * max(green, blue)


def test_a_wide_window_is_used(visitor: Visitor) -> None:
    boxes = [
        opened(visitor, "/Products", width).locator("main .container").first.bounding_box() for width in (1440, 2560)
    ]
    desktop, wide = (box["width"] for box in boxes if box is not None)
    assert wide >= 1.5 * desktop
