"""Is this document real? A file is checked in the browser, and nothing of it leaves."""

import hashlib
import json
import secrets
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from urllib.request import urlopen

from playwright.sync_api import FilePayload, Locator, Page, Request, expect

from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.pages.verify import PATH
from tests.browser.conftest import Visitor
from tests.browser.filing import PATIENCE, settled
from tests.browser.languages import ENGLISH
from tests.serving import Server
from tests.unit.documents import samples

NO_WEB_CRYPTO = "Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })"
MEBIBYTE = 2**20


def fresh() -> bytes:
    """Return a PDF that nobody has published before."""
    return samples.pdf(secrets.token_hex(16))


def publish(site: Server, folder: Path, data: bytes) -> str:
    """Publish bytes under a name with Bangla letters; return the id of the document."""
    file = folder / f"নোটিশ {secrets.token_hex(4)}.pdf"
    file.write_bytes(data)
    site.admin("documents", "publish", "AllNotice", str(file))
    with urlopen(f"{site.url}/api/verify?sha256={hashlib.sha256(data).hexdigest()}") as answer:  # noqa: S310
        return str(json.loads(answer.read())["documents"][0]["id"])


def choose(page: Page, words: Site, *files: FilePayload | Path) -> None:
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

    choose(page, words, payload(data[:-1] + bytes([data[-1] ^ 1])))
    expect(answer(page)).to_contain_text(verify.unknown, timeout=PATIENCE)
    expect(answer(page)).not_to_contain_text(verify.current)
    site.admin("documents", "withdraw", number)
    choose(page, words, payload(data))
    expect(answer(page)).to_contain_text(verify.withdrawn, timeout=PATIENCE)


def test_nothing_of_the_file_leaves(visitor: Visitor) -> None:
    """The whole trace of the network: one question with the SHA-256, and no body anywhere."""
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
    expect(page.get_by_role("progressbar", name=ENGLISH.interface.verify.progress)).to_be_visible()
    choose(page, ENGLISH, payload(data))
    expect(answer(page)).to_contain_text(ENGLISH.interface.verify.current, timeout=PATIENCE)
    expect(answer(page)).not_to_contain_text("large.zip")
    assert [urlsplit(request.url).path for request in seen].count("/api/verify") == 1


def test_files_are_dropped_anywhere_in_the_box(page: Page) -> None:
    settled(page, PATH)
    words = ENGLISH.interface.verify
    for names, said in (("a.pdf", words.unknown), ("a.pdf b.pdf", words.one_file), ("", words.no_file)):
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


def test_what_cannot_be_read_or_asked_is_said(visitor: Visitor) -> None:
    """Browsers give a dropped folder as a file that cannot be read; a server may not answer."""
    page, data, verify = visitor().new_page(), fresh(), ENGLISH.interface.verify
    settled(page, PATH)
    page.route("**/api/verify?*", lambda route: route.abort())
    choose(page, ENGLISH, payload(data))
    expect(answer(page)).to_have_text(verify.lost.format(hash=hashlib.sha256(data).hexdigest()))
    page.evaluate("() => { Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('gone')) }")
    choose(page, ENGLISH, payload(b"", name="folder"))
    expect(answer(page)).to_have_text(verify.unreadable.format(name="folder"))
