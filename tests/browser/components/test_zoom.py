"""The product gallery: enlarged view, thumbnails, sizes and the large picture in a dialog."""

import time

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.browser.components.visitor import Visit, asked_for, finger, focused, only_chromium, settled, touched, wait

PANE = ".gallery-pane"
SECONDS = 5


def main_picture(page: Page):
    return settled(page).locator("main img").first.get_attribute("alt")


def pane(page: Page):
    return settled(page).locator(PANE).count()


def measured(page: Page, selector: str) -> FloatRect:
    box = settled(page).locator(selector).bounding_box()
    assert box
    return box


def middle(page: Page):
    box = measured(page, ".gallery-main")
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def hovered(page: Page):
    page.mouse.move(*middle(page))
    wait(page, 250)
    return page


def opened(page: Page):
    page.get_by_role("button", name="Enlarge the picture").press("Enter")
    return page.get_by_role("dialog", name="Enlarged picture")


def test_it_appears_after_250_ms_of_hover_and_fades_for_300_ms_from_150_ms_after_leaving(visit: Visit) -> None:
    page = visit("/product")
    page.mouse.move(*middle(page))
    wait(page, 200)
    page.mouse.move(5, 5)
    wait(page, 1000)
    assert pane(page) == 0
    page.mouse.move(*middle(page))
    wait(page, 249)
    assert pane(page) == 0
    wait(page, 1)
    assert pane(page) == 1
    for moment in (100, 149):
        page.mouse.move(5, 5)
        wait(page, moment)
        assert page.locator(PANE).get_attribute("data-leaving") is None
        if moment == 100:
            page.mouse.move(*middle(page))
            wait(page, 1000)
            assert pane(page) == 1, "who comes back keeps it"
    wait(page, 1)
    assert page.locator(PANE).get_attribute("data-leaving") == "true"
    assert page.locator(PANE).evaluate("(node) => getComputedStyle(node).animationDuration") == "0.3s"
    wait(page, 299)
    assert pane(page) == 1
    wait(page, 1)
    assert pane(page) == 0


def test_it_stands_beside_the_picture_and_never_leaves_the_window(visit: Visit) -> None:
    for width, height in ((820, 800), (1280, 800), (1280, 300), (3200, 800), (400, 800)):
        page = visit("/product", width=width, height=height)
        page.mouse.move(middle(page)[0], 60)
        wait(page, 250)
        page.mouse.move(middle(page)[0] + 10, 70)
        stage, box = measured(page, ".gallery-main"), measured(page, PANE)
        if width > 400:
            right = stage["x"] + stage["width"]
            assert box["x"] >= right, width
            assert box["width"] == pytest.approx(min(2 * stage["width"], width - right - 32), abs=17), width
        assert min(box["x"], box["y"]) >= 0, (width, height)
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height


def test_it_shows_the_point_under_the_pointer_at_960_by_740_until_escape(visit: Visit) -> None:
    page = visit("/product", width=1280)
    box = measured(page, ".gallery-main")
    page.mouse.move(box["x"] + 2, box["y"] + 2)
    wait(page, 250)
    large = f"{PANE} img"
    frame = measured(page, PANE)
    assert (measured(page, large)["width"], measured(page, large)["height"]) == (960, 740)
    assert measured(page, large)["x"] == pytest.approx(frame["x"], abs=3)
    page.mouse.move(box["x"] + box["width"] - 2, box["y"] + box["height"] - 2)
    settled(page)
    right = measured(page, large)["x"] + 960
    assert right == pytest.approx(frame["x"] + frame["width"], abs=3)
    bottom = measured(page, large)["y"] + 740
    assert bottom == pytest.approx(frame["y"] + frame["height"], abs=4)
    page.keyboard.press("Escape")
    wait(page, 300)
    assert pane(page) == 0


@only_chromium
@pytest.mark.parametrize("ending", ["end", "cancel"])
def test_a_press_of_500_ms_opens_it_over_the_picture_until_the_finger_lifts(visit: Visit, ending: str) -> None:
    page = visit("/product", width=400, has_touch=True)
    x, y = middle(page)
    finger(page, "start", x, y)
    wait(page, 499)
    assert pane(page) == 0
    wait(page, 1)
    assert pane(page) == 1
    before = measured(page, f"{PANE} img")
    finger(page, "move", x + 60, y + 40)
    assert measured(page, f"{PANE} img")["x"] < before["x"]
    finger(page, ending, x + 60, y + 40)
    wait(page, 300)
    assert pane(page) == 0
    assert page.get_by_role("dialog").count() == 0


@only_chromium
def test_a_press_may_move_five_pixels(visit: Visit) -> None:
    for way, expected in ((5, 1), (6, 0)):
        page = visit("/product", width=400, has_touch=True)
        x, y = middle(page)
        touched(page, [(x, y), (x, y + way)], pause=0)
        wait(page, 500)
        assert pane(page) == expected, way
        finger(page, "end", x, y + way)


@only_chromium
def test_the_page_still_scrolls_unless_the_view_is_open(visit: Visit) -> None:
    for held, expected in ((0, True), (500, False)):
        page = visit("/product", width=400, has_touch=True)
        x, y = middle(page)
        finger(page, "start", x, y)
        wait(page, held)
        for step in range(1, 15):
            finger(page, "move", x, y - 15 * step)
        finger(page, "end", x, y - 210)
        assert (page.evaluate("scrollY") > 0) is expected, held


