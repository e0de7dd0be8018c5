"""The site by keyboard alone: product, size, gallery, tabs, news. Menu and forms have their own files."""

from playwright.sync_api import Locator, Page, expect

from starbond_site.content.pictures import picture
from tests.browser.components.visitor import HYDRATED
from tests.browser.languages import ENGLISH as SITE

PRODUCT = SITE.product("/SyntheticResinAdhesive")
FAR = 120
"""After this many presses of Tab an element counts as unreachable."""


def tab_to(page: Page, target: Locator) -> None:
    """Press Tab until the target has the focus."""
    for _ in range(FAR):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    expect(target).to_be_focused()


def test_skip_link_leads_past_the_header(page: Page) -> None:
    page.goto("/about")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name=SITE.interface.header.skip_link)
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")

    header = page.locator(".site-header")
    assert not header.evaluate("header => header.contains(document.activeElement)")


def test_product_is_reached_from_the_overview(page: Page) -> None:
    page.goto("/Products")
    tab_to(page, page.get_by_role("main").get_by_role("link", name=PRODUCT.name, exact=True))
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", level=1)).to_have_text(PRODUCT.name)


def test_size_changes_the_picture_and_tabs_turn_with_arrows(page: Page) -> None:
    page.goto(PRODUCT.path)
    size = page.get_by_role("combobox", name=SITE.interface.product.size)
    tab_to(page, size)
    before = page.get_by_role("main").get_by_role("img").first.get_attribute("alt")
    page.keyboard.press("ArrowDown")

    expect(size).to_have_value(PRODUCT.sizes[1].id)
    alt = SITE.interface.product.pack_picture.format(product=PRODUCT.name, size=PRODUCT.sizes[1].label)
    expect(page.get_by_role("main").get_by_role("img").first).to_have_attribute("alt", alt)
    assert before != alt

    words = SITE.interface.product
    tab_to(page, page.get_by_role("tab", name=words.characteristics))
    page.keyboard.press("ArrowRight")

    expect(page.get_by_role("tab", name=words.caution)).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("tabpanel")).to_contain_text(PRODUCT.cautions[0])


def test_gallery_turns_and_opens(page: Page) -> None:
    page.goto(PRODUCT.path)
    # Presses of buttons are kept until the scripts run, arrow keys are not.
    page.wait_for_function(HYDRATED)
    # The thumbnails are one tab stop; arrow keys move between them.
    tab_to(page, page.locator(".gallery-thumb").first)
    page.keyboard.press("ArrowRight")
    if not picture(f"products/{PRODUCT.id}/{PRODUCT.sizes[0].id}-quarter").drawn:
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    family = SITE.interface.product.family_picture.format(product=PRODUCT.name)
    expect(page.get_by_role("main").get_by_role("img").first).to_have_attribute("alt", family)

    page.keyboard.press("Shift+Tab")
    main = page.locator(".gallery-main")
    while not main.evaluate("element => element === document.activeElement"):
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    viewer = page.get_by_role("dialog")
    expect(viewer).to_be_visible()
    page.keyboard.press("Escape")
    expect(viewer).to_be_hidden()
    expect(main).to_be_focused()


def test_news_item_opens_and_returns_the_focus(page: Page) -> None:
    page.goto("/")
    item = SITE.news[0]
    button = page.get_by_role("button", name=SITE.interface.home.news_read_more.format(title=item.title)).first
    tab_to(page, button)
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name=item.title)
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")

    expect(dialog).to_be_hidden()
    expect(button).to_be_focused()


def test_biography_opens_in_place(page: Page) -> None:
    page.goto("/Bod")
    summary = page.locator(".disclosure > summary").first
    tab_to(page, summary)
    page.keyboard.press("Enter")

    expect(page.locator(".disclosure").first).to_have_attribute("open", "")


def test_focus_is_always_seen(page: Page) -> None:
    """Every tab stop of the first view has an outline, or the card of the focused link has one."""
    for path in ("/", PRODUCT.path, "/PriceSensitiveInformation"):
        page.goto(path)
        for _ in range(25):
            page.keyboard.press("Tab")
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
