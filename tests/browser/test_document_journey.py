"""The page of a document: from its address, in both languages, with and without scripts, until it is withdrawn."""

import hashlib
import json
import secrets
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import FilePayload, Locator, Page, Request, Response, expect

from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.pages.verify import PATH
from tests.browser.axe import in_views
from tests.browser.components.visitor import HYDRATED
from tests.browser.conftest import Tab, Visitor
from tests.browser.filing import PATIENCE, problems_of, publish, settled
from tests.browser.languages import ENGLISH, SCRIPTS, SITES
from tests.serving import Server
from tests.unit.documents import samples

REASON = "Figures of another year"


@pytest.fixture
def page(tab: Tab) -> Page:
    return tab(permissions=["clipboard-read", "clipboard-write"])


def opened(page: Page, words: Site, number: str) -> Response:
    response = page.goto(localized(f"/documents/{number}", words.language))
    assert response
    return response


def hydrated(page: Page) -> None:
    page.mouse.move(5, 5)
    page.wait_for_function(HYDRATED)


@SCRIPTS
def test_page_opens_from_its_address_until_it_is_withdrawn(tab: Tab, words: Site, site: Server, scripts: bool):
    reader = tab(java_script_enabled=scripts)
    number, labels = publish(site, "AnnualReport", "Annual report"), words.interface.document_page
    other = next(site for site in SITES if site != words)
    problems = problems_of(reader)
    assert opened(reader, words, number).status == 200
    record = json.loads(reader.request.get(f"{site.url}/documents/{number}.json").text())
    name = record["FileName"].partition(" -")[0]
    expect(reader.get_by_role("heading", level=1)).to_have_text(name)
    expect(reader.get_by_text(record["sha256"], exact=True)).to_be_visible()
    expect(reader.get_by_role("img", name=labels.qr)).to_be_visible()
    download = words.interface.documents.download_name.format(name=record["FileName"])
    expect(reader.get_by_role("link", name=download)).to_have_attribute("href", record["DownloadUrl"])
    expect(reader).to_have_title(f"{name} | {words.company.name}")
    expect(reader.locator("html")).to_have_attribute("lang", words.language)
    reader.get_by_role("link", name=other.interface.language.call).click()
    expect(reader).to_have_url(site.url + localized(f"/documents/{number}", other.language))
    expect(reader.get_by_role("heading", level=1)).to_have_text(name)
    assert problems == []
    if scripts:
        hydrated(reader)
        assert in_views(reader) == []
    site.admin("documents", "withdraw", number, "--reason", REASON)
    if scripts:
        said = other.interface.document_page.withdrawn_reason.format(reason=REASON)
        expect(reader.get_by_text(said), "the open page hears of it").to_be_visible()
    assert opened(reader, words, number).status == 410
    if scripts:
        assert in_views(reader) == []
    expect(reader.get_by_text(labels.withdrawn_reason.format(reason=REASON))).to_be_visible()
    expect(reader.get_by_role("link", name=words.interface.documents.download)).to_have_count(0)
    answer = reader.goto(record["DownloadUrl"], referer=site.url + localized("/AnnualReport", words.language))
    assert answer
    assert answer.status == 410
    expect(reader.get_by_role("heading", level=1)).to_have_text(labels.gone_title)
    reader.get_by_role("link", name=labels.gone_link).click()
    expect(reader).to_have_url(site.url + localized(f"/documents/{number}", words.language))


def test_hydration_keeps_document_and_head_and_the_hash_is_copied(page: Page, words: Site, site: Server) -> None:
    number = publish(site, "AllNotice", "Kept notice")
    opened(page, words, number)
    before = page.locator("head").evaluate("head => head.querySelectorAll('title, meta, link[rel=alternate]').length")
    content_before = page.locator("main").inner_html()
    hydrated(page)
    name = page.get_by_role("heading", level=1).inner_text()
    expect(page).to_have_title(f"{name} | {words.company.name}")
    assert page.locator("title").count() == page.locator("head > title").count() == 1
    after = page.locator("head").evaluate("head => head.querySelectorAll('title, meta, link[rel=alternate]').length")
    assert after == before
    assert page.locator("main").inner_html().replace(" hidden", "") == content_before.replace(' hidden=""', "")
    labels = words.interface.document_page
    page.get_by_role("button", name=labels.copy_sha256).click()
    expect(page.get_by_role("status").get_by_text(labels.copied)).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.request.get(f"/documents/{number}.json").json()["sha256"]


NO_WEB_CRYPTO = "Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })"
MEBIBYTE = 2**20


def fresh() -> bytes:
    return samples.pdf(secrets.token_hex(16))


def choose(page: Page, words: Site, *files: FilePayload | Path) -> None:
    page.get_by_label(words.interface.file_check.label, exact=True).set_input_files(list(files))  # type: ignore[arg-type]


def payload(data: bytes, name: str = "প্রতিবেদন & report.pdf") -> FilePayload:
    return FilePayload(name=name, mimeType="application/pdf", buffer=data)


def answer(page: Page) -> Locator:
    return page.get_by_role("main").get_by_role("status")


