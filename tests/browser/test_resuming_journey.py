"""Uploads through faults: a broken line, a reload, a restarted server; who sent a file is told what became of it."""

import os
import re
import secrets
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Locator, Page, Request, Route, WebSocket, WebSocketRoute, expect

from starbond_site.content import Site
from starbond_site.content.addresses import localized
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
    send_file,
    submit,
    wait_until_listed,
)
from tests.browser.languages import ENGLISH
from tests.line import Line
from tests.serving import Server
from tests.unit.documents import samples

WORDS, FORM = ENGLISH.interface.upload, ENGLISH.interface.upload_form
CATEGORY = "AnnualReport"
SLOW = 1_000_000
"""Bytes a second."""
SLOWER = SLOW / 50
"""Does not reach the end of the file while a server starts and a page is loaded."""


@pytest.fixture
def far(visitor: Visitor, line: Line) -> Page:
    """Return a page at the end of that line, which may be left while it sends."""
    page = visitor(base_url=f"http://localhost:{line.port}").new_page()
    page.on("dialog", lambda dialog: dialog.accept())
    return page


def report(folder: Path, size: int = 8_000_000) -> Path:
    file = folder / "Report.zip"
    file.write_bytes(samples.zipped({"number": secrets.token_hex(16), "noise": os.urandom(size)}))
    return file


def percent_of(form: Locator, sentence: str, words: Site) -> int:
    before, _, after = sentence.partition("{percent}")
    pattern = re.compile(re.escape(before) + "([0-9০-৯]+)" + re.escape(after))
    shown = form.locator(".upload-form__transfer").get_by_text(pattern)
    expect(shown).to_be_visible(timeout=PATIENCE)
    found = pattern.search(shown.text_content() or "")
    assert found
    return int("".join(str(words.interface.dates.digits.index(digit)) for digit in found[1]))


def wait_for_percent(form: Locator, words: Site, least: int) -> None:
    bar = form.get_by_role("progressbar", name=words.interface.upload_form.progress_label)
    expect(bar).to_have_attribute("aria-valuenow", re.compile(rf"^({'|'.join(map(str, range(least, 101)))})$"))


def test_continues_after_a_lost_line_a_reload_and_a_restart_of_the_server(
    far: Page, far_site: tuple[Server, Line], words: Site, tmp_path: Path
) -> None:
    problems: list[str] = []
    far.on("pageerror", lambda error: problems.append(str(error)))
    (server, line), upload, file = far_site, words.interface.upload_form, report(tmp_path)
    before = len(documents(far, CATEGORY))
    line.rate, began = SLOW, line.sent
    form = send_file(far, words, CATEGORY, file)
    wait_for_percent(form, words, 20)
    speed, _, rest = upload.rate.partition("{speed}")[2].partition("{time}")
    expect(form.get_by_text(re.compile(re.escape(speed) + ".+" + re.escape(rest)))).to_be_visible()
    line.cut()
    assert percent_of(form, upload.line_lost, words) >= 20
    line.mend()
    assert percent_of(form, upload.continues, words) >= 10
    expect(form.get_by_role("alert")).to_have_count(0)
    wait_for_percent(form, words, 40)
    line.rate = SLOWER
    server.stop(signal.SIGKILL)
    percent_of(form, upload.line_lost, words)
    server.start()
    assert percent_of(form, upload.continues, words) >= 20
    far.reload()
    form = send_file(far, words, CATEGORY, file)
    assert percent_of(form, upload.continues, words) >= 20
    line.rate = 0
    expect(form.get_by_role("status")).to_contain_text(published_name(file.name), timeout=2 * PATIENCE)
    newest = documents(far, CATEGORY)
    assert len(newest) == before + 1
    assert far.request.get(newest[0]["DownloadUrl"]).body() == file.read_bytes()
    assert line.sent - began < 2 * file.stat().st_size
    assert "left over: 0" in server.admin("check")
    assert problems == []


