"""The upload page: choosing, publishing for everyone at once, refusals in words, cancelling, a lost connection."""

import secrets
from pathlib import Path

from playwright.sync_api import FilePayload, Page, Route, expect

from starbond_site.categories import LISTS
from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.documents.accepted_types import ACCEPTED
from starbond_site.documents.refusals import NameBidirectional
from starbond_site.web.resumable import PATH as UPLOADS_PATH
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
    settled,
    submit,
)
from tests.browser.languages import ENGLISH
from tests.serving import Server
from tests.unit.documents import corpus, made_pdfs
from tests.unit.documents.corpus import Bad

WORDS = ENGLISH.interface.upload


def bad_files() -> list[Bad]:
    """Return one file for every refusal of the corpus."""
    # A name that the page itself refuses for its extension says nothing of its other faults.
    given = [bad for bad in corpus.everything() if bad.refusal is not NameBidirectional]
    turned = Bad("turned", "a\N{RIGHT-TO-LEFT OVERRIDE}fdp.pdf", corpus.PDF, NameBidirectional)
    return [*{bad.refusal: bad for bad in reversed(given)}.values(), turned]


def test_each_of_five_forms_publishes_in_its_list(page: Page, words: Site) -> None:
    problems = problems_of(page)
    upload = words.interface.upload
    open_forms(page, words)
    assert page.locator("form.upload-form").count() == len(LISTS)
    for category in LISTS:
        form, given = form_of(page, words, category.value), paper(f"{category} {words.language}.pdf")
        expect(form).to_have_count(1)
        expect(form.locator("input[type=file]")).to_have_count(1)
        submit(form, upload.submit)
        expect(form.get_by_role("alert")).to_have_text(words.errors.no_file)
        choose(form, given)
        expect(form.get_by_role("alert")).to_have_count(0)
        expect(form.get_by_text(given["name"]).first).to_be_visible()
        expect(form.get_by_role("button", name=upload.submit, exact=True)).to_be_enabled()
        submit(form, upload.submit)

        expect(form.get_by_role("status")).to_contain_text(published_name(given["name"]), timeout=PATIENCE)
        newest = documents(page, category)[0]
        assert newest["FileName"] == published_name(given["name"])
        opens = form.get_by_role("link", name=upload.open_document)
        assert opens.get_attribute("href") == newest["DownloadUrl"]
        assert page.request.get(newest["DownloadUrl"]).body() == given["buffer"]
        expect(form.get_by_text(upload.none_chosen)).to_be_visible()
    assert problems == []


def test_forms_do_not_move_when_it_is_known_who_may_publish(plain: Page, page: Page, words: Site) -> None:
    for shown in (plain, page):
        # How lines break depends on which font arrived in time.
        shown.route("**/*.woff2", lambda route: route.abort())
    plain.goto(localized("/UploadFiles", words.language))
    open_forms(page, words)

    expect(plain.get_by_text(words.interface.upload.access_unknown)).to_be_visible()
    for width in (390, 1440):
        places = []
        for shown in (plain, page):
            shown.set_viewport_size({"width": width, "height": 900})
            box = shown.locator("main .upload-form").first.bounding_box() or {}
            places.append((box["x"], box["y"], box["width"]))
        assert places[0] == places[1], width


def test_scan_is_published_with_a_warning(page: Page, words: Site) -> None:
    """A PDF of pictures is published, and a warning says what readers miss; a PDF with text has none."""
    warning = words.interface.upload.scan
    for path, button in ((UPLOADS, words.interface.upload.submit), ("/prospectus", words.interface.prospectus.upload)):
        open_forms(page, words, path)
        form = page.locator("form.upload-form").first
        for name, content in (
            ("Scan.pdf", made_pdfs.scan(2, secrets.token_hex(16))),
            ("Text.pdf", made_pdfs.plain(f"Notice {secrets.token_hex(16)}")),
        ):
            choose(form, FilePayload(name=name, mimeType="application/pdf", buffer=content))
            submit(form, button)
            status = form.get_by_role("status")
            expect(status).to_contain_text(published_name(name), timeout=PATIENCE)
            expect(status.get_by_text(warning)).to_have_count(1 if name == "Scan.pdf" else 0)
            expect(form.get_by_role("alert")).to_have_count(0)


def test_everyone_sees_it_at_once(tab: Tab) -> None:
    given, name = paper("Annual accounts.pdf"), published_name("Annual accounts.pdf")
    readers = [tab() for _ in range(2)]
    for reader in readers:
        settled(reader, "/AnnualReport").evaluate("window.notReloaded = true")
    secretary = tab()
    open_forms(secretary, ENGLISH)
    form = form_of(secretary, ENGLISH, "AnnualReport")
    choose(form, given)
    submit(form, WORDS.submit)
    status = form.get_by_role("status")
    expect(status).to_contain_text(name, timeout=PATIENCE)
    for reader in readers:
        expect(reader.get_by_role("row").filter(has_text=name).first).to_be_visible(timeout=LIVE)
        assert reader.evaluate("window.notReloaded")
        assert _downloaded(reader, name) == given["buffer"]

    beside = f" ({ENGLISH.interface.links.new_tab})"
    said = WORDS.published.format(number=1, name=name)
    expect(status).to_have_text(said + WORDS.open_document + beside + WORDS.open_list + WORDS.put_right + beside)


