"""Is this document real? A file is checked in the browser, and nothing of it leaves."""

import hashlib
import json
import secrets
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from urllib.request import urlopen

import pytest
from playwright.sync_api import FilePayload, Locator, Page, Request, expect

from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.pages.verify import PATH
from tests.browser.conftest import PHONE, Tab, Visitor
from tests.browser.filing import PATIENCE, settled
from tests.browser.languages import ENGLISH, LANGUAGES
from tests.serving import Server
from tests.unit.documents import samples

NO_WEB_CRYPTO = "Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })"
WITHOUT_SUBTLE = pytest.mark.parametrize("subtle", [True, False], ids=["Web Crypto", "own SHA-256"])
MEBIBYTE = 2**20


def fresh() -> bytes:
    """Return a PDF that nobody has published before."""
    return samples.pdf(secrets.token_hex(16))


def publish(site: Server, folder: Path, data: bytes, category: str = "AllNotice") -> str:
    """Publish bytes under a name with Bangla letters; return the id of the document."""
    file = folder / f"নোটিশ {secrets.token_hex(4)}.pdf"
    file.write_bytes(data)
    site.admin("documents", "publish", category, str(file))
    with urlopen(f"{site.url}/api/verify?sha256={hashlib.sha256(data).hexdigest()}") as answer:  # noqa: S310
        return str(json.loads(answer.read())["documents"][0]["id"])


def choose(page: Page, words: Site, *files: FilePayload | Path) -> None:
    """Choose files by the label of the input."""
    page.get_by_label(words.interface.verify.label, exact=True).set_input_files(list(files))  # type: ignore[arg-type]


def payload(data: bytes, name: str = "প্রতিবেদন & report.pdf") -> FilePayload:
    return FilePayload(name=name, mimeType="application/pdf", buffer=data)


def answer(page: Page) -> Locator:
    """Return the element that says what the file is."""
    return page.get_by_role("main").get_by_role("status")


def requests_of(page: Page) -> list[Request]:
    """Record every request of a page from now on."""
    seen: list[Request] = []
    page.on("request", lambda request: seen.append(request))  # noqa: PLW0108  Playwright takes no built-in method
    return seen


@LANGUAGES
def test_a_published_file_is_current_and_one_flipped_bit_makes_it_unknown(
    page: Page, site: Server, tmp_path: Path, words: Site
) -> None:
    data = fresh()
    number = publish(site, tmp_path, data)
    settled(page, localized(PATH, words.language))
    verify = words.interface.verify

    choose(page, words, payload(data))
    expect(answer(page)).to_contain_text(verify.current, timeout=PATIENCE)
    expect(answer(page)).to_contain_text("প্রতিবেদন & report.pdf")
    expect(answer(page)).to_contain_text(hashlib.sha256(data).hexdigest())
    document = answer(page).get_by_role("link").first
    expect(document).to_have_attribute("href", localized(f"/documents/{number}", words.language))
    list_title = words.category("AllNotice").title
    expect(answer(page).get_by_role("link", name=list_title, exact=True)).to_have_attribute(
        "href", localized("/AllNotice", words.language)
    )

    choose(page, words, payload(data[:-1] + bytes([data[-1] ^ 1])))
    expect(answer(page)).to_contain_text(verify.unknown, timeout=PATIENCE)
    expect(answer(page)).not_to_contain_text(verify.current)


@WITHOUT_SUBTLE
def test_nothing_of_the_file_leaves(visitor: Visitor, subtle: bool) -> None:
    """The whole trace of the network: one question with the SHA-256, and no body anywhere."""
    page = visitor().new_page()
    data = fresh() + b"\n% " + secrets.token_hex(3 * MEBIBYTE).encode()
    secret = data[-40:].decode()
    if not subtle:
        page.add_init_script(NO_WEB_CRYPTO)
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


