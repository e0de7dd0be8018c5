"""Before a file is public: what may be a slip, trying only, what is replaced, a title, and the other language."""

import secrets

from playwright.sync_api import FilePayload, Locator, Page, expect

from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.documents.names import MAX_TITLE
from tests.browser.conftest import Tab
from tests.browser.filing import (
    LIVE,
    PATIENCE,
    choose,
    documents,
    form_of,
    open_forms,
    paper,
    problems_of,
    published_name,
    settled,
    submit,
)
from tests.unit.documents import preflight_samples


def panel_of(form: Locator, words: Site) -> Locator:
    return form.get_by_role("region", name=words.interface.look_panel.heading)


def office(name: str, author: str) -> FilePayload:
    """Return a document of Word with a comment, a tracked change and an author."""
    changed = f'<w:ins w:author="A"><w:r><w:t>{secrets.token_hex(8)}</w:t></w:r></w:ins>'
    parts = {
        "word__comments": "<w:comments><w:comment/></w:comments>",
        "docProps__core": preflight_samples.core(author),
    }
    return FilePayload(name=name, mimeType="application/octet-stream", buffer=preflight_samples.word(changed, **parts))


def clean() -> bytes:
    """Return a PDF with nothing to remark that nobody has published before."""
    return preflight_samples.pdf(text=f"{preflight_samples.TEXT} {secrets.token_hex(16)}")