SHORTER = """const { prototype } = XMLHttpRequest;
const { set } = Object.getOwnPropertyDescriptor(prototype, "timeout");
Object.defineProperty(prototype, "timeout", { set(ms) { set.call(this, ms / 20); } });"""
"""Lets ten seconds of silence be half a second."""


def test_says_at_once_that_the_site_is_away(visitor: Visitor, words: Site) -> None:
    """Its server is gone, nginx answers in its place, or nobody does: the file waits, and is published in the end."""
    page = visitor().new_page()
    page.add_init_script(SHORTER)
    proxied = {"status": 502, "content_type": "text/html", "body": "<h1>502 Bad Gateway</h1>"}
    answer: list[Callable[[Route], object]] = [lambda route: route.abort("connectionrefused")]
    page.route(f"**{PATH}**", lambda route: answer[0](route))  # noqa: PLW0108  another one each time
    form = send_file(page, words, CATEGORY, paper("Away.pdf"))
    for away in (lambda route: route.fulfill(**proxied), lambda _silent: None):
        percent_of(form, words.interface.upload_form.line_lost, words)
        answer.insert(0, away)
        page.evaluate("window.dispatchEvent(new Event('online'))")
        expect(form.locator(".upload-form__transfer").get_by_text(words.interface.upload_form.busy)).to_be_visible()
        answer.pop(0)
        page.evaluate("window.dispatchEvent(new Event('online'))")
    answer.insert(0, lambda route: route.continue_())
    expect(form.get_by_role("status")).to_contain_text(published_name("Away.pdf"), timeout=PATIENCE)


def test_file_that_the_busy_site_has_not_checked_goes_on_by_itself(visitor: Visitor, words: Site) -> None:
    page, given, sockets = visitor().new_page(), paper("Busy.pdf"), list[WebSocketRoute]()

    def connect(page_side: WebSocketRoute) -> None:
        sockets.append(page_side)
        if len(sockets) == 1:
            page_side.connect_to_server()
        else:
            page_side.close()

    def answer(route: Route) -> None:
        if route.request.method == "POST":
            route.fulfill(status=503, json={"error": "machine_busy", "detail": "Busy."})
        else:
            route.continue_()

    page.clock.install()
    page.route_web_socket("**/_event/**", connect)
    page.route(f"**{PATH}/*", answer)
    open_forms(page, words)
    form = form_of(page, words, CATEGORY)
    choose(form, given)
    # Without it the step goes by a request, whose answer a test can give.
    sockets[0].close()
    with page.expect_response(lambda answer: answer.status == 503):
        submit(form, words.interface.upload.submit)
    expect(form.locator(".upload-form__transfer").get_by_text(words.interface.upload_form.busy)).to_be_visible()
    page.unroute(f"**{PATH}/*")
    page.clock.run_for(20_000)
    expect(form.get_by_role("status")).to_contain_text(published_name("Busy.pdf"), timeout=PATIENCE)


