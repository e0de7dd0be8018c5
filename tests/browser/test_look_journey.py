"""Before a file is public: what visitors will get, what may be a slip, trying only, and the other language."""

import secrets

from playwright.sync_api import FilePayload, Locator, Page, Request, expect

from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.web.looking import LOOK_MB, LOOK_PATH
from tests.browser.conftest import Tab
from tests.browser.filing import (
    LIVE,
    PATIENCE,
    UPLOADS,
    choose,
    documents,
    form_of,
    open_forms,
    paper,
    problems_of,
    published_name,
    send_file,
    submit,
)
from tests.browser.languages import ENGLISH
from tests.unit.documents import overlooked


def panel_of(form: Locator, words: Site) -> Locator:
    """Return what visitors will get."""
    return form.get_by_role("region", name=words.interface.looking.heading)


def office(name: str, author: str) -> FilePayload:
    """Return a document of Word with a comment, a tracked change and an author."""
    changed = f'<w:ins w:author="A"><w:r><w:t>{secrets.token_hex(8)}</w:t></w:r></w:ins>'
    parts = {"word__comments": "<w:comments><w:comment/></w:comments>", "docProps__core": overlooked.core(author)}
    return FilePayload(name=name, mimeType="application/octet-stream", buffer=overlooked.word(changed, **parts))


def clean() -> bytes:
    """Return a PDF with nothing to remark that nobody has published before."""
    return overlooked.pdf(text=f"{overlooked.TEXT} {secrets.token_hex(16)}")


