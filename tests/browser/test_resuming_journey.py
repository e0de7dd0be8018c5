"""Uploads that continue: a broken line, a page that is reloaded, a server that is restarted; several files in order."""

import os
import re
import secrets
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Locator, Page, Request, expect

from starbond_site.content import Site
from starbond_site.web.resumable import PATH
from tests.browser.conftest import Visitor
from tests.browser.filing import (
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
from tests.browser.languages import ENGLISH
from tests.line import Line, line_to
from tests.serving import Server, free_port, serving
from tests.unit.documents import samples

WORDS = ENGLISH.interface.upload
CATEGORY = "AnnualReport"
SLOW = 1_000_000
"""Bytes a second."""


@pytest.fixture(scope="module")
def far_site(site: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Line]]:
    """Serve a site whose public address is a line that can be slow and can be cut."""
    del site
    port = free_port()
    with line_to(port) as line:
        settings = {"STARBOND_URL": f"http://localhost:{line.port}", "STARBOND_UPLOADS": "local"}
        with serving(tmp_path_factory.mktemp("far"), port, **settings) as server:
            yield server, line


@pytest.fixture
def line(far_site: tuple[Server, Line]) -> Iterator[Line]:
    """Give its line, as fast as it can be."""
    yield far_site[1]
    far_site[1].rate, far_site[1].is_dead = 0, False


@pytest.fixture
def far(visitor: Visitor, line: Line) -> Page:
    """Return a page at the end of that line, which may be left while it sends."""
    page = visitor(base_url=f"http://localhost:{line.port}").new_page()
    page.on("dialog", lambda dialog: dialog.accept())
    return page


def report(folder: Path, size: int = 8_000_000) -> Path:
    """Write a file that takes some seconds."""
    file = folder / "Report.zip"
    file.write_bytes(samples.zipped({"number": secrets.token_hex(16), "noise": os.urandom(size)}))
    return file


def begin(page: Page, words: Site, file: Path) -> Locator:
    """Choose a file in the form of a list, and send it."""
    form = form_of(page, words, CATEGORY)
    form.locator("input[type=file]").set_input_files(file)
    submit(form, words.interface.upload.submit)
    return form


def in_digits(number: str, words: Site) -> int:
    """Return a number that a page shows in the digits of its language."""
    return int("".join(str(words.interface.dates.digits.index(digit)) for digit in number))


def percent_of(form: Locator, sentence: str, words: Site) -> int:
    """Wait for a sentence with a percentage, and return it."""
    before, _, after = sentence.partition("{percent}")
    pattern = re.compile(re.escape(before) + "([0-9০-৯]+)" + re.escape(after))
    shown = form.locator(".upload-form__transfer").get_by_text(pattern)
    expect(shown).to_be_visible(timeout=PATIENCE)
    found = pattern.search(shown.text_content() or "")
    assert found
    return in_digits(found[1], words)


def wait_for_percent(form: Locator, words: Site, least: int) -> None:
    """Wait until so much has arrived."""
    bar = form.get_by_role("progressbar", name=words.interface.upload.progress_label)
    expect(bar).to_have_attribute("aria-valuenow", re.compile(rf"^({'|'.join(map(str, range(least, 101)))})$"))