def test_server_ends_between_the_commit_and_the_answer(far: Page, far_site: tuple[Server, Line]) -> None:
    """Who waits is told after 10 s; the next process, also that of an upgrade, says what it finds in the database."""
    page, server, lost, is_back = far, far_site[0], list[WebSocketRoute](), threading.Event()

    def connect(page_side: WebSocketRoute) -> None:
        if lost and not is_back.is_set():
            return page_side.close()
        site_side = page_side.connect_to_server()
        if is_back.is_set():
            return None

        def sent(message: str | bytes) -> None:
            if '"publish"' in str(message):
                lost.append(page_side)
            site_side.send(message)

        page_side.on_message(sent)
        site_side.on_message(lambda message: None if lost else page_side.send(message))
        return None

    page.clock.install()
    page.route_web_socket("**/_event/**", connect)
    page.route(f"**{PATH}/*", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    form = send_file(page, ENGLISH, CATEGORY, paper("Committed.pdf"))
    expect(form.get_by_text(FORM.checking).first).to_be_visible()
    wait_until_listed(server, CATEGORY, published_name("Committed.pdf"))
    page.clock.run_for(10_000)
    expect(form.get_by_text(FORM.busy).first).to_be_visible()
    lost[0].close()
    expect(form.get_by_role("alert")).to_contain_text(FORM.connection_lost, timeout=PATIENCE)
    published = documents(page, CATEGORY)
    server.stop(signal.SIGTERM)
    is_back.set()
    page.unroute(f"**{PATH}/*")
    server.start()
    status = form.get_by_role("status")
    expect(status).to_contain_text(published_name("Committed.pdf"), timeout=PATIENCE)
    link = form.get_by_role("link", name=FORM.open_document)
    assert link.get_attribute("href") == published[0]["DownloadUrl"]
    assert documents(page, CATEGORY) == published


WHEN_BEGUN = """async () => {
    for (;;) {
        const name = Object.keys(localStorage).find((each) => each.startsWith("starbond-upload-"));
        if (name) return name;
        await new Promise(requestAnimationFrame);
    }
}"""
"""Under which name the browser keeps an unfinished upload."""


def test_what_was_submitted_and_has_no_end_keeps_nobody_waiting(visitor: Visitor) -> None:
    """Its publication was killed, and its day is over on the server, which says that it still runs."""
    page, file, other, ended = visitor().new_page(), paper("Killed.pdf"), paper("Other.pdf"), f"{PATH}/{'A' * 32}"

    def answer(route: Route) -> None:
        is_question = route.request.method == "POST"
        route.fulfill(status=200 if is_question else 404, json={"outcome": "running"} if is_question else {})

    def come_back(until: str) -> Locator:
        known = f"{{ address: '{ended}', attempt: '1', until: {until} }}"
        page.evaluate(f"name => localStorage.setItem(name, JSON.stringify({known}))", name)
        open_forms(page, ENGLISH)
        return form_of(page, ENGLISH, CATEGORY)

    page.route(f"**{ended}", answer)
    open_forms(page, ENGLISH)
    choose(form_of(page, ENGLISH, CATEGORY), file)
    name = page.evaluate(WHEN_BEGUN)
    form = come_back("Date.now() + 60000")
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith(ended)):
        choose(form, file, other)
    form.get_by_role("button", name=f"{FORM.remove} Killed.pdf", exact=True).click()
    submit(form, WORDS.submit)
    expect(form.get_by_role("status")).to_contain_text(published_name("Other.pdf"), timeout=PATIENCE)
    form = come_back("Date.now() - 1")
    choose(form, file)
    submit(form, WORDS.submit)
    expect(form.get_by_role("status")).to_contain_text(published_name("Killed.pdf"), timeout=PATIENCE)


def test_cancelled_upload_is_gone_and_what_is_behind_it_waits(far: Page, far_site: tuple[Server, Line], tmp_path: Path):
    server, line = far_site
    line.rate, file, other = SLOW, report(tmp_path), paper("Other.pdf")
    form = send_file(far, ENGLISH, CATEGORY, file)
    wait_for_percent(form, ENGLISH, 20)
    button, waiting = form.get_by_role("button", name=WORDS.submit, exact=True), form.get_by_role("listitem")
    expect(button).to_be_disabled()
    choose(form, other)
    waiting = waiting.filter(has_text="Other.pdf")
    expect(waiting).to_contain_text(FORM.state_chosen)
    button.click()
    expect(waiting).to_contain_text(FORM.state_queued)
    with far.expect_response(lambda response: response.request.method == "DELETE") as ended:
        form.get_by_role("button", name=WORDS.cancel, exact=True).click()
    assert ended.value.status == 204
    expect(form.get_by_role("status")).to_contain_text(FORM.cancelled)
    expect(waiting).to_contain_text(FORM.state_chosen)
    begun: list[Request] = []
    far.on(
        "request",
        lambda request: begun.append(request) if request.method == "POST" and request.url.endswith(PATH) else None,
    )
    line.rate = 0
    submit(form, WORDS.submit)
    for name in ("Other.pdf", file.name):
        expect(form.get_by_role("status")).to_contain_text(published_name(name), timeout=PATIENCE)
    assert len(begun) == 2
    assert "left over: 0" in server.admin("check")