def test_refused_in_words_and_still_chosen(page: Page, words: Site) -> None:
    open_forms(page, words)
    form, before = form_of(page, words, "BondIssue"), documents(page, "BondIssue")
    choose(form, FilePayload(name="empty.pdf", mimeType="application/pdf", buffer=b""))
    expect(form.get_by_role("alert")).to_have_text(words.errors.empty_file)
    for bad in bad_files():
        choose(form, FilePayload(name=bad.name, mimeType="application/octet-stream", buffer=bad.content))
        submit(form, words.interface.upload.submit)

        sentence = words.errors.say(bad.refusal.code, accepted=ACCEPTED, limit=200)
        expect(form.get_by_role("alert"), bad.refusal.code).to_have_text(sentence, timeout=PATIENCE)
        expect(form.get_by_role("button", name=words.interface.upload.submit, exact=True)).to_be_enabled()
    assert documents(page, "BondIssue") == before


def test_same_bytes_twice_and_request_from_a_foreign_page(page: Page, words: Site) -> None:
    open_forms(page, words)
    form, given = form_of(page, words, "FinancialStatement"), paper(f"Twice {words.language}.pdf")
    choose(form, given)
    submit(form, words.interface.upload.submit)
    expect(form.get_by_role("status")).to_contain_text(published_name(given["name"]), timeout=PATIENCE)
    before = documents(page, "FinancialStatement")

    choose(form, FilePayload(name="Other name.pdf", mimeType="application/pdf", buffer=given["buffer"]))
    submit(form, words.interface.upload.submit)
    sentence = words.errors.say("already_published", name=published_name(given["name"]))
    expect(form.get_by_role("alert")).to_have_text(sentence, timeout=PATIENCE)

    def from_elsewhere(route: Route) -> None:
        headers = {**route.request.headers, "origin": "https://elsewhere.example"}
        route.fulfill(response=route.fetch(headers=headers))

    choose(form, paper("Foreign.pdf"))
    page.route(f"**{UPLOADS_PATH}", from_elsewhere)
    submit(form, words.interface.upload.submit)
    expect(form.get_by_role("alert")).to_have_text(words.errors.foreign_origin, timeout=PATIENCE)
    assert documents(page, "FinancialStatement") == before


def test_cancelled_while_it_is_on_its_way(page: Page, site: Server) -> None:
    open_forms(page, ENGLISH)
    form, before = form_of(page, ENGLISH, "AllNotice"), documents(page, "AllNotice")
    choose(
        form, FilePayload(name="long.pdf", mimeType="application/pdf", buffer=paper("x")["buffer"] + bytes(4_000_000))
    )
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    slow = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 200_000}
    line.send("Network.emulateNetworkConditions", slow)
    submit(form, WORDS.submit)

    bar = form.get_by_role("progressbar", name=WORDS.progress_label)
    expect(bar).to_be_visible()
    expect(bar).not_to_have_attribute("aria-valuenow", "0")
    expect(form.get_by_role("button", name=WORDS.submit, exact=True)).to_be_disabled()
    form.get_by_role("button", name=WORDS.cancel, exact=True).click()

    expect(form.get_by_role("status")).to_have_text(WORDS.cancelled)
    expect(form.get_by_text("long.pdf")).to_be_visible()
    expect(form.get_by_role("button", name=WORDS.submit, exact=True)).to_be_enabled()
    assert documents(page, "AllNotice") == before
    assert "left over: 0" in site.admin("check")


def test_lost_connection(page: Page) -> None:
    """The form says so, and goes on by itself."""
    open_forms(page, ENGLISH)
    form, given = form_of(page, ENGLISH, "AllNotice"), paper("Again.pdf")
    choose(form, given)
    page.route(f"**{UPLOADS_PATH}", lambda route: route.abort())
    submit(form, WORDS.submit)
    expect(form.get_by_text(WORDS.line_lost.format(percent=0)).first).to_be_visible(timeout=PATIENCE)
    expect(form.get_by_text("Again.pdf")).to_be_visible()
    expect(form.get_by_role("alert")).to_have_count(0)

    page.unroute(f"**{UPLOADS_PATH}")
    expect(form.get_by_role("status")).to_contain_text(published_name("Again.pdf"), timeout=PATIENCE)


def test_same_file_can_be_chosen_again_after_it_was_saved_anew(page: Page, tmp_path: Path) -> None:
    open_forms(page, ENGLISH)
    form, file = form_of(page, ENGLISH, "AllNotice"), tmp_path / "draft.pdf"
    for content in (b"", paper("draft.pdf")["buffer"]):
        file.write_bytes(content)
        with page.expect_file_chooser() as chooser:
            form.get_by_text(WORDS.choose, exact=True).click()
        chooser.value.set_files(file)
        expect(form.get_by_role("alert")).to_have_count(0 if content else 1)
    submit(form, WORDS.submit)

    expect(form.get_by_role("status")).to_contain_text(published_name("draft.pdf"), timeout=PATIENCE)


def _downloaded(page: Page, name: str) -> bytes:
    """Press Download and return what the new tab was opened with."""
    link = page.get_by_role("row").filter(has_text=name).first.get_by_role("link").last
    with page.context.expect_page() as opened:
        link.click()
    address = link.get_attribute("href") or ""
    opened.value.close()
    return page.request.get(address).body()
