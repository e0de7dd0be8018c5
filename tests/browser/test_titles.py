"""A typed title: published with its file, shown first, found, corrected on the desk; nothing typed is lost."""

import secrets

from playwright.sync_api import Locator, expect

from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.documents import names
from tests.browser.conftest import Tab
from tests.browser.filing import (
    LIVE,
    PATIENCE,
    choose,
    documents,
    form_of,
    open_forms,
    paper,
    published_name,
    submit,
)

LIST = "AllNotice"


def title_of(form: Locator, words: Site) -> Locator:
    """Return the field of the title."""
    return form.get_by_label(words.interface.upload.title, exact=True)


def test_title_is_published_and_corrected(tab: Tab, words: Site) -> None:
    page, reader = tab(), tab()
    reader.goto(localized(f"/{LIST}", words.language))
    file, title = paper(f"scan {secrets.token_hex(3)}.pdf"), f"Interim dividend <{secrets.token_hex(3)}> অন্তর্বর্তী"
    open_forms(page, words)
    form = form_of(page, words, LIST)
    # Typed before its file is chosen, and kept.
    title_of(form, words).fill(title)
    choose(form, file)
    panel = form.get_by_role("region", name=words.interface.looking.heading)
    expect(panel).to_contain_text(title, timeout=PATIENCE)
    expect(title_of(form, words)).to_have_value(title)
    submit(form, words.interface.upload.submit)
    expect(form.get_by_role("status")).to_contain_text(title, timeout=PATIENCE)
    expect(title_of(form, words)).to_have_value("")

    row = reader.get_by_role("row").filter(has_text=published_name(file["name"]))
    expect(row.get_by_role("link", name=title, exact=True)).to_be_visible(timeout=LIVE)
    expect(row.get_by_role("link", name=words.interface.documents.download_name.format(name=title))).to_be_visible()
    newest = documents(page, LIST)[0]
    assert (newest["title"], newest["FileName"]) == (title, published_name(file["name"]))

    row.get_by_role("link", name=title, exact=True).click()
    expect(reader.get_by_role("heading", level=1)).to_have_text(title)
    expect(reader.get_by_text(published_name(file["name"]), exact=True)).to_be_visible()

    desk, right = words.interface.desk_document, f"Right {title}"
    page.goto(localized(f"/desk/documents/{newest['id']}", words.language))
    page.get_by_label(desk.right_title).fill(right)
    page.get_by_role("button", name=desk.title_button).click()
    expect(page.get_by_text(desk.done_titled)).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text(right)


def test_refused_title_stays_typed_and_each_of_several_files_has_one(tab: Tab, words: Site) -> None:
    page = tab()
    open_forms(page, words)
    form, before = form_of(page, words, "BondIssue"), documents(page, "BondIssue")
    choose(form, paper("long.pdf"))
    long = "x" * (names.MAX_TITLE + 1)
    title_of(form, words).fill(long)
    submit(form, words.interface.upload.submit)

    sentence = words.errors.say("title_too_long", limit=names.MAX_TITLE)
    expect(form.get_by_role("alert")).to_contain_text(sentence, timeout=PATIENCE)
    expect(title_of(form, words)).to_have_value(long)
    assert documents(page, "BondIssue") == before

    title_of(form, words).fill("")
    labels = words.interface.upload
    title, files = f"Bond {secrets.token_hex(4)}", [paper(f"{secrets.token_hex(4)}.pdf") for _ in range(2)]
    choose(form, *files)
    form.get_by_label(labels.title_of.format(name=files[1]["name"]), exact=True).fill(title)
    submit(form, labels.submit)

    expect(form.get_by_role("status")).to_contain_text(title, timeout=PATIENCE)
    first, second = documents(page, "BondIssue")[:2]
    assert first["title"] == title
    assert "title" not in second
