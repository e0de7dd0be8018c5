"""The page of an evidence pack that verifies it: opened as a file, without a network, in each browser."""

import hashlib
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser

from starbond_site.documents import checkpoints, entries, signing, witnesses
from starbond_site.documents.archive import Actor, Archive
from starbond_site.features.evidence import pack, pack_files
from starbond_site.operations.witness import Witness
from starbond_site.shared.note_keys import NoteKey
from tests.answering import Request, listening
from tests.browser.conftest import AS_IS
from tests.browser.languages import SITES
from tests.browser.reader import InPlaywright, InWebKit, Reader
from tests.browser.webkit import WebKit
from tests.unit.documents import samples
from tests.unit.documents.authority import Authority
from tests.unit.documents.publishing import archive_in, publish

pytestmark = [pytest.mark.features("evidence"), pytest.mark.full_build]
VERDICTS = "() => [...document.querySelectorAll('[role=status] > p[data-state]')].map((one) => one.innerText)"
DECIDED = "() => document.querySelectorAll('[role=status] > p[data-state]').length > 1"
FORGED = """async (names) => {
  const [folder, input] = document.querySelectorAll("input");
  const files = [...input.files];
  const verdicts = {};
  for (const name of names) {
    const given = new DataTransfer();
    for (const file of files) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (name.endsWith(file.name)) bytes[bytes.length >> 1] ^= 1;
      given.items.add(new File([bytes], file.name));
    }
    // No folder at all forgets what was chosen before.
    folder.dispatchEvent(new Event("change"));
    input.files = given.files;
    input.dispatchEvent(new Event("change"));
    const verdict = () => document.querySelector("[role=status] > p[data-state]");
    while (!verdict()) await new Promise((done) => setTimeout(done, 5));
    verdicts[name] = verdict().dataset.state === "wrong" ? verdict().innerText : "not seen";
  }
  return verdicts;
}"""
"""Chooses the same files again, with one byte changed in each of these in turn; returns the verdicts by their names."""
WITNESS = "auditor.example.com/w1"
RECEIPT, STATEMENT, TIMESTAMP = (f"receipts/3/{name}" for name in ("receipt.jws", "statement.json", "timestamp.tsr"))
UNREADABLE_LIST = """() => {
  const read = Blob.prototype.arrayBuffer;
  Blob.prototype.arrayBuffer = function () { return this.name === "SHA256SUMS" ? Promise.reject() : read.call(this); };
}"""
WITHOUT_WEB_CRYPTO = "() => Object.defineProperty(crypto, 'subtle', { value: undefined, configurable: true })"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unpacked(tmp_path_factory.mktemp("evidence"))


@contextmanager
def confirmed_in(place: Path) -> Iterator[Archive]:
    """Give an archive whose public log a witness and a time stamp authority confirm."""
    authority = Authority(place / "authority")
    with archive_in(place / "data") as archive:
        log = NoteKey(checkpoints.origin(archive), signing.current(archive).public_bytes)
    witness = Witness(place / "witness.json", WITNESS, [str(log)])

    def respond(request: Request) -> None:
        request.answer(200, {}, witness.add_checkpoint(request.read()).body.encode())

    with (
        authority.serving() as stamping,
        listening(respond) as port,
        archive_in(
            place / "data",
            witnesses=f"{witness.key} http://127.0.0.1:{port}",
            timestamps=stamping,
            timestamp_roots=authority.roots,
        ) as archive,
    ):
        yield archive


def unpacked(place: Path, category: str = "AllNotice") -> Path:
    """Unpack the evidence of the third document; among notices it replaced nothing, so that each name occurs once."""
    with confirmed_in(place) as archive:
        for name in ("one", "two"):
            publish(archive, category, f"{name}.pdf", samples.pdf(name))
        number = publish(archive, category, "Notice.pdf", samples.GOOD["report.pdf"]).id
        checkpoints.sign_due(archive)
        with ThreadPoolExecutor(1) as pool:  # Playwright has the loop of this thread.
            pool.submit(witnesses.ask, archive).result()
        with (place / "one.zip").open("x+b") as file:
            assert pack.write(archive, number, Actor("192.0.2.7", "people", "Rina Begum"), file)
    with ZipFile(place / "one.zip") as packed:
        packed.extractall(place)
    return place / pack_files.folder(number)