def test_continues_after_a_lost_line_and_after_a_reload(far: Page, line: Line, words: Site, tmp_path: Path) -> None:
    """The form says what happens; the page that is reloaded gets the same file again, and goes on where it was."""
    problems: list[str] = []
    far.on("pageerror", lambda error: problems.append(str(error)))
    upload, file = words.interface.upload, report(tmp_path)
    before = len(documents(far, CATEGORY))
    open_forms(far, words)
    line.rate, began = SLOW, line.sent
    form = begin(far, words, file)
    wait_for_percent(form, words, 20)
    speed, _, rest = upload.rate.partition("{speed}")[2].partition("{time}")
    expect(form.get_by_text(re.compile(re.escape(speed) + ".+" + re.escape(rest)))).to_be_visible()

    line.is_dead = True
    line.cut()
    lost = percent_of(form, upload.line_lost, words)
    assert lost >= 20
    line.is_dead = False
    assert percent_of(form, upload.continues, words) >= lost - 30
    expect(form.get_by_role("alert")).to_have_count(0)
    wait_for_percent(form, words, 50)

    far.reload()
    open_forms(far, words)
    form = begin(far, words, file)
    assert percent_of(form, upload.continues, words) >= 20
    line.rate = 0
    expect(form.get_by_role("status")).to_contain_text(published_name(file.name), timeout=PATIENCE)
    newest = documents(far, CATEGORY)
    assert len(newest) == before + 1
    assert far.request.get(newest[0]["DownloadUrl"]).body() == file.read_bytes()
    assert line.sent - began < 2 * file.stat().st_size
    assert problems == []


def test_another_file_of_the_same_name_begins_anew(far: Page, line: Line, tmp_path: Path) -> None:
    """Only the same bytes continue."""
    open_forms(far, ENGLISH)
    line.rate, file = SLOW, report(tmp_path)
    form = begin(far, ENGLISH, file)
    wait_for_percent(form, ENGLISH, 30)
    far.reload()
    line.rate = 0
    open_forms(far, ENGLISH)
    other = report(tmp_path, 3_000_000)
    form = begin(far, ENGLISH, other)
    expect(form.get_by_role("status")).to_contain_text(published_name(other.name), timeout=PATIENCE)
    assert far.request.get(documents(far, CATEGORY)[0]["DownloadUrl"]).body() == other.read_bytes()


def test_continues_with_a_restarted_server(far: Page, far_site: tuple[Server, Line], tmp_path: Path) -> None:
    server, line = far_site
    open_forms(far, ENGLISH)
    before = len(documents(far, CATEGORY))
    line.rate, file = SLOW, report(tmp_path)
    form = begin(far, ENGLISH, file)
    wait_for_percent(form, ENGLISH, 50)
    server.stop(signal.SIGKILL)
    percent_of(form, WORDS.line_lost, ENGLISH)
    server.start()
    assert percent_of(form, WORDS.continues, ENGLISH) >= 20
    line.rate = 0
    expect(form.get_by_role("status")).to_contain_text(published_name(file.name), timeout=60_000)
    published = documents(far, CATEGORY)
    assert len(published) == before + 1
    assert far.request.get(published[0]["DownloadUrl"]).body() == file.read_bytes()
    assert "left over: 0" in server.admin("check")


