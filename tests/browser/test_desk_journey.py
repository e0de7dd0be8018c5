"""The desk as a secretary uses it, while a visitor watches: the wrong list, a wrong file, a slip, a line that ends."""

import secrets
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from starbond_site import local_time
from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.presentation.document_page import list_of
from tests.browser.axe import in_views
from tests.browser.components.visitor import HYDRATED
from tests.browser.conftest import Tab
from tests.browser.filing import paper, problems_of, publish, published_name, send_file, settled
from tests.browser.languages import SCRIPTS
from tests.serving import Server

LIVE_MS = 2_000
REASON = "Figures of another year"


@pytest.fixture
def secretary(tab: Tab, scripts: bool) -> Iterator[Page]:
    """Return a page of the secretary, whose console stays quiet."""
    page = tab(java_script_enabled=scripts)
    problems = problems_of(page)
    yield page
    # Browsers write refused forms to the console too.
    assert [problem for problem in problems if "status of 4" not in problem] == []


@pytest.fixture
def watcher(tab: Tab) -> Page:
    """Return a page of a visitor."""
    return tab()


def watched(page: Page, path: str) -> Page:
    """Open a page and wait until it is connected."""
    settled(page, path).mouse.move(5, 5)
    page.wait_for_function(HYDRATED)
    return page


def rows_of(page: Page, name: str) -> Locator:
    return page.get_by_role("row").filter(has_text=name)


def open_document(page: Page, words: Site, name: str) -> None:
    """Open the desk, and a document of it by its name."""
    page.goto(localized("/desk", words.language))
    page.get_by_role("table").get_by_role("link", name=name).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(name)


def part(page: Page, heading: str) -> Locator:
    return page.get_by_role("form", name=heading, exact=True)


def unique(name: str) -> str:
    return f"{name} {secrets.token_hex(3)}"


@SCRIPTS
def test_published_to_the_wrong_list_and_put_right(
    secretary: Page, watcher: Page, words: Site, site: Server, scripts: bool
) -> None:
    name, said = unique("Notice"), words.interface.desk_document
    watched(watcher, localized("/AllNotice", words.language))
    if scripts:
        form = send_file(secretary, words, "BondIssue", paper(f"{name}.pdf"))
        expect(form.get_by_text(published_name(f"{name}.pdf"))).to_be_visible(timeout=30_000)
        with secretary.expect_popup() as desk:
            form.get_by_role("link", name=words.interface.upload.put_right).click()
        secretary = desk.value
        expect(secretary.get_by_role("heading", level=1)).to_contain_text(name)
    else:
        publish(site, "BondIssue", name)
        open_document(secretary, words, name)

    form = part(secretary, said.move)
    form.get_by_role("combobox").select_option(label=words.category("AllNotice").title)
    form.get_by_role("button", name=said.move_button).click()
    expect(secretary.get_by_text(said.done_moved)).to_be_visible()
    expect(rows_of(watcher, name)).to_be_visible(timeout=LIVE_MS)
    watcher.goto(localized("/BondIssue", words.language))
    expect(rows_of(watcher, name)).to_have_count(0)
    expect(secretary.get_by_role("definition").get_by_text(list_of(words, "AllNotice")[0], exact=True)).to_be_visible()


@SCRIPTS
def test_file_takes_the_place_of_a_wrong_one(secretary: Page, watcher: Page, words: Site, site: Server) -> None:
    wrong, right = unique("Wrong report"), unique("Right report")
    number, said = publish(site, "AnnualReport", wrong), words.interface.desk_document
    watched(watcher, localized("/AnnualReport", words.language))
    open_document(secretary, words, wrong)
    form = part(secretary, said.by_file)
    form.get_by_label(said.new_file).set_input_files([paper("Wrong type.exe")])
    form.get_by_role("button", name=said.replace).click()
    expect(part(secretary, said.by_file).get_by_role("alert")).to_be_visible(timeout=30_000)
    form.get_by_label(said.new_file).set_input_files([paper(f"{right}.pdf")])
    form.get_by_role("button", name=said.replace).click()
    expect(secretary.get_by_text(said.done_replaced)).to_be_visible(timeout=30_000)
    expect(secretary.get_by_role("heading", level=1)).to_contain_text(right)
    expect(rows_of(watcher, right)).to_be_visible(timeout=LIVE_MS)
    expect(rows_of(watcher, wrong)).to_have_count(0, timeout=LIVE_MS)
    watcher.goto(localized(f"/documents/{number}", words.language))
    watcher.get_by_role("link", name=right).first.click()
    expect(watcher.get_by_role("heading", level=1)).to_contain_text(right)


@SCRIPTS
def test_document_is_withdrawn_and_restored(secretary: Page, watcher: Page, words: Site, site: Server) -> None:
    name = unique("Slip")
    number, said = publish(site, "AllNotice", name), words.interface.desk_document
    watched(watcher, localized("/AllNotice", words.language))
    expect(rows_of(watcher, name)).to_be_visible()
    open_document(secretary, words, name)
    form = part(secretary, said.withdraw)
    form.get_by_label(said.reason).fill(REASON)
    form.get_by_role("checkbox", name=said.confirm).check()
    form.get_by_role("button", name=said.withdraw_button).click()
    expect(secretary.get_by_text(said.done_withdrawn)).to_be_visible()
    expect(rows_of(watcher, name)).to_have_count(0, timeout=LIVE_MS)
    assert watcher.request.get(f"/documents/{number}").status == 410
    part(secretary, said.restore).get_by_role("button", name=said.restore_button).click()
    expect(secretary.get_by_text(said.done_restored)).to_be_visible()
    expect(rows_of(watcher, name)).to_be_visible(timeout=LIVE_MS)
    assert watcher.request.get(f"/documents/{number}").status == 200


