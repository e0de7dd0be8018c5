"""Uploads through faults: whoever sent a file is told what became of it, whatever happened to the server meanwhile."""

import os
import secrets
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Page, Route, WebSocket, WebSocketRoute, expect
from redis import Redis

from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.documents.upload import Upload
from starbond_site.web.resumable import PATH as UPLOADS_PATH
from starbond_site.web.upload_results import ATTEMPT_PATH
from tests.browser.conftest import Tab, Visitor
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
from tests.faults import servers
from tests.serving import Server, serving
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, archive_in

WORDS = ENGLISH.interface.upload
CATEGORY = "AllNotice"


@pytest.fixture
def server(site: Server, tmp_path: Path) -> Iterator[Server]:
    """Serve a site that this test may end."""
    del site
    with serving(tmp_path) as given:
        yield given


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


def test_server_ends_between_the_commit_and_the_answer(tab: Tab, server: Server) -> None:
    """The next process, here also that of an upgrade, says from the database that it was published."""
    page = tab(base_url=server.url)

    def lose(route: Route) -> None:
        if route.request.method == "PATCH":
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route(f"**{UPLOADS_PATH}/*", lose)
    page.route(f"**{ATTEMPT_PATH}", lambda route: route.abort())
    open_forms(page, ENGLISH)
    form, given = form_of(page, ENGLISH, CATEGORY), paper("Committed.pdf")
    choose(form, given)
    submit(form, WORDS.submit)
    expect(form.get_by_role("alert")).to_contain_text(WORDS.connection_lost, timeout=PATIENCE)
    (published,) = documents(page, CATEGORY)
    server.stop(signal.SIGTERM)
    page.unroute(f"**{ATTEMPT_PATH}")
    server.start()

    status = form.get_by_role("status")
    expect(status).to_contain_text(published_name("Committed.pdf"), timeout=PATIENCE)
    link = form.get_by_role("link", name=WORDS.open_document)
    assert link.get_attribute("href") == published["DownloadUrl"]
    assert documents(page, CATEGORY) == [published]


def test_redis_that_loses_its_memory_during_a_transfer(tab: Tab, site: Server, tmp_path: Path) -> None:
    """Reflex no longer knows the page; the file is published, and the page is told."""
    del site
    port = servers.free_port()
    program = servers.need("redis-server", "redis-server")
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(tmp_path)]
    address = f"redis://127.0.0.1:{port}"
    settings = {"REFLEX_REDIS_URL": address, "GRANIAN_WORKERS": "1", "STARBOND_UPLOADS": "open"}
    with (
        servers.running(command, servers.listens(port), tmp_path / "redis.log"),
        serving(tmp_path, **settings) as server,
    ):
        page = tab(base_url=server.url)
        page.goto("/UploadFiles")
        expect(page.get_by_text(WORDS.open_note)).to_be_visible(timeout=PATIENCE)
        form = form_of(page, ENGLISH, CATEGORY)
        content = samples.zipped({"number": secrets.token_hex(16), "noise": os.urandom(3_000_000)})
        choose(form, FilePayload(name="long.zip", mimeType="application/zip", buffer=content))
        line = page.context.new_cdp_session(page)
        slow = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 200_000}
        line.send("Network.emulateNetworkConditions", slow)
        submit(form, WORDS.submit)
        bar = form.get_by_role("progressbar", name=WORDS.progress_label)
        expect(bar).to_be_visible()
        expect(bar).not_to_have_attribute("aria-valuenow", "0")
        with Redis.from_url(address) as redis:
            redis.flushall()

        expect(form.get_by_role("status")).to_contain_text(published_name("long.zip"), timeout=60_000)
        assert len(documents(page, CATEGORY)) == 1


def test_cancelled_after_the_last_byte(page: Page, site: Server) -> None:
    """Whoever cancels too late is told that the file was published after all."""
    # The piece has arrived, and is not answered yet.
    page.route(f"**{UPLOADS_PATH}/*", lambda route: route.continue_() if route.request.method != "PATCH" else None)
    open_forms(page, ENGLISH)
    form, given = form_of(page, ENGLISH, CATEGORY), paper("Too late.pdf")
    choose(form, given)
    with page.expect_request(f"**{UPLOADS_PATH}/*") as sent:
        submit(form, WORDS.submit)
    attempt = sent.value.headers["x-upload-attempt"]
    with archive_in(site.data) as archive, Upload(archive, CATEGORY, given["name"], WHO, attempt=attempt) as upload:
        upload.write(given["buffer"])
        upload.publish()
    form.get_by_role("button", name=WORDS.cancel, exact=True).click()

    expect(form.get_by_role("status")).to_contain_text(published_name("Too late.pdf"), timeout=PATIENCE)


def test_websockets_that_are_blocked(visitor: Visitor, words: Site) -> None:
    """The page says what is wrong in place of asking for ever, and goes on by itself when they pass again."""
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