def test_three_files_of_which_one_is_refused(page: Page, words: Site) -> None:
    upload = words.interface.upload
    first, last = paper("First.pdf"), paper("Last.pdf")
    wrong = FilePayload(name="Wrong.pdf", mimeType="application/pdf", buffer=b"not a PDF at all")
    open_forms(page, words)
    form = form_of(page, words, "AllNotice")
    before = [document["FileName"] for document in documents(page, "AllNotice")]
    choose(form, first, wrong, last)
    queue = form.get_by_role("list", name=words.interface.upload_form.queue)
    expect(queue.get_by_role("listitem")).to_have_count(3)
    submit(form, upload.submit)
    sentence = words.errors.say("type_mismatch")
    expect(form.get_by_role("alert")).to_have_text(f"Wrong.pdf: {sentence}", timeout=PATIENCE)
    for name in ("First.pdf", "Last.pdf"):
        expect(form.get_by_role("status")).to_contain_text(published_name(name), timeout=PATIENCE)
        expect(queue.get_by_role("listitem").filter(has_text=name)).to_contain_text(
            words.interface.upload_form.state_done
        )
    added = [published_name("Last.pdf"), published_name("First.pdf")]
    assert [document["FileName"] for document in documents(page, "AllNotice")] == [*added, *before]
    expect(queue.get_by_role("listitem").filter(has_text="Wrong.pdf")).to_contain_text(
        words.interface.upload_form.state_wrong
    )
    queue.get_by_role("button", name=f"{words.interface.upload_form.remove} Wrong.pdf", exact=True).click()
    expect(form.get_by_role("alert")).to_have_count(0)
    assert len(documents(page, "AllNotice")) == len(before) + 2


def test_page_that_stays_open_is_not_forgotten(visitor: Visitor) -> None:
    """The server forgets pages that say nothing for ten minutes (`rxconfig.py`), and would refuse their file."""
    page = visitor().new_page()
    # A clock that is set forward would close the websocket as well.
    page.add_init_script(
        "const every = setInterval; window.setInterval = (run, ms) => every(run, ms === 240000 ? 500 : ms)"
    )
    sockets: list[WebSocket] = []
    page.on("websocket", lambda socket: sockets.append(socket))  # noqa: PLW0108  Playwright marks what it calls
    open_forms(page, ENGLISH)
    with sockets[-1].expect_event("framesent", lambda frame: "load_access" in str(frame)):
        pass
    expect(form_of(page, ENGLISH, CATEGORY).get_by_role("button", name=WORDS.submit)).to_be_enabled()


def test_websockets_that_are_blocked(visitor: Visitor, words: Site) -> None:
    page = visitor().new_page()
    blocked = [True]

    def connect(page_side: WebSocketRoute) -> None:
        if blocked:
            page_side.close()
        else:
            page_side.connect_to_server()

    page.route_web_socket("**/_event/**", connect)
    upload = words.interface.upload
    page.goto(localized(UPLOADS, words.language))
    expect(page.get_by_text(upload.access_unknown)).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text=upload.access_blocked)).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("button", name=upload.submit, exact=True).first).to_be_disabled()
    blocked.clear()
    expect(page.get_by_text(upload.local_note)).to_be_visible(timeout=PATIENCE)
    # Nor is it in the page unseen, until the server has forgotten who may publish.
    expect(page.get_by_text(upload.access_blocked)).to_have_count(0)
