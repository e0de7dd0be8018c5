"""The desk as a secretary uses it, while a visitor watches: the wrong list, a wrong file, a slip, a line that ends."""

import re
import secrets
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.shared import local_time
from tests.browser.components.visitor import HYDRATED
from tests.browser.conftest import Tab, Visitor
from tests.browser.filing import LIVE, paper, problems_of, publish, published_name, send_file, settled
from tests.browser.languages import SCRIPTS
from tests.serving import Server


@pytest.fixture
def secretary(tab: Tab, scripts: bool) -> Iterator[Page]:
    """Return a page of the secretary, whose console stays quiet."""
    page = tab(java_script_enabled=scripts)
    problems = problems_of(page)
    yield page
    # Browsers write refused forms to the console too.
    assert [problem for problem in problems if "status of 4" not in problem] == []


def watched(page: Page, path: str) -> Page:
    settled(page, path).mouse.move(5, 5)
    page.wait_for_function(HYDRATED)
    return page


def rows_of(page: Page, name: str) -> Locator:
    return page.get_by_role("row").filter(has_text=name)


def part(page: Page, heading: str, folded: str = "") -> Locator:
    """Return a form, in a section that is unfolded."""
    form = page.get_by_role("form", name=heading, exact=True)
    if not form.is_visible():
        page.locator("summary", has_text=re.compile(f"^{re.escape(folded or heading)}$")).click()
    return form


def unique(name: str) -> str:
    return f"{name} {secrets.token_hex(3)}"


@SCRIPTS
def test_everything_about_one_document_is_put_right(
    secretary: Page, tab: Tab, words: Site, site: Server, scripts: bool
) -> None:
    wrong, said = unique("Notise"), words.interface.desk_document
    watcher = watched(tab(), localized("/AllNotice", words.language))
    if scripts:
        form = send_file(secretary, words, "BondIssue", paper(f"{wrong}.pdf"))
        expect(form.get_by_text(published_name(f"{wrong}.pdf"))).to_be_visible(timeout=30_000)
        with secretary.expect_popup() as desk:
            form.get_by_role("link", name=words.interface.upload_form.put_right).click()
        secretary = desk.value
    else:
        publish(site, "BondIssue", wrong)
        secretary.goto(localized("/desk", words.language))
        secretary.get_by_role("table").get_by_role("link", name=wrong).first.click()
    expect(secretary.get_by_role("heading", level=1)).to_contain_text(wrong)
    number = secretary.url.rpartition("/")[2].partition("?")[0]
    form = part(secretary, said.move)
    form.get_by_role("combobox").select_option(label=words.category("AllNotice").title)
    form.get_by_role("button", name=said.move_button).click()
    expect(secretary.get_by_text(said.done["moved"])).to_be_visible()
    expect(rows_of(watcher, wrong)).to_be_visible(timeout=LIVE)
    form, right = part(secretary, said.rename), unique("Notice")
    expect(form.get_by_label(said.right_name)).to_have_value(wrong)
    form.get_by_label(said.right_name).fill("a/b")
    form.get_by_role("button", name=said.rename_button).click()
    expect(secretary.get_by_role("alert").filter(has_text=words.errors.name_path)).to_be_focused()
    expect(form.get_by_label(said.right_name)).to_have_value("a/b")
    form.get_by_label(said.right_name).fill(right)
    form.get_by_role("button", name=said.rename_button).click()
    expect(secretary.get_by_text(said.done["renamed"])).to_be_visible()
    expect(rows_of(watcher, right)).to_be_visible(timeout=LIVE)
    expect(rows_of(watcher, wrong)).to_have_count(0)
    form = part(secretary, said.withdraw)
    form.get_by_label(said.reason).fill("Figures of another year")
    form.get_by_role("checkbox", name=said.confirm).check()
    form.get_by_role("button", name=said.withdraw_button).click()
    expect(secretary.get_by_text(said.done["withdrawn"])).to_be_visible()
    expect(rows_of(watcher, right)).to_have_count(0, timeout=LIVE)
    assert watcher.request.get(f"/documents/{number}").status == 410
    part(secretary, said.restore).get_by_role("button", name=said.restore_button).click()
    expect(secretary.get_by_text(said.done["restored"])).to_be_visible()
    expect(rows_of(watcher, right)).to_be_visible(timeout=LIVE)
    form, new = part(secretary, said.by_file), unique("Right file")
    form.get_by_label(said.new_file).set_input_files([paper("Wrong type.exe")])
    form.get_by_role("button", name=said.replace).click()
    refused = expect(secretary.get_by_role("alert").first)
    # With scripts the file was sent, and refused, when it was chosen.
    (refused.to_be_visible if scripts else refused.to_be_focused)(timeout=30_000)
    form.get_by_label(said.new_file).set_input_files([paper(f"{new}.pdf")])
    form.get_by_role("button", name=said.replace).click()
    expect(secretary.get_by_text(said.done["replaced"])).to_be_visible(timeout=30_000)
    expect(rows_of(watcher, new)).to_be_visible(timeout=LIVE)
    expect(rows_of(watcher, right)).to_have_count(0, timeout=LIVE)
    watcher.goto(localized(f"/documents/{number}", words.language))
    watcher.get_by_role("link", name=new).first.click()
    expect(watcher.get_by_role("heading", level=1)).to_contain_text(new)