def fits(page: Page) -> bool:
    """Return whether a page is as wide as its window, on a phone and on a desktop."""
    found = []
    for width in (390, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        found.append(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
    return all(found)


def test_slips_are_shown_and_forbid_nothing(page: Page, words: Site) -> None:
    problems, remarks = problems_of(page), words.interface.remarks
    open_forms(page, words)
    form, given = form_of(page, words, "AllNotice"), office("Annual Report 2019.docx", "Rahima Khatun")
    before = documents(page, "AllNotice")
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
    assert documents(page, "AllNotice") == before
    assert fits(page)
    submit(form, words.interface.upload.submit)

    expect(form.get_by_role("status")).to_contain_text(published_name(given["name"]), timeout=PATIENCE)
    expect(panel).to_have_count(0)
    assert documents(page, "AllNotice")[0]["FileName"] == published_name(given["name"])
    assert problems == []


def test_trying_only_publishes_nothing_and_says_everything(page: Page, words: Site) -> None:
    looking = words.interface.looking
    open_forms(page, words)
    form, before = form_of(page, words, "BondIssue"), documents(page, "BondIssue")
    trying = form.get_by_role("button", name=looking.try_only, exact=True)
    expect(trying).to_be_disabled()
    given, name = clean(), f"Bond {secrets.token_hex(4)}.pdf"
    choose(form, FilePayload(name=name, mimeType="application/pdf", buffer=given))
    trying.click()

    panel = panel_of(form, words)
    expect(panel).to_contain_text(looking.tried, timeout=PATIENCE)
    expect(panel).to_contain_text(looking.nothing_remarked)
    assert documents(page, "BondIssue") == before
    submit(form, words.interface.upload.submit)
    expect(form.get_by_role("status")).to_contain_text(published_name(name), timeout=PATIENCE)

    choose(form, FilePayload(name="Again.pdf", mimeType="application/pdf", buffer=given))
    trying.click()
    sentence = words.errors.say("already_published", name=published_name(name))
    expect(panel).to_contain_text(looking.would_refuse.format(reason=sentence), timeout=PATIENCE)
    expect(panel).to_contain_text(looking.tried_refused)
    assert len(documents(page, "BondIssue")) == len(before) + 1


def test_large_file_is_sent_only_when_it_is_asked_for(page: Page) -> None:
    sent: list[int] = []

    def note(request: Request) -> None:
        if LOOK_PATH in request.url:
            sent.append(int(request.headers.get("content-length", 0)))

    page.on("request", note)
    open_forms(page, ENGLISH)
    form, words = form_of(page, ENGLISH, "AllNotice"), ENGLISH.interface.looking
    large = clean() + b"\n%" + b" " * LOOK_MB * 1024 * 1024 + b"\n%%EOF\n"
    choose(form, FilePayload(name="Large.pdf", mimeType="application/pdf", buffer=large))
    panel = panel_of(form, ENGLISH)
    expect(panel).to_contain_text(words.large.format(limit=LOOK_MB, button=words.try_only), timeout=PATIENCE)
    expect(panel).to_contain_text(published_name("Large.pdf"))
    assert len(sent) == 1
    form.get_by_role("button", name=words.try_only, exact=True).click()

    expect(panel).to_contain_text(words.tried, timeout=PATIENCE)
    assert len(sent) == 2


def test_each_of_several_files_is_looked_at(page: Page) -> None:
    open_forms(page, ENGLISH)
    form, words = form_of(page, ENGLISH, "AllNotice"), ENGLISH.interface.looking
    token = secrets.token_hex(4)
    names = [f"Notice {token}.pdf", f"Annual Report {token}.pdf"]
    choose(form, *(FilePayload(name=name, mimeType="application/pdf", buffer=clean()) for name in names))
    panels = [form.get_by_role("region", name=f"{words.heading}: {name}", exact=True) for name in names]
    for panel, name in zip(panels, names, strict=True):
        expect(panel).to_contain_text(published_name(name), timeout=PATIENCE)
    expect(panels[0]).to_contain_text(words.nothing_remarked, timeout=PATIENCE)
    expect(panels[1]).to_contain_text("Annual Report”, and this is “Notices", timeout=PATIENCE)
    submit(form, ENGLISH.interface.upload.submit)

    for name in names:
        expect(form.get_by_role("status")).to_contain_text(published_name(name), timeout=PATIENCE)
    expect(form.get_by_role("region")).to_have_count(0)


def test_prospectus_says_what_it_replaces(page: Page, words: Site) -> None:
    open_forms(page, words, "/prospectus")
    rows, looking = words.investors.shared, words.interface.looking
    form = page.get_by_role("form", name=words.interface.prospectus.form_label)
    choose(form, paper("Result.pdf"))
    panel = panel_of(form, words)
    expect(panel).to_contain_text(looking.replaces, timeout=PATIENCE)
    expect(panel).to_contain_text(rows[0].title)
    form.get_by_role("combobox").select_option(label=rows[-1].title)

    expect(panel.get_by_role("definition").nth(1)).to_contain_text(rows[-1].title, timeout=PATIENCE)
    submit(form, words.interface.prospectus.upload)
    expect(form.get_by_role("status")).to_contain_text(rows[-1].title, timeout=PATIENCE)
    choose(form, paper("Result.pdf"))
    expect(panel.get_by_role("definition").nth(2)).to_have_text(published_name("Result.pdf"), timeout=PATIENCE)


def test_other_language_of_a_filing(tab: Tab, words: Site) -> None:
    page, reader = tab(), tab()
    problems, pairs = problems_of(page), words.interface.pairs
    title = f"Dividend {secrets.token_hex(4)}"
    names = f"{title}.pdf", f"{title} Bangla.pdf"
    form = send_file(
        page, words, "PriceSensitiveInformation", FilePayload(name=names[0], mimeType="application/pdf", buffer=clean())
    )
    add = form.get_by_role("button", name=pairs.add_bn, exact=True)
    add.click(timeout=PATIENCE)

    reader.goto(localized("/PriceSensitiveInformation", words.language))
    row = reader.get_by_role("row").filter(has=reader.get_by_text(published_name(names[0]), exact=True))
    expect(row).to_be_visible()
    expect(row.get_by_role("link", name="বাংলা")).to_have_count(0)
    expect(form).to_contain_text(pairs.next_bn.format(name=published_name(names[0])))
    choose(form, FilePayload(name=names[1], mimeType="application/pdf", buffer=clean()))
    expect(panel_of(form, words)).to_contain_text(words.interface.looking.pair_of, timeout=PATIENCE)
    submit(form, words.interface.upload.submit)
    expect(form.get_by_role("status")).to_contain_text(published_name(names[1]), timeout=PATIENCE)
    expect(add).to_have_count(0)

    link = row.get_by_role("link", name=f"বাংলা: {published_name(names[1])}")
    expect(link).to_be_visible(timeout=LIVE)
    assert fits(reader)
    link.click()
    expect(reader.locator("html")).to_have_attribute("lang", "bn")
    expect(reader.get_by_role("heading", level=1)).to_have_text(published_name(names[1]))
    reader.get_by_role("link", name=f"English: {published_name(names[0])}").click()
    expect(reader.locator("html")).to_have_attribute("lang", "en")
    assert problems == []


def test_other_language_is_given_up(page: Page) -> None:
    pairs = ENGLISH.interface.pairs
    open_forms(page, ENGLISH, UPLOADS)
    form = form_of(page, ENGLISH, "AllNotice")
    choose(form, FilePayload(name="নোটিশ.pdf", mimeType="application/pdf", buffer=clean()))
    submit(form, ENGLISH.interface.upload.submit)
    form.get_by_role("button", name=pairs.add_en, exact=True).click(timeout=PATIENCE)
    choose(form, FilePayload(name="Alone.pdf", mimeType="application/pdf", buffer=clean()))
    panel = panel_of(form, ENGLISH)
    expect(panel).to_contain_text(ENGLISH.interface.looking.pair_of, timeout=PATIENCE)
    form.get_by_role("button", name=pairs.cancel, exact=True).click()
    expect(panel).to_contain_text(ENGLISH.interface.remarks.no_bangla, timeout=PATIENCE)
    submit(form, ENGLISH.interface.upload.submit)

    expect(form.get_by_role("status")).to_contain_text(published_name("Alone.pdf"), timeout=PATIENCE)
    assert "pair" not in documents(page, "AllNotice")[0]
