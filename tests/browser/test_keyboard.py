"""The site by keyboard alone: product, news, upload; ``test_menu.py`` has the menu."""

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from starbond_site.content import Site
from tests.browser.components.visitor import HYDRATED
from tests.browser.filing import PATIENCE, form_of, open_forms, paper, published_name
from tests.browser.languages import ENGLISH as SITE

PRODUCT = SITE.product("/SyntheticResinAdhesive")
FAR = 120
"""After this many presses of Tab an element counts as unreachable."""


def tab_to(page: Page, target: Locator) -> None:
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


def test_product_by_size_tabs_and_gallery(page: Page) -> None:
    """``components/`` tests what the arrow keys do."""
    page.goto(PRODUCT.path)
    # Presses of buttons are kept until the scripts run, arrow keys are not.
    page.wait_for_function(HYDRATED)
    words = SITE.interface.product
    main = page.locator(".gallery-main")
    tab_to(page, main)
    page.keyboard.press("Enter")
    viewer = page.get_by_role("dialog")
    expect(viewer).to_be_visible()
    page.keyboard.press("Escape")
    expect(viewer).to_be_hidden()
    expect(main).to_be_focused()
    tab_to(page, page.locator(".gallery-thumb").first)
    size = page.get_by_role("combobox", name=words.size)
    tab_to(page, size)
    page.keyboard.press("ArrowDown")
    expect(size).to_have_value(PRODUCT.sizes[1].id)
    tab_to(page, page.get_by_role("tab", name=words.characteristics))
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tabpanel")).to_contain_text(PRODUCT.cautions[0])


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


def test_document_is_published(page: Page, words: Site, tmp_path: Path) -> None:
    # Registering for file choosers during the key press may be too late.
    page.on("filechooser", lambda _chooser: None)
    open_forms(page, words)
    form, given = form_of(page, words, "FinancialStatement"), paper("By keyboard.pdf")
    (file := tmp_path / given["name"]).write_bytes(given["buffer"])
    tab_to(page, form.locator("input[type=file]"))
    with page.expect_file_chooser() as chooser:
        page.keyboard.press("Enter")
    chooser.value.set_files(file)
    tab_to(page, form.get_by_role("button", name=words.interface.upload.submit, exact=True))
    page.keyboard.press("Space")
    expect(form.get_by_role("status")).to_contain_text(published_name(given["name"]), timeout=PATIENCE)


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