@WITHOUT_SUBTLE
def test_the_sha256_is_right_for_every_length(visitor: Visitor, subtle: bool) -> None:
    page = visitor().new_page()
    if not subtle:
        page.add_init_script(NO_WEB_CRYPTO)
    settled(page, PATH)
    for size in (1, 55, 56, 63, 64, 65, 119, 120, 4096, MEBIBYTE - 1, MEBIBYTE, MEBIBYTE + 57):
        data = secrets.token_bytes(size)
        choose(page, ENGLISH, payload(data, name=f"noise {size}.bin"))
        expect(answer(page)).to_contain_text(hashlib.sha256(data).hexdigest(), timeout=PATIENCE)


def test_a_large_file_is_read_in_slices_and_the_page_stays_usable(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor().new_page()
    file, digest = tmp_path / "large.zip", hashlib.sha256()
    with file.open("wb") as written:
        for _ in range(80):
            piece = secrets.token_bytes(MEBIBYTE)
            digest.update(piece)
            written.write(piece)
    page.add_init_script(
        "window.longest = 0; new PerformanceObserver((list) => list.getEntries().forEach((task) => "
        "(window.longest = Math.max(window.longest, task.duration)))).observe({ type: 'longtask' })"
    )
    settled(page, PATH)
    page.evaluate("window.longest = 0")
    choose(page, ENGLISH, file)
    expect(page.get_by_role("progressbar", name=ENGLISH.interface.verify.progress)).to_be_visible()
    expect(answer(page)).to_contain_text(digest.hexdigest(), timeout=60_000)
    expect(page.get_by_role("progressbar")).to_have_count(0)
    # A slice takes 7 ms; a machine with other work takes its time, the whole file would take 600 ms.
    assert page.evaluate("window.longest") < 300


def test_the_newest_file_counts(page: Page, site: Server, tmp_path: Path) -> None:
    """A second file, chosen while the first is being computed, is the one that is answered."""
    large, data = tmp_path / "large.zip", fresh()
    with large.open("wb") as written:
        written.truncate(300 * MEBIBYTE)
    publish(site, tmp_path, data)
    settled(page, PATH)
    seen = requests_of(page)
    choose(page, ENGLISH, large)
    expect(answer(page)).to_contain_text("large.zip")
    choose(page, ENGLISH, payload(data))
    expect(answer(page)).to_contain_text(ENGLISH.interface.verify.current, timeout=PATIENCE)
    expect(answer(page)).not_to_contain_text("large.zip")
    assert [urlsplit(request.url).path for request in seen].count("/api/verify") == 1


def test_files_are_dropped_anywhere_in_the_box(page: Page, site: Server, tmp_path: Path) -> None:
    data = fresh()
    publish(site, tmp_path, data)
    settled(page, PATH)
    words = ENGLISH.interface.verify

    drop(page, [("one.pdf", data)])
    expect(answer(page)).to_contain_text(words.current, timeout=PATIENCE)
    drop(page, [("one.pdf", data), ("two.pdf", data)])
    expect(answer(page)).to_have_text(words.one_file)
    drop(page, [])
    expect(answer(page)).to_have_text(words.no_file)
    drop(page, [("empty.pdf", b"")])
    expect(answer(page)).to_have_text(words.empty.format(name="empty.pdf"))


def drop(page: Page, files: list[tuple[str, bytes]]) -> None:
    """Drop files on the box, beside its input."""
    transfer = page.evaluate_handle(
        """(files) => {
          const transfer = new DataTransfer();
          files.forEach(([name, bytes]) => transfer.items.add(new File([new Uint8Array(bytes)], name)));
          return transfer;
        }""",
        [(name, list(data)) for name, data in files],
    )
    box = page.get_by_label(ENGLISH.interface.verify.label, exact=True).locator("xpath=../..")
    for event in ("dragover", "drop"):
        box.dispatch_event(event, {"dataTransfer": transfer})


def test_what_cannot_be_read_is_said(visitor: Visitor) -> None:
    """Browsers give a dropped folder as a file that cannot be read, and a file may be gone by then."""
    page = visitor().new_page()
    page.add_init_script(
        "Blob.prototype.arrayBuffer = async () => { throw new DOMException('gone', 'NotFoundError') };"
    )
    settled(page, PATH)
    for name, content in (("folder", b""), ("vanished", b"%PDF-1.7")):
        choose(page, ENGLISH, payload(content, name=name))
        expect(answer(page)).to_have_text(ENGLISH.interface.verify.unreadable.format(name=name))


def test_a_server_that_does_not_answer_is_said_with_the_sha256(page: Page) -> None:
    data = fresh()
    settled(page, PATH)
    page.route("**/api/verify?*", lambda route: route.abort())
    choose(page, ENGLISH, payload(data))
    lost = ENGLISH.interface.verify.lost.format(hash=hashlib.sha256(data).hexdigest())
    expect(answer(page)).to_have_text(lost)
    page.unroute("**/api/verify?*")
    choose(page, ENGLISH, payload(data))
    expect(answer(page)).to_contain_text(ENGLISH.interface.verify.unknown, timeout=PATIENCE)


def test_the_address_of_a_qr_code_compares_with_one_document(
    page: Page, site: Server, tmp_path: Path, words: Site
) -> None:
    data, other = fresh(), fresh()
    number, verify = publish(site, tmp_path, data), words.interface.verify
    publish(site, tmp_path, other)
    settled(page, f"{localized(PATH, words.language)}?document={number}")
    expect(answer(page)).to_contain_text(hashlib.sha256(data).hexdigest())
    expect(answer(page)).to_contain_text(verify.state_current)

    choose(page, words, payload(other))
    before, _, _ = verify.is_other.partition("{number}")
    expect(answer(page)).to_contain_text(before, timeout=PATIENCE)
    expect(answer(page)).to_contain_text(verify.current)
    choose(page, words, payload(data))
    before, _, _ = verify.is_document.partition("{number}")
    expect(answer(page)).to_contain_text(before, timeout=PATIENCE)


def test_a_withdrawn_file_says_when(page: Page, site: Server, tmp_path: Path) -> None:
    data = fresh()
    number = publish(site, tmp_path, data, "BondIssue")
    site.admin("documents", "withdraw", number)
    settled(page, PATH)
    choose(page, ENGLISH, payload(data))
    words = ENGLISH.interface.verify
    expect(answer(page)).to_contain_text(words.withdrawn, timeout=PATIENCE)
    expect(answer(page)).to_contain_text(words.withdrawn_at.partition("{")[0])


def test_without_scripts_a_pasted_sha256_is_answered(tab: Tab, site: Server, tmp_path: Path, words: Site) -> None:
    data, verify = fresh(), words.interface.verify
    publish(site, tmp_path, data)
    plain = tab(**PHONE, java_script_enabled=False)
    plain.goto(localized(PATH, words.language))
    expect(plain.locator("noscript p").filter(has_text=verify.no_script)).to_be_visible()
    expect(plain.get_by_label(verify.label, exact=True)).to_be_hidden()
    expect(plain.get_by_text("certutil -hashfile")).to_be_visible()
    for pasted, said in ((hashlib.sha256(data).hexdigest(), verify.current), ("abc", words.errors.hash_invalid)):
        plain.get_by_role("textbox", name=verify.hash_label).fill(pasted)
        plain.get_by_role("button", name=verify.look_up).click()
        expect(answer(plain)).to_contain_text(said)
        assert plain.evaluate("document.documentElement.scrollWidth") == 390


def test_lists_lead_here_and_a_pasted_sha256_is_answered(page: Page, words: Site) -> None:
    """With scripts too: the browser itself sends the form."""
    page.goto(localized("/AllNotice", words.language))
    page.get_by_role("main").get_by_role("link", name=words.interface.verify.link).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(words.page(PATH).title)
    # With updates by EventSource, pages with such elements open a websocket: see `build.socket_on_demand`.
    expect(page.locator("main form:not([role=search]), main [role=form]")).to_have_count(0)
    page.get_by_role("textbox", name=words.interface.verify.hash_label).fill("abc")
    page.get_by_role("button", name=words.interface.verify.look_up).click()
    expect(answer(page)).to_contain_text(words.errors.hash_invalid, timeout=PATIENCE)