@pytest.fixture(params=["chromium", "firefox", "webkit"])
def stranger(request: pytest.FixtureRequest) -> Iterator[Reader]:
    """Return a reader without a network."""
    if request.param == "webkit":
        webkit: WebKit = request.getfixturevalue("webkit")
        yield InWebKit(webkit, "")
        webkit.goto("about:blank")
        return
    running: Browser = request.getfixturevalue("browser" if request.param == "chromium" else request.param)
    context = running.new_context(**AS_IS) if request.param == "firefox" else running.new_context(offline=True)
    yield InPlaywright(context.new_page())
    context.close()


def choose(reader: Reader, folder: Path) -> None:
    files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
    reader.open(f"file://{quote(str(folder / pack_files.VERIFY))}")
    if isinstance(reader, InPlaywright):
        reader.page.locator("input").nth(1).set_input_files(files)
    else:
        assert isinstance(reader, InWebKit)
        field = reader.webkit.evaluate("() => document.querySelectorAll('input')[1]")
        reader.webkit.type(field, "\n".join(map(str, files)))
    reader.wait_until(DECIDED)


def test_a_whole_pack_is_right_and_a_changed_byte_is_found_in_each_file(stranger: Reader, folder: Path) -> None:
    choose(stranger, folder)
    assert stranger.evaluate(VERDICTS) == [site.interface.evidence.verdict_right for site in SITES]
    names = [str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()]
    assert len(names) > 10
    verdicts = stranger.evaluate(FORGED, names)
    assert {name for name, verdict in verdicts.items() if name not in verdict} == set()
    # Firefox 140 tells of Playwright's own questions to the page, which the page's policy forbids.
    assert [problem for problem in stranger.problems() if "unsafe-eval" not in problem] == []


def test_the_entry_and_the_confirmations_of_the_public_log_are_checked(browser: Browser, folder: Path) -> None:
    words, context = SITES[0].interface.evidence, browser.new_context(offline=True)
    reader = InPlaywright(context.new_page())
    choose(reader, folder)
    lines = "\n".join(reader.page.locator("li").all_inner_texts())
    said = {words.check_log: RECEIPT, words.check_witness: f"{WITNESS}, 20", words.check_timestamp: TIMESTAMP}
    assert [f"{words.right} {check.format(files=about)}" in lines for check, about in said.items()] == [True] * 3
    context.close()


@pytest.mark.parametrize(
    ("part", "change", "wrong"),
    [
        ("entry", lambda entry: entry.replace("published", "restored"), RECEIPT),
        ("proof", lambda proof: f"{proof[:-12]}AAAA{proof[-8:]}", WITNESS),
        ("timestamp", lambda _: "AAAA", TIMESTAMP),
    ],
    ids=["entry", "witness", "time stamp"],
)
def test_what_the_log_a_witness_or_an_authority_did_not_say_is_found(
    browser: Browser,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    part: str,
    change: Callable[[str], str],
    wrong: str,
) -> None:
    """A key that signs it into a receipt finds no proof for it."""
    proof_of = entries.proof_of

    def altered(*given: Any) -> dict[str, str] | None:  # noqa: ANN401
        proof = proof_of(*given)
        return proof and proof | {part: change(proof.get(part, ""))}

    monkeypatch.setattr(entries, "proof_of", altered)
    context = browser.new_context(offline=True)
    reader = InPlaywright(context.new_page())
    choose(reader, unpacked(tmp_path))
    verdict = reader.evaluate(VERDICTS)[0]
    assert verdict.startswith(SITES[0].interface.evidence.verdict_wrong.partition("{files}")[0] + wrong), verdict
    context.close()


def forge(pack: Path) -> None:
    """Change a file and its line of the list; the list names the real key as one in another folder."""
    (pack / pack_files.README).write_bytes(b"forged")
    lines = [line.split("  ") for line in (pack / pack_files.SUMS).read_text().splitlines()]
    forged = {pack_files.README: hashlib.sha256(b"forged").hexdigest()}
    sums = {f"x/{name}" if name == pack_files.KEY else name: forged.get(name, value) for value, name in lines}
    (pack / pack_files.SUMS).write_bytes(pack_files.sums(sums))