def fits(page: Page) -> bool:
    """Return whether a page is as wide as its window, on a phone and on a desktop."""
    found = []
    for width in (390, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        found.append(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
    return all(found)


def test_slips_are_shown_forbid_nothing_and_trying_publishes_nothing(page: Page, words: Site) -> None:
    problems, remarks, preflight = problems_of(page), words.interface.remarks, words.interface.preflight
    open_forms(page, words)
    form, given = form_of(page, words, "AllNotice"), office("Annual Report 2019.docx", "Rahima Khatun")
    before = documents(page, "AllNotice")
    trying = form.get_by_role("button", name=words.interface.look_panel.try_only, exact=True)
    expect(trying).to_be_disabled()
    choose(form, given)
    panel = panel_of(form, words)
    one = {"en": "1", "bn": "১"}[words.language]
    for sentence in (
        published_name(given["name"]),
        remarks.other_list.format(list=words.category("AnnualReport").title, own=words.category("AllNotice").title),
        remarks.comments.format(count=one),
        remarks.tracked_changes.format(count=one),
        remarks.author.format(name="Rahima Khatun"),
        remarks.no_bangla,
    ):
        expect(panel).to_contain_text(sentence, timeout=PATIENCE)
    expect(form.get_by_role("alert")).to_have_count(0)
    assert fits(page)
    trying.click()
    expect(panel).to_contain_text(words.interface.look_panel.tried, timeout=PATIENCE)
    assert documents(page, "AllNotice") == before
    submit(form, words.interface.upload.submit)
    expect(form.get_by_role("status")).to_contain_text(published_name(given["name"]), timeout=PATIENCE)
    expect(panel).to_have_count(0)
    choose(form, {**given, "name": "Again.docx"})
    trying.click()
    sentence = words.errors.say("already_published", name=published_name(given["name"]))
    expect(panel).to_contain_text(preflight.would_refuse.format(reason=sentence), timeout=PATIENCE)
    assert documents(page, "AllNotice")[0]["FileName"] == published_name(given["name"])
    assert problems == []


def test_prospectus_page_says_what_it_replaces_keeps_what_is_refused_and_sets_a_row(tab: Tab, words: Site) -> None:
    reader, page = tab(), tab()
    settled(reader, localized("/SharedInformation", words.language))
    open_forms(page, words, "/prospectus")
    rows, preflight = words.investors.shared, words.interface.preflight
    form, last = page.get_by_role("form", name=words.interface.prospectus.form_label), rows[-1]
    assert form.get_by_role("combobox").locator("option").all_inner_texts() == [row.title for row in rows]
    form.get_by_role("combobox").select_option(last.node)
    choose(form, FilePayload(name="Result.pdf", mimeType="application/pdf", buffer=b"MZ\x90\0" + bytes(500)))
    submit(form, words.interface.prospectus.upload)
    expect(form.get_by_role("alert")).to_have_text(words.errors.type_mismatch, timeout=PATIENCE)
    expect(form.get_by_text("Result.pdf").first).to_be_visible()
    expect(form.get_by_role("combobox")).to_have_value(last.node)
    given, shown = paper("Result.pdf"), reader.get_by_role("row").filter(has_text=last.title)
    choose(form, given)
    panel = panel_of(form, words)
    expect(panel).to_contain_text(preflight.replaces, timeout=PATIENCE)
    expect(panel.get_by_role("definition").nth(1)).to_contain_text(last.title)
    submit(form, words.interface.prospectus.upload)
    expect(form.get_by_role("status")).to_contain_text(last.title, timeout=PATIENCE)
    address = form.get_by_role("link", name=words.interface.upload_form.open_document).get_attribute("href") or ""
    expect(shown.get_by_role("link").last).to_have_attribute("href", address, timeout=LIVE)
    assert page.request.get(address).body() == given["buffer"]
    choose(form, paper("Result.pdf"))
    expect(panel.get_by_role("definition").nth(2)).to_have_text(published_name("Result.pdf"), timeout=PATIENCE)


def test_titled_filing_and_its_other_language(tab: Tab, words: Site) -> None:
    page, reader = tab(), tab()
    problems, pairs, upload = problems_of(page), words.interface.pairs, words.interface.upload
    token = secrets.token_hex(4)
    title, names = f"Dividend <{token}>", (f"Dividend {token}.pdf", f"Dividend {token} Bangla.pdf")
    settled(reader, localized("/PriceSensitiveInformation", words.language))
    open_forms(page, words)
    form = form_of(page, words, "PriceSensitiveInformation")
    # Typed before its file is chosen, and kept; a title that is too long stays as well.
    field = form.get_by_label(words.interface.upload_form.title, exact=True)
    field.fill("x" * (MAX_TITLE + 1))
    choose(form, FilePayload(name=names[0], mimeType="application/pdf", buffer=clean()))
    submit(form, upload.submit)
    expect(form.get_by_role("alert")).to_contain_text(words.errors.say("title_too_long", limit=MAX_TITLE))
    expect(field).to_have_value("x" * (MAX_TITLE + 1))
    field.fill(title)
    submit(form, upload.submit)
    expect(form.get_by_role("status")).to_contain_text(title, timeout=PATIENCE)
    expect(field).to_have_value("")
    row = reader.get_by_role("row").filter(has_text=published_name(names[0]))
    expect(row.get_by_role("link", name=title, exact=True)).to_be_visible(timeout=LIVE)
    add = form.get_by_role("button", name=pairs.add_bn, exact=True)
    add.click()
    expect(form).to_contain_text(pairs.next_bn.format(name=title))
    choose(form, FilePayload(name=names[1], mimeType="application/pdf", buffer=clean()))
    expect(panel_of(form, words)).to_contain_text(words.interface.preflight.pair_of, timeout=PATIENCE)
    submit(form, upload.submit)
    expect(form.get_by_role("status")).to_contain_text(published_name(names[1]), timeout=PATIENCE)
    expect(add).to_have_count(0)
    link = row.get_by_role("link", name=f"বাংলা: {published_name(names[1])}")
    expect(link).to_be_visible(timeout=LIVE)
    assert fits(reader)
    link.click()
    expect(reader.locator("html")).to_have_attribute("lang", "bn")
    expect(reader.get_by_role("heading", level=1)).to_have_text(published_name(names[1]).partition(" -")[0])
    reader.get_by_role("link", name=f"English: {title}").click()
    expect(reader.get_by_role("heading", level=1)).to_have_text(title)
    assert [problem for problem in problems if "status of 422" not in problem] == []
