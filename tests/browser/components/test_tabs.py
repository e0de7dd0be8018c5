"""The tabs of a product page: Characteristics first, then Caution."""

from playwright.sync_api import Page

from tests.browser.components.visitor import Visit, focused, only_chromium, settled


def chosen(page: Page):
    """Return the chosen tab and the panels that can be read."""
    settled(page)
    tab = page.locator('[role="tab"][aria-selected="true"]').all_inner_texts()
    return tab, [panel.inner_text() for panel in page.get_by_role("tabpanel").all()]


def test_characteristics_are_shown_first_and_clicks_and_keys_flip(visit: Visit) -> None:
    page = visit("/product")
    assert chosen(page) == (["Characteristics"], ["Strong."])
    page.get_by_role("tab", name="Caution").click()
    assert chosen(page) == (["Caution"], ["Hot."])
    page.get_by_role("tab", name="Characteristics").click()
    assert chosen(page) == (["Characteristics"], ["Strong."])
    page.get_by_role("tab", name="Characteristics").focus()
    page.keyboard.press("ArrowRight")
    assert (focused(page), chosen(page)) == ("Caution", (["Caution"], ["Hot."]))
    page.keyboard.press("ArrowRight")
    assert focused(page) == "Characteristics"
    page.keyboard.press("End")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowLeft")
    assert focused(page) == "Caution"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "tabpanel"
    # Tabs and panels name each other.
    tabs = page.get_by_role("tab").all()
    assert len(tabs) == 2
    for tab in tabs:
        panel = page.locator(f"[id='{tab.get_attribute('aria-controls')}']")
        assert panel.get_attribute("aria-labelledby") == tab.get_attribute("id")


@only_chromium
def test_both_panels_are_there_without_scripts_and_in_print(visit: Visit) -> None:
    page = visit("/product", java_script_enabled=False, still=False)
    assert [text for text in ("Strong.", "Hot.") if page.get_by_text(text).is_visible()] == ["Strong.", "Hot."]
    assert page.get_by_role("tab").count() == 0
    page = visit("/product")
    page.emulate_media(media="print")
    assert page.get_by_text("Hot.").is_visible()
    page.emulate_media(media="null")