def leave_out_the_receipt(pack: Path) -> None:
    (pack / RECEIPT).unlink()
    list_ = pack / pack_files.SUMS
    list_.write_text("".join(line for line in list_.read_text().splitlines(keepends=True) if RECEIPT not in line))


def alter_the_statement(pack: Path) -> None:
    (pack / STATEMENT).write_bytes(b"?" + (pack / STATEMENT).read_bytes()[1:])


def add_what_systems_leave(pack: Path) -> None:
    for name in (".DS_Store", "._key.pem", "Thumbs.db", "keys/desktop.ini"):
        (pack / name).write_bytes(b"\0")


def put_into_a_folder(pack: Path) -> None:
    pack.rename(pack.with_name("inner"))
    pack.mkdir()
    pack.with_name("inner").rename(pack / pack.name)


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (forge, pack_files.SIGNATURE),
        (leave_out_the_receipt, RECEIPT),
        (alter_the_statement, STATEMENT),
        (lambda _: None, pack_files.SUMS),
        (add_what_systems_leave, None),
        (put_into_a_folder, None),
    ],
    ids=["forged list", "no receipt", "statement", "unreadable list", "files of systems", "folder in a folder"],
)
def test_a_chosen_folder_gets_the_verdict_of_its_files(
    browser: Browser, folder: Path, tmp_path: Path, change: Callable[[Path], None], wrong: str | None
) -> None:
    pack = shutil.copytree(folder, tmp_path / folder.name)
    change(pack)
    context = browser.new_context(offline=True)
    page = context.new_page()
    if wrong == pack_files.SUMS:
        page.add_init_script(f"({UNREADABLE_LIST})()")
    page.goto(f"file://{quote(str(folder / pack_files.VERIFY))}")
    page.locator("input").first.set_input_files(pack)
    page.wait_for_function(DECIDED)
    verdict = page.locator("[role=status] > p").first
    assert verdict.get_attribute("data-state") == ("wrong" if wrong else "right"), verdict.inner_text()
    assert (wrong or "") in verdict.inner_text()
    context.close()


@pytest.mark.parametrize("is_list_last", [False, True])
def test_files_are_chosen_folder_after_folder_until_all_are_there(
    browser: Browser, tmp_path: Path, *, is_list_last: bool
) -> None:
    """The pack has two receipts, whose files have the same names."""
    pack = unpacked(tmp_path, "Prospectus")
    folders = sorted({file.parent for file in pack.rglob("*") if file.is_file()}, reverse=is_list_last)
    assert len([each for each in folders if each.parent.name == pack_files.RECEIPTS]) == 2
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.goto(f"file://{quote(str(pack / pack_files.VERIFY))}")
    states = []
    for each in folders:
        page.locator("input").nth(1).set_input_files([file for file in each.iterdir() if file.is_file()])
        page.wait_for_function(DECIDED)
        states.append(page.locator("[role=status] > p").first.get_attribute("data-state"))
    assert states == ["missing"] * (len(folders) - 1) + ["right"]
    context.close()


def test_a_folder_is_enough_and_a_browser_without_web_crypto_too(
    browser: Browser, folder: Path, tmp_path: Path
) -> None:
    words = SITES[-1].interface.evidence
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.add_init_script(f"({WITHOUT_WEB_CRYPTO})()")
    verdict = page.locator(f"section[lang={SITES[-1].language}] [role=status] > p").first

    def shows(folder: Path, text: str) -> None:
        page.goto(f"file://{quote(str(folder / pack_files.VERIFY))}")
        page.get_by_label(words.choose_folder, exact=True).set_input_files(folder)
        page.wait_for_function(DECIDED)
        assert verdict.inner_text() == text

    shows(folder, words.verdict_right)
    other = shutil.copytree(folder, tmp_path / "other")
    (other / pack_files.JWKS).unlink()
    shows(other, words.verdict_missing.format(files=pack_files.JWKS))
    (other / "Second.pdf").write_bytes(b"%PDF")
    shows(other, words.verdict_wrong.format(files="Second.pdf"))
    signature = other / pack_files.SIGNATURE
    signature.write_bytes(bytes(64))
    (other / "Second.pdf").unlink()
    shows(other, words.verdict_wrong.format(files=f"{pack_files.SUMS}, {pack_files.SIGNATURE}"))
    context.close()
