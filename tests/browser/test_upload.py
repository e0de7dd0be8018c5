"""The upload page: choosing, publishing for everyone at once, refusals in words, cancelling, a lost connection."""

import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, FilePayload, Page, Playwright, Route, expect

from starbond_site.categories import LISTS
from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.documents.accepted_types import ACCEPTED
from starbond_site.documents.refusals import NameBidirectional
from starbond_site.web.resumable import PATH as UPLOADS_PATH
from tests.browser.conftest import CHROMIUM_FLAGS, own_chromium
from tests.browser.filing import (
    LIVE,
    PATIENCE,
    UPLOADS,
    choose,
    documents,
    form_of,
    open_forms,
    paper,
    published_name,
    submit,
)
from tests.browser.languages import LANGUAGES, SITES
from tests.serving import Server, serving
from tests.unit.documents import corpus, made_pdfs
from tests.unit.documents.corpus import Bad

ENGLISH = SITES[0]
WORDS = ENGLISH.interface.upload


def bad_files() -> list[Bad]:
    """Return one file for every refusal of the corpus."""
    # A name that the page itself refuses for its extension says nothing of its other faults.
    given = [bad for bad in corpus.everything() if bad.refusal is not NameBidirectional]
    turned = Bad("turned", "a\N{RIGHT-TO-LEFT OVERRIDE}fdp.pdf", corpus.PDF, NameBidirectional)
    return [*{bad.refusal: bad for bad in reversed(given)}.values(), turned]


