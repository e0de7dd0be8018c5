"""The prospectus page: one chooser, a drop-down for three documents, live on Shared Information."""

from playwright.sync_api import FilePayload, Page, expect

from starbond_site.content import Site
from tests.browser.conftest import Tab
from tests.browser.filing import LIVE, PATIENCE, choose, open_forms, paper, settled, submit
from tests.browser.languages import ENGLISH

PATH = "/prospectus"


def test_one_chooser_and_a_drop_down_keep_what_is_refused(page: Page, words: Site) -> None:
    open_forms(page, words, PATH)

    expect(page.locator("main input[type=file]")).to_have_count(1)
    drop_down = page.get_by_role("combobox", name=words.interface.prospectus.record)
    assert drop_down.locator("option").all_inner_texts() == [row.title for row in words.investors.shared]
    expect(drop_down).to_have_value(words.investors.shared[0].node)
    page.get_by_role("button", name=words.interface.prospectus.upload, exact=True).click()
    expect(page.get_by_role("main").get_by_role("alert")).to_have_text(words.errors.no_file)
    form, last = page.get_by_role("form", name=words.interface.prospectus.form_label), words.investors.shared[-1]
    form.get_by_role("combobox").select_option(last.node)
    choose(form, FilePayload(name="Result.pdf", mimeType="application/pdf", buffer=b"MZ\x90\0" + bytes(500)))
    submit(form, words.interface.prospectus.upload)

    expect(form.get_by_role("alert")).to_have_text(words.errors.type_mismatch, timeout=PATIENCE)
    expect(form.get_by_text("Result.pdf")).to_be_visible()
    expect(form.get_by_role("combobox")).to_have_value(last.node)


def test_row_is_set_for_everyone(tab: Tab) -> None:
    words, reader, page = ENGLISH, tab(), tab()
    settled(reader, "/SharedInformation")
    open_forms(page, words, PATH)
    form = page.get_by_role("form", name=words.interface.prospectus.form_label)
    for row in words.investors.shared:
        given, shown = paper(f"{row.node}.pdf"), reader.get_by_role("row").filter(has_text=row.title)
        before = shown.inner_html()
        form.get_by_role("combobox").select_option(label=row.title)
        choose(form, given)
        submit(form, words.interface.prospectus.upload)

        expect(form.get_by_role("status")).to_contain_text(row.title, timeout=PATIENCE)
        address = form.get_by_role("link", name=words.interface.upload.open_document).get_attribute("href") or ""
        expect(shown.get_by_role("link").last).to_have_attribute("href", address, timeout=LIVE)
        assert shown.inner_html() != before
        assert page.request.get(address).body() == given["buffer"]