def test_three_files_of_which_one_is_refused(page: Page, words: Site) -> None:
    """Each has its result; the refused one stays with its sentence, and is sent again or taken out."""
    upload = words.interface.upload
    first, last = paper("First.pdf"), paper("Last.pdf")
    wrong = FilePayload(name="Wrong.pdf", mimeType="application/pdf", buffer=b"not a PDF at all")
    open_forms(page, words)
    form = form_of(page, words, "AllNotice")
    before = [document["FileName"] for document in documents(page, "AllNotice")]
    choose(form, first, wrong, last)
    queue = form.get_by_role("list", name=upload.queue)
    expect(queue.get_by_role("listitem")).to_have_count(3)
    submit(form, upload.submit)

    sentence = words.errors.say("type_mismatch")
    expect(form.get_by_role("alert")).to_have_text(f"Wrong.pdf: {sentence}", timeout=PATIENCE)
    for name in ("First.pdf", "Last.pdf"):
        expect(form.get_by_role("status")).to_contain_text(published_name(name), timeout=PATIENCE)
        expect(queue.get_by_role("listitem").filter(has_text=name)).to_contain_text(upload.state_done)
    added = [published_name("Last.pdf"), published_name("First.pdf")]
    assert [document["FileName"] for document in documents(page, "AllNotice")] == [*added, *before]
    for width in (390, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width

    submit(form, upload.submit)
    expect(form.get_by_role("alert")).to_have_text(f"Wrong.pdf: {sentence}", timeout=PATIENCE)
    expect(queue.get_by_role("listitem").filter(has_text="Wrong.pdf")).to_contain_text(upload.state_wrong)
    queue.get_by_role("button", name=f"{upload.remove} Wrong.pdf", exact=True).click()
    expect(form.get_by_role("alert")).to_have_count(0)
    assert len(documents(page, "AllNotice")) == len(before) + 2


def test_another_file_is_chosen_while_one_is_sent(far: Page, line: Line, tmp_path: Path) -> None:
    """It waits for the button, then for its turn."""
    open_forms(far, ENGLISH)
    line.rate, file, second = SLOW, report(tmp_path, 4_000_000), paper("Second.pdf")
    form = begin(far, ENGLISH, file)
    wait_for_percent(form, ENGLISH, 1)
    button = form.get_by_role("button", name=WORDS.submit, exact=True)
    expect(button).to_be_disabled()
    choose(form, second)
    waiting = form.get_by_role("listitem").filter(has_text="Second.pdf")
    expect(waiting).to_contain_text(WORDS.state_chosen)
    button.click()
    expect(waiting).to_contain_text(WORDS.state_queued)
    line.rate = 0
    status = form.get_by_role("status")
    for name in (file.name, "Second.pdf"):
        expect(status).to_contain_text(published_name(name), timeout=PATIENCE)
    assert documents(far, CATEGORY)[0]["FileName"] == published_name("Second.pdf")


def test_cancelled_upload_is_gone(far: Page, far_site: tuple[Server, Line], tmp_path: Path) -> None:
    """The files behind it wait for the button; the same file begins anew."""
    server, line = far_site
    open_forms(far, ENGLISH)
    line.rate, file = SLOW, report(tmp_path)
    form = form_of(far, ENGLISH, CATEGORY)
    other = tmp_path / "Other.pdf"
    other.write_bytes(samples.pdf(secrets.token_hex(16)))
    form.locator("input[type=file]").set_input_files([file, other])
    submit(form, WORDS.submit)
    wait_for_percent(form, ENGLISH, 20)
    with far.expect_response(lambda response: response.request.method == "DELETE") as ended:
        form.get_by_role("button", name=WORDS.cancel, exact=True).click()
    assert ended.value.status == 204
    expect(form.get_by_role("status")).to_contain_text(WORDS.cancelled)
    expect(form.get_by_role("listitem").filter(has_text="Other.pdf")).to_contain_text(WORDS.state_chosen)
    begun: list[Request] = []
    far.on(
        "request",
        lambda request: begun.append(request) if request.method == "POST" and request.url.endswith(PATH) else None,
    )
    line.rate = 0
    submit(form, WORDS.submit)
    expect(form.get_by_role("status")).to_contain_text(published_name("Other.pdf"), timeout=PATIENCE)
    expect(form.get_by_role("status")).to_contain_text(published_name(file.name))
    assert len(begun) == 2
    assert "left over: 0" in server.admin("check")


def test_file_that_is_gone_when_it_is_sent(page: Page, tmp_path: Path) -> None:
    open_forms(page, ENGLISH)
    file = report(tmp_path, 1000)
    form = form_of(page, ENGLISH, CATEGORY)
    form.locator("input[type=file]").set_input_files(file)
    file.unlink()
    submit(form, WORDS.submit)
    expect(form.get_by_role("alert")).to_have_text(WORDS.file_gone)
    # Lists take several files, single records one.
    for path, is_several in ((UPLOADS, True), ("/prospectus", False)):
        open_forms(page, ENGLISH, path)
        inputs = page.locator("form.upload-form input[type=file]")
        assert {one.evaluate("input => input.multiple") for one in inputs.all()} == {is_several}