@pytest.fixture(scope="module")
def small(site: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serve a site that takes files of at most 1 MiB."""
    del site
    with serving(tmp_path_factory.mktemp("small"), STARBOND_MAX_UPLOAD_MB="1") as server:
        yield server


@LANGUAGES
def test_five_forms_wait_for_a_file_each(page: Page, words: Site) -> None:
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    open_forms(page, words)

    assert page.locator("form.upload-form").count() == len(LISTS)
    for category in LISTS:
        form = form_of(page, words, category.value)
        expect(form).to_have_count(1)
        expect(form.locator("input[type=file]")).to_have_count(1)
        submit(form, words.interface.upload.submit)
        expect(form.get_by_role("alert")).to_have_text(words.errors.no_file)
        choose(form, paper("Report.pdf"))
        expect(form.get_by_role("alert")).to_have_count(0)
        expect(form.get_by_text("Report.pdf")).to_be_visible()
        expect(form.get_by_role("button", name=words.interface.upload.submit, exact=True)).to_be_enabled()
    assert problems == []


@LANGUAGES
@pytest.mark.parametrize("width", [390, 1440])
def test_forms_do_not_move_when_it_is_known_who_may_publish(
    visitor: Callable[..., BrowserContext], words: Site, width: int
) -> None:
    before = visitor(java_script_enabled=False, viewport={"width": width, "height": 900}).new_page()
    page = visitor(viewport={"width": width, "height": 900}).new_page()
    for shown in (before, page):
        # How lines break depends on which font arrived in time.
        shown.route("**/*.woff2", lambda route: route.abort())
    before.goto(localized("/UploadFiles", words.language))
    open_forms(page, words)

    expect(before.get_by_text(words.interface.upload.access_unknown)).to_be_visible()
    boxes = [shown.locator("main .upload-form").first.bounding_box() or {} for shown in (before, page)]
    places = [(box["x"], box["y"], box["width"]) for box in boxes]
    assert places[0] == places[1]


@LANGUAGES
@pytest.mark.parametrize("category", [category.value for category in LISTS])
def test_each_form_publishes_in_its_list(page: Page, words: Site, category: str) -> None:
    open_forms(page, words)
    form, given = form_of(page, words, category), paper(f"{category} {words.language}.pdf")
    choose(form, given)
    submit(form, words.interface.upload.submit)

    expect(form.get_by_role("status")).to_contain_text(published_name(given["name"]), timeout=PATIENCE)
    newest = documents(page, category)[0]
    assert newest["FileName"] == published_name(given["name"])
    opens = form.get_by_role("link", name=words.interface.upload.open_document)
    assert opens.get_attribute("href") == newest["DownloadUrl"]
    assert page.request.get(newest["DownloadUrl"]).body() == given["buffer"]
    expect(form.get_by_text(words.interface.upload.none_chosen)).to_be_visible()


@LANGUAGES
@pytest.mark.parametrize("path", [UPLOADS, "/prospectus"])
def test_scan_is_published_with_a_warning(page: Page, words: Site, path: str) -> None:
    """A PDF of pictures is published, and a warning says what readers miss; a PDF with text has none."""
    warning = words.interface.upload.scan
    open_forms(page, words, path)
    form = page.locator("form.upload-form").first
    button = words.interface.upload.submit if path == UPLOADS else words.interface.prospectus.upload
    for content, is_warned in (
        (made_pdfs.scan(2, secrets.token_hex(16)), True),
        (made_pdfs.plain(f"Notice {secrets.token_hex(16)}"), False),
    ):
        choose(form, FilePayload(name="Paper.pdf", mimeType="application/pdf", buffer=content))
        submit(form, button)
        status = form.get_by_role("status")
        expect(status).to_contain_text(published_name("Paper.pdf"), timeout=PATIENCE)
        expect(status.get_by_text(warning)).to_have_count(1 if is_warned else 0)
        expect(form.get_by_role("alert")).to_have_count(0)


def test_everyone_sees_it_at_once_and_after_a_restart(visitor: Callable[..., BrowserContext], tmp_path: Path) -> None:
    given, name = paper("Annual accounts.pdf"), published_name("Annual accounts.pdf")
    with serving(tmp_path) as server:
        readers = [visitor(base_url=server.url).new_page() for _ in range(2)]
        for reader in readers:
            reader.goto("/AnnualReport")
            reader.wait_for_load_state("networkidle")
            reader.evaluate("window.notReloaded = true")
        secretary = visitor(base_url=server.url).new_page()
        open_forms(secretary, ENGLISH)
        form = form_of(secretary, ENGLISH, "AnnualReport")
        choose(form, given)
        submit(form, WORDS.submit)
        beside = f" ({ENGLISH.interface.links.new_tab})"
        said = WORDS.published.format(number=1, name=name)
        links = WORDS.open_document + beside + WORDS.open_list + WORDS.put_right + beside
        expect(form.get_by_role("status")).to_have_text(said + links, timeout=PATIENCE)

        for reader in readers:
            expect(reader.get_by_role("row").filter(has_text=name)).to_be_visible(timeout=LIVE)
            assert reader.evaluate("window.notReloaded")
            assert _downloaded(reader, name) == given["buffer"]

        server.stop()
        server.start()
        late = visitor(base_url=server.url).new_page()
        late.goto("/AnnualReport")
        expect(late.get_by_role("row").filter(has_text=name)).to_have_count(1)
        assert _downloaded(late, name) == given["buffer"]


@pytest.mark.parametrize("bad", bad_files(), ids=lambda bad: bad.refusal.code)
def test_refused_in_words_and_still_chosen(page: Page, bad: Bad) -> None:
    open_forms(page, ENGLISH)
    form, before = form_of(page, ENGLISH, "BondIssue"), documents(page, "BondIssue")
    choose(form, FilePayload(name=bad.name, mimeType="application/octet-stream", buffer=bad.content))
    if not form.get_by_role("alert").count():
        submit(form, WORDS.submit)

    sentence = ENGLISH.errors.say(bad.refusal.code, accepted=ACCEPTED, limit=200)
    expect(form.get_by_role("alert")).to_have_text(sentence, timeout=PATIENCE)
    expect(form.get_by_role("button", name=WORDS.submit, exact=True)).to_be_enabled()
    assert documents(page, "BondIssue") == before


@LANGUAGES
def test_empty_file(page: Page, words: Site) -> None:
    open_forms(page, words)
    form = form_of(page, words, "AllNotice")
    choose(form, FilePayload(name="empty.pdf", mimeType="application/pdf", buffer=b""))

    expect(form.get_by_role("alert")).to_have_text(words.errors.empty_file)


@LANGUAGES
def test_too_large_is_said_before_the_transfer(
    visitor: Callable[..., BrowserContext], small: Server, words: Site
) -> None:
    page = visitor(base_url=small.url).new_page()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if UPLOADS_PATH in request.url else None)
    open_forms(page, words)
    form = form_of(page, words, "AllNotice")
    expect(form).to_contain_text({"en": "1 MB", "bn": "১ এমবি"}[words.language])
    choose(form, FilePayload(name="big.pdf", mimeType="application/pdf", buffer=bytes(1024 * 1024 + 1)))
    expect(form.get_by_role("alert")).to_have_text(words.errors.say("too_large", limit=1))
    submit(form, words.interface.upload.submit)

    expect(form.get_by_role("alert")).to_have_text(words.errors.say("too_large", limit=1))
    assert sent == []
    assert documents(page, "AllNotice") == []


@LANGUAGES
def test_same_bytes_twice(page: Page, words: Site) -> None:
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


@LANGUAGES
def test_request_from_a_foreign_page(page: Page, words: Site) -> None:
    open_forms(page, words)
    form, before = form_of(page, words, "AllNotice"), documents(page, "AllNotice")
    choose(form, paper("Foreign.pdf"))

    def from_elsewhere(route: Route) -> None:
        headers = {**route.request.headers, "origin": "https://elsewhere.example"}
        route.fulfill(response=route.fetch(headers=headers))

    page.route(f"**{UPLOADS_PATH}", from_elsewhere)
    submit(form, words.interface.upload.submit)

    expect(form.get_by_role("alert")).to_have_text(words.errors.foreign_origin, timeout=PATIENCE)
    assert documents(page, "AllNotice") == before


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


def test_closed_server_says_how_to_open_it(playwright: Playwright, site: Server, tmp_path: Path) -> None:
    del site
    with serving(tmp_path, STARBOND_URL="http://www.example.com") as server:
        there = f"--host-resolver-rules=MAP www.example.com 127.0.0.1:{server.port}"
        browser = playwright.chromium.launch(executable_path=own_chromium(), args=[*CHROMIUM_FLAGS, there])
        page = browser.new_page()
        for words in SITES:
            page.goto(f"http://www.example.com{localized('/UploadFiles', words.language)}")
            region = page.get_by_role("region", name=words.interface.upload.closed_heading)
            expect(region).to_contain_text("STARBOND_UPLOAD_KEY", timeout=PATIENCE)
            expect(page.get_by_role("button", name=words.interface.upload.submit, exact=True)).to_have_count(0)
        browser.close()


def _downloaded(page: Page, name: str) -> bytes:
    """Press Download and return what the new tab was opened with."""
    link = page.get_by_role("row").filter(has_text=name).get_by_role("link").last
    with page.context.expect_page() as opened:
        link.click()
    address = link.get_attribute("href") or ""
    opened.value.close()
    return page.request.get(address).body()