def test_line_above_the_header_until_its_end(secretary: Page, tab: Tab, words: Site, site: Server) -> None:
    said, text = words.interface.desk_lines, unique("Dividend 2026: 12%")
    watcher = watched(tab(), localized("/about", words.language))
    shown = watcher.get_by_role("link", name=text)
    secretary.goto(localized("/desk", words.language))
    form = part(secretary, said.titles["Dividend"], said.heading)
    tomorrow = local_time.in_local_time(local_time.now() + timedelta(days=1))
    for label, value in ((said.words, text), (said.link, "/AllNotice"), (said.end, f"{tomorrow:%Y-%m-%dT%H:%M}")):
        form.get_by_label(label, exact=True).fill(value)
    form.get_by_role("button", name=said.set).click()
    expect(secretary.get_by_text(said.done["set"])).to_be_visible()
    expect(shown).to_be_visible(timeout=LIVE)
    expect(shown).to_have_attribute("href", localized("/AllNotice", "en"))
    # Tomorrow, for a test: the moment comes now.
    with sqlite3.connect(site.data / "starbond.db") as database:
        moment = datetime.now(UTC).replace(tzinfo=None).isoformat(" ", "microseconds")
        database.execute("UPDATE node SET ends_at = ? WHERE name = 'Dividend'", [moment])
    expect(shown).to_have_count(0, timeout=LIVE + 1_000)


def test_clock_counts_in_front_of_its_reader(visitor: Visitor, words: Site) -> None:
    page, clock = visitor(viewport={"width": 390, "height": 844}).new_page(), words.interface.clock
    page.clock.install()
    page.goto(localized("/desk/clocks", words.language))
    form = page.get_by_role("form", name=clock.start_heading, exact=True)
    form.get_by_label(clock.what, exact=True).fill(f"A label of the greatest length {secrets.token_hex(80)}")
    form.get_by_label(clock.decided, exact=True).fill(f"{local_time.in_local_time(local_time.now()):%Y-%m-%dT%H:%M}")
    form.get_by_role("button", name=clock.start, exact=True).click()
    expect(page.get_by_role("status").filter(has_text=clock.said["started"])).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    timer = page.get_by_role("timer").first
    before = timer.inner_text()
    page.clock.run_for(61_000)
    expect(timer).not_to_have_text(before)
    expect(timer).to_have_text(re.compile(words.digits("2[5-9]:[0-5][0-9]")))
    page.clock.run_for(30 * 60_000)
    expect(timer).to_have_text(re.compile(re.escape(clock.late.replace("{time}", "").strip())))