def requests_of(page: Page) -> list[Request]:
    seen: list[Request] = []
    page.on("request", lambda request: seen.append(request))  # noqa: PLW0108  Playwright takes no built-in method
    return seen


def test_a_published_file_is_current_and_one_flipped_bit_makes_it_unknown(
    page: Page, site: Server, words: Site
) -> None:
    number = publish(site, "AllNotice", "নোটিশ")
    data = page.request.get(page.request.get(f"/documents/{number}.json").json()["DownloadUrl"]).body()
    settled(page, localized(PATH, words.language))
    verify = words.interface.verify
    choose(page, words, payload(data))
    expect(answer(page)).to_contain_text(verify.headlines["current"], timeout=PATIENCE)
    expect(answer(page)).to_contain_text("প্রতিবেদন & report.pdf")
    expect(answer(page)).to_contain_text(hashlib.sha256(data).hexdigest())
    document = answer(page).get_by_role("link").first
    expect(document).to_have_attribute("href", localized(f"/documents/{number}", words.language))
    choose(page, words, payload(data[:-1] + bytes([data[-1] ^ 1])))
    expect(answer(page)).to_contain_text(verify.unknown, timeout=PATIENCE)
    expect(answer(page)).not_to_contain_text(verify.headlines["current"])
    site.admin("documents", "withdraw", number)
    choose(page, words, payload(data))
    expect(answer(page)).to_contain_text(verify.headlines["withdrawn"], timeout=PATIENCE)


def test_nothing_of_the_file_leaves(visitor: Visitor) -> None:
    page = visitor().new_page()
    data = fresh() + b"\n% " + secrets.token_hex(3 * MEBIBYTE).encode()
    secret = data[-40:].decode()
    sent: list[str | bytes] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))  # noqa: PLW0108
    settled(page, PATH)
    seen = requests_of(page)
    sent.clear()
    choose(page, ENGLISH, payload(data, name="very-confidential.pdf"))
    expect(answer(page)).to_contain_text(ENGLISH.interface.verify.unknown, timeout=PATIENCE)
    # The browser asks for the icon of the tab when it likes.
    own = [request for request in seen if not urlsplit(request.url).path.startswith(("/assets/", "/favicon"))]
    assert [urlsplit(request.url).path for request in own] == ["/api/verify"]
    (question,) = own
    assert question.method == "GET"
    asked = parse_qs(urlsplit(question.url).query)
    assert asked == {"sha256": [hashlib.sha256(data).hexdigest()], "language": ["en"]}
    assert all(request.post_data_buffer is None for request in seen)
    everything = "".join([*(str(request.all_headers()) + request.url for request in seen), *map(str, sent)])
    assert secret not in everything
    assert "very-confidential" not in everything


def test_the_sha256_is_right_for_every_length_without_web_crypto(visitor: Visitor) -> None:
    page = visitor().new_page()
    page.add_init_script(NO_WEB_CRYPTO)
    settled(page, PATH)
    for size in (1, 55, 56, 64, 119, 120, MEBIBYTE + 57):
        data = secrets.token_bytes(size)
        choose(page, ENGLISH, payload(data, name=f"noise {size}.bin"))
        expect(answer(page)).to_contain_text(hashlib.sha256(data).hexdigest(), timeout=PATIENCE)


def test_what_cannot_be_read_or_asked_is_said(visitor: Visitor) -> None:
    """Browsers give a dropped folder as a file that cannot be read; a server may not answer."""
    page, data, verify = visitor().new_page(), fresh(), ENGLISH.interface.file_check
    settled(page, PATH)
    page.route("**/api/verify?*", lambda route: route.abort())
    choose(page, ENGLISH, payload(data))
    expect(answer(page)).to_have_text(verify.lost.format(hash=hashlib.sha256(data).hexdigest()))
    page.evaluate("() => { Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('gone')) }")
    choose(page, ENGLISH, payload(b"", name="folder"))
    expect(answer(page)).to_have_text(verify.unreadable.format(name="folder"))


def test_files_are_dropped_anywhere_in_the_box_and_the_newest_counts(page: Page, tmp_path: Path) -> None:
    settled(page, PATH)
    words, verify = ENGLISH.interface.file_check, ENGLISH.interface.verify
    with (tmp_path / "large.zip").open("wb") as large:
        large.truncate(300 * MEBIBYTE)
    choose(page, ENGLISH, tmp_path / "large.zip")
    expect(page.get_by_role("progressbar", name=words.progress)).to_be_visible()
    seen = requests_of(page)
    for names, said in (("a.pdf", verify.unknown), ("a.pdf b.pdf", words.one_file), ("", words.no_file)):
        transfer = page.evaluate_handle(
            """(names) => {
              const transfer = new DataTransfer();
              names.forEach((name) => transfer.items.add(new File(["nothing known"], name)));
              return transfer;
            }""",
            names.split(),
        )
        box = page.get_by_label(words.label, exact=True).locator("xpath=../..")
        for event in ("dragover", "drop"):
            box.dispatch_event(event, {"dataTransfer": transfer})
        expect(answer(page)).to_contain_text(said, timeout=PATIENCE)
        expect(answer(page)).not_to_contain_text("large.zip")
    assert [urlsplit(request.url).path for request in seen].count("/api/verify") == 1