@SCRIPTS
def test_name_is_corrected(secretary: Page, watcher: Page, words: Site, site: Server) -> None:
    wrong, right = unique("Notise"), unique("Notice")
    number, said = publish(site, "AllNotice", wrong), words.interface.desk_document
    old = watcher.request.get(f"{site.url}/documents/{number}.json").json()["DownloadUrl"]
    watched(watcher, localized("/AllNotice", words.language))
    open_document(secretary, words, wrong)
    form = part(secretary, said.rename)
    expect(form.get_by_label(said.right_name)).to_have_value(wrong)
    form.get_by_label(said.right_name).fill("a/b")
    form.get_by_role("button", name=said.rename_button).click()
    expect(part(secretary, said.rename).get_by_role("alert")).to_have_text(words.errors.name_path)
    expect(form.get_by_label(said.right_name)).to_have_value("a/b")
    form.get_by_label(said.right_name).fill(right)
    form.get_by_role("button", name=said.rename_button).click()
    expect(secretary.get_by_text(said.done_renamed)).to_be_visible()
    expect(rows_of(watcher, right)).to_be_visible(timeout=LIVE_MS)
    expect(rows_of(watcher, wrong)).to_have_count(0)
    answer = watcher.request.get(old)
    assert (answer.status, right.replace(" ", "%20") in answer.url) == (200, True)


@SCRIPTS
def test_line_above_the_header(secretary: Page, watcher: Page, words: Site, site: Server) -> None:
    said, text = words.interface.desk_lines, unique("Dividend 2026: 12%")
    watched(watcher, localized("/about", words.language))
    shown = watcher.get_by_role("link", name=text)

    def set_line(**fields: str) -> None:
        secretary.goto(localized("/desk", words.language))
        form = part(secretary, said.dividend)
        for label, value in fields.items():
            form.get_by_label(getattr(said, label), exact=True).fill(value)
        form.get_by_role("button", name=said.set).click()

    set_line(words=text, link="/AllNotice")
    expect(secretary.get_by_text(said.done_set)).to_be_visible()
    expect(shown).to_be_visible(timeout=LIVE_MS)
    expect(shown).to_have_attribute("href", localized("/AllNotice", "en"))
    part(secretary, said.dividend).get_by_role("button", name=said.clear).click()
    expect(secretary.get_by_text(said.done_cleared)).to_be_visible()
    expect(shown).to_have_count(0, timeout=LIVE_MS)

    set_line(words=text, link="/AllNotice", end="2020-01-01T10:00")
    expect(part(secretary, said.dividend).get_by_role("alert")).to_have_text(words.errors.end_invalid)
    tomorrow = local_time.in_local_time(local_time.now() + timedelta(days=1))
    set_line(words=text, link="/AllNotice", end=f"{tomorrow:%Y-%m-%dT%H:%M}")
    expect(shown).to_be_visible(timeout=LIVE_MS)
    # Tomorrow, for a test: the moment comes now.
    with sqlite3.connect(site.data / "starbond.db") as database:
        moment = datetime.now(UTC).replace(tzinfo=None).isoformat(" ", "microseconds")
        database.execute("UPDATE node SET ends_at = ? WHERE name = 'Dividend'", [moment])
    expect(shown).to_have_count(0, timeout=LIVE_MS + 1_000)
    secretary.goto(localized("/desk", words.language))
    expect(part(secretary, said.dividend).get_by_text(said.none)).to_be_visible()


@SCRIPTS
def test_audit_is_filtered(secretary: Page, words: Site, site: Server) -> None:
    name, said = unique("Audited"), words.interface.desk_audit
    number = publish(site, "AllNotice", name)
    secretary.goto(localized("/desk", words.language))
    secretary.get_by_role("link", name=said.title, exact=True).click()
    filters = secretary.get_by_role("search", name=said.filter_label)
    filters.get_by_label(said.text, exact=True).fill(f"/{number}/")
    filters.get_by_label(said.action, exact=True).select_option("publish")
    filters.get_by_role("button", name=said.show, exact=True).click()
    expect(secretary.get_by_role("table").get_by_role("row").filter(has_text=name)).to_have_count(1)
    with secretary.expect_download() as download:
        secretary.get_by_role("link", name=said.csv).click()
    assert name in download.value.path().read_text("utf-8-sig")


def test_pages_have_no_violation(page: Page, site: Server, words: Site) -> None:
    number = publish(site, "AllNotice", unique("Accessible"))
    for path in ("/desk", f"/desk/documents/{number}", "/desk/audit"):
        page.goto(localized(path, words.language))
        page.wait_for_function(HYDRATED)
        assert in_views(page, (390, "light"), (1440, "dark")) == [], path
        assert page.locator("meta[name=robots]").get_attribute("content") == "noindex, nofollow"