def test_thumbnails_are_one_tab_stop_and_arrow_keys_choose(visit: Visit) -> None:
    page = visit("/product")
    group = page.get_by_role("radiogroup", name="Pictures of the glue")
    group.get_by_role("radio").first.focus()
    page.keyboard.press("ArrowRight")
    assert focused(page) == "Show picture 2 of 3: 2 gm, back"
    assert main_picture(page) == "2 gm, back"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert main_picture(page) == "2 gm, in use"
    page.keyboard.press("Tab")
    assert "Show picture" not in focused(page)
    # A click changes the main and the enlarged picture.
    page.locator(".gallery-thumb").nth(1).click()
    assert main_picture(page) == "2 gm, back"
    hovered(page)
    assert page.locator(f'{PANE} img[src*="2-gm/back-"]').count() == 1


def test_a_size_shows_its_own_pictures_at_once(visit: Visit) -> None:
    page = visit("/product")
    for size in ("4 gm", "2 gm", "40 gm", "4 gm"):
        page.locator(".gallery-thumb").nth(2).click()
        page.get_by_role("combobox", name="Size").select_option(size)
        assert main_picture(page) == f"{size}, front"
        thumbnails = page.get_by_role("radio", name="Show picture").all()
        names = [thumbnail.get_attribute("aria-label") or "" for thumbnail in thumbnails]
        assert [name.split(": ")[1] for name in names] == [f"{size}, {view}" for view in ("front", "back", "in use")]
    page.reload()
    page.wait_for_selector(".gallery")
    assert (page.get_by_role("combobox", name="Size").input_value(), main_picture(page)) == ("2-gm", "2 gm, front")


def test_a_size_chosen_before_hydration_counts(visit: Visit, site: str) -> None:
    page = visit("/strips", fresh=True, locale="en-GB")
    page.add_init_script(
        "document.addEventListener('DOMContentLoaded', () => document.querySelector('select').value = '40-gm')"
    )
    page.goto(site + "/product")
    expect(page.locator("main img").first).to_have_attribute("alt", "40 gm, front")
    assert page.get_by_role("combobox", name="Size").input_value() == "40-gm"


def scale(page: Page):
    return settled(page).locator(".viewer-stage > div").evaluate("(node) => new DOMMatrix(node.style.transform).a")


def test_the_dialog_turns_pages_enlarges_closes_and_returns_the_focus(visit: Visit) -> None:
    page = visit("/product")
    dialog = opened(page)
    assert dialog.get_by_role("img").get_attribute("alt") == "2 gm, front"
    dialog.get_by_role("button", name="Next").click()
    assert dialog.get_by_role("img").get_attribute("alt") == "2 gm, back"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert dialog.get_by_role("img").get_attribute("alt") == "2 gm, in use"
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    assert page.evaluate("document.activeElement.className") == "gallery-main"
    assert main_picture(page) == "2 gm, in use"
    dialog = opened(page)
    page.keyboard.press("+")
    assert scale(page) == pytest.approx(1.5)
    page.keyboard.press("ArrowRight")
    assert dialog.get_by_role("img").get_attribute("alt") == "2 gm, in use"
    dialog.get_by_role("button", name="Zoom out").click()
    assert scale(page) == 1
    for _ in range(9):
        dialog.get_by_role("button", name="Zoom in").click()
    assert scale(page) == 4
    dialog.get_by_role("button", name="Close").click()
    dialog.wait_for(state="detached")


@only_chromium
@pytest.mark.parametrize("ending", ["end", "cancel"])
def test_a_touch_that_is_over_is_no_second_finger(visit: Visit, ending: str) -> None:
    page = visit("/product", width=400, has_touch=True)
    opened(page).get_by_role("button", name="Zoom in").click()
    box = measured(page, ".viewer-stage")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touched(page, [(x - 40, y), (x - 50, y)], pause=0)
    finger(page, ending, x - 50, y)
    before = measured(page, ".viewer-stage img")
    touched(page, [(x, y), (x + 20, y), (x + 30, y)], pause=0)
    # The browser hands on what a finger did when it draws, which is later than its answer.
    end = time.monotonic() + SECONDS
    while (moved := measured(page, ".viewer-stage img")["x"] - before["x"]) != pytest.approx(30, abs=1):
        assert time.monotonic() < end, moved
    assert scale(page) == pytest.approx(1.5)
    finger(page, "end", x + 30, y)


@only_chromium
def test_pictures_are_chosen_without_scripts_and_no_other_size_is_loaded(visit: Visit) -> None:
    page = visit("/product", fresh=True)
    assert {path.split("/")[0] for path in asked_for(page, "-960")} == {"2-gm"}
    page = visit("/product", java_script_enabled=False, still=False)
    shown = page.locator(".gallery-main").get_by_role("img")
    assert shown.get_attribute("alt") == "2 gm, front"
    page.locator(".gallery-thumb").nth(2).click()
    assert shown.get_attribute("alt") == "2 gm, in use"
    page.get_by_role("combobox", name="Size").select_option("40 gm")
    assert shown.get_attribute("alt") == "40 gm, in use"
    assert page.locator(".gallery-hint").count() == 0


def chosen(page: Page):
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
    page = visit("/product")
    page.emulate_media(media="print")
    assert page.get_by_text("Hot.").is_visible()
    page.emulate_media(media="null")
