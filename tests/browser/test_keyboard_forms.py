"""Upload and contact forms by keyboard alone: Tab, Enter, the space bar, and typing."""

from pathlib import Path

from playwright.sync_api import FileChooser, Locator, Page, expect

from starbond_site.components.link import localized
from starbond_site.content import Site
from tests.browser.filing import PATIENCE, documents, form_of, open_forms, paper, published_name
from tests.browser.test_keyboard import tab_to

LETTER = {
    "name": "রহিম Reader",
    "email_field": "reader@example.com",
    "phone_field": "+880 1700-000000",
    "message": "Which glue is right for marine plywood?",
}


def test_document_is_published(page: Page, words: Site, tmp_path: Path) -> None:
    page.on("filechooser", _ignore_file_chooser)
    open_forms(page, words)
    form = form_of(page, words, "FinancialStatement")
    for key in ("Enter", "Space"):
        given = paper(f"By {key} {words.language}.pdf")
        file = tmp_path / given["name"]
        file.write_bytes(given["buffer"])
        _choose(page, form, key, file)
        tab_to(page, form.get_by_role("button", name=words.interface.upload.submit, exact=True))
        page.keyboard.press(key)
        expect(form.get_by_role("status")).to_contain_text(published_name(given["name"]), timeout=PATIENCE)
        assert documents(page, "FinancialStatement")[0]["FileName"] == published_name(given["name"])
    opens = form.get_by_role("link", name=words.interface.upload.open_document)
    tab_to(page, opens)
    with page.context.expect_page():
        page.keyboard.press("Enter")


def test_single_document_is_published(page: Page, words: Site, tmp_path: Path) -> None:
    given, row = paper(f"Notice {words.language}.pdf"), words.investors.shared[1]
    file = tmp_path / given["name"]
    file.write_bytes(given["buffer"])
    page.on("filechooser", _ignore_file_chooser)
    open_forms(page, words, "/prospectus")
    form = page.get_by_role("form", name=words.interface.prospectus.form_label)

    tab_to(page, form.get_by_role("combobox"))
    page.keyboard.press("ArrowDown")
    expect(form.get_by_role("combobox")).to_have_value(row.node)
    _choose(page, form, "Enter", file)
    tab_to(page, form.get_by_role("button", name=words.interface.prospectus.upload, exact=True))
    page.keyboard.press("Enter")

    expect(form.get_by_role("status")).to_contain_text(published_name(given["name"]), timeout=PATIENCE)
    expect(form.get_by_role("status")).to_contain_text(row.title)


def test_message_is_corrected_and_sent(page: Page, words: Site) -> None:
    contact = words.interface.contact
    with page.expect_websocket():
        page.goto(localized("/contact", words.language))
    page.wait_for_load_state("networkidle")
    form = page.get_by_role("form", name=contact.form_heading)
    fields = {name: form.get_by_role("textbox", name=getattr(contact, name)) for name in LETTER}

    tab_to(page, fields["name"])
    page.keyboard.type(LETTER["name"])
    page.keyboard.press("Enter")
    # The first invalid field gets the focus.
    expect(fields["email_field"]).to_be_focused(timeout=PATIENCE)
    for name in ("email_field", "phone_field", "message"):
        tab_to(page, fields[name])
        page.keyboard.type(LETTER[name])
    page.keyboard.press("Tab")
    expect(form.get_by_role("checkbox")).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    expect(form.get_by_role("button", name=contact.send, exact=True)).to_be_focused()
    page.keyboard.press("Space")

    expect(form.get_by_role("status")).to_contain_text(contact.success.partition("{")[0], timeout=PATIENCE)
    expect(fields["message"]).to_have_value("")


def _choose(page: Page, form: Locator, key: str, file: Path) -> None:
    """Open the browser's file chooser with a key, and choose a file."""
    tab_to(page, form.locator("input[type=file]"))
    with page.expect_file_chooser() as chooser:
        page.keyboard.press(key)
    chooser.value.set_files(file)


def _ignore_file_chooser(_chooser: FileChooser) -> None:
    """Register for file choosers before the first key press: registering during it may be too late."""
