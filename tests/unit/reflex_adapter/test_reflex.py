"""The contract with Reflex: connections, assets, logs, Chakra, events and pushed updates."""

import asyncio
import logging
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import reflex as rx
from granian.log import LogLevels, access_logger, configure_logging, logger
from reflex.app import EventNamespace
from reflex.state import State, StateUpdate, serialize_state_update
from reflex.utils import exec as server
from reflex_base.constants import SocketEvent
from reflex_base.event import Event
from starlette.types import Receive, Scope, Send

from starbond_site.presentation.topics import TOPICS
from starbond_site.reflex_adapter import assets, chakra, connection, event_logs
from starbond_site.reflex_adapter.connection import push_to_all
from starbond_site.reflex_adapter.serving import GRANIAN_LOGS
from starbond_site.shared.logs import clean
from starbond_site.state.live import Live


def state_of(headers: dict[str, str]) -> Any:  # noqa: ANN401  as much of a state as `connection_of` needs
    session = SimpleNamespace(client_ip="10.0.0.7")
    return SimpleNamespace(router=SimpleNamespace(headers=SimpleNamespace(raw_headers=headers), session=session))


def test_connection_is_that_of_the_websocket() -> None:
    raw = {connection.PEER_HEADER: "127.0.0.1", "host": "localhost:3000"}
    found = ("127.0.0.1", "10.0.0.7", {**raw, "cookie": ""})
    assert connection.connection_of(state_of(raw)) == found


def test_cookies_of_a_websocket_never_reach_reflex_and_are_known_while_it_is_open() -> None:
    seen = list[tuple[dict[str, str], str]]()

    async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        seen.append((headers, connection.connection_of(state_of(headers))[2]["cookie"]))

    mine, forged = (b"Cookie", b"session=secret"), (connection.COOKIES_HEADER.encode(), b"somebody else's")
    scope: Scope = {"type": "websocket", "headers": [mine, forged, (b"cookie", b"theme=dark"), (b"host", b"here")]}
    asyncio.run(connection.Cookies(app)(scope, None, None))  # pyright: ignore[reportArgumentType]  not called
    ((headers, cookies),) = seen
    assert (cookies, headers.keys()) == ("session=secret; theme=dark", {"host", connection.COOKIES_HEADER})
    assert "secret" not in str(headers)
    assert connection.connection_of(state_of(headers))[2]["cookie"] == "", "after its end"


def test_lines_of_granian_reach_the_root(caplog: pytest.LogCaptureFixture):
    """Every worker calls this with what Reflex's function returns; `serve` replaces that function."""
    assert callable(server._granian_log_dictconfig)
    root = logging.getLogger().handlers[:]
    configure_logging(LogLevels.warning, GRANIAN_LOGS)
    assert logger.handlers == []
    assert access_logger.handlers == []
    logger.error("Unexpected exit from worker-1")
    assert "Unexpected exit from worker-1" in caplog.text
    assert logging.getLogger().handlers == root


def test_files_are_linked_as_reflex_does_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    theirs = rx.asset("test_reflex.py", shared=True).importable_path
    assert (tmp_path / theirs.replace("$/public", "assets")).resolve() == Path(__file__)
    module = __name__.replace(".", "/")
    assert assets.library("tabs.jsx") == theirs.replace(f"{module}/test_reflex.py", "starbond_site/tabs.jsx")
    assets.link()
    files = sorted(assets.PACKAGE.rglob("*.jsx"))
    linked = [
        tmp_path / assets.library(str(file.relative_to(assets.PACKAGE))).replace("$/public", "assets") for file in files
    ]
    assert [place.resolve() for place in linked] == files != []


ROOT = Path(__file__).resolve().parents[3]


def test_import_and_create_leave_the_folder_of_the_app_unchanged(tmp_path: Path) -> None:
    code = (
        "import shutil; copy = shutil.copy\n"
        "from starbond_site.reflex_adapter import chakra\n"
        "chakra.button('Send'); chakra.input_field(name='email')\n"
        "assert shutil.copy is copy"
    )
    command, environment = [sys.executable, "-c", code], os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert [path.name for path in tmp_path.rglob("chakra*")] == []
    assert not (tmp_path / "assets").exists()


@pytest.mark.parametrize(
    "component",
    [chakra.button("Send"), chakra.input_field(name="email"), chakra.progress()],
    ids=["button", "field", "bar"],
)
def test_nothing_is_wrapped_around_the_app(component: rx.Component) -> None:
    assert not [name for _, name in component._get_all_app_wrap_components() if "Chakra" in name]


COOKIE = "starbond=session-of-a-secretary"
ROUTER = {"headers": {"cookie": COOKIE, "user-agent": "x"}, "ip": "192.0.2.7", "token": "t"}
PAYLOAD = {"email": "someone@example.com", "message": "Confidential"}


@pytest.mark.parametrize("name", ["no.such.handler", "x" * 10_000, {"a": "Confidential" * 1000}, None])
def test_representation_of_an_event_has_nothing_of_its_visitor(name: Any):  # noqa: ANN401  what a browser sent
    """Reflex logs it for an event that nobody handles."""
    event_logs.hide_visitor_data()
    said = repr(Event(name=name, router_data=ROUTER, payload=PAYLOAD))
    assert len(said) < 200
    assert not [private for private in (COOKIE, "192.0.2.7", "Confidential", *PAYLOAD.values()) if private in said]


def test_malformed_events(caplog: pytest.LogCaptureFixture):
    """What Reflex writes of events that it cannot read has a form that `logs.clean` removes."""
    app: Any = SimpleNamespace()
    said: list[str] = []
    for payload in (7, [PAYLOAD], f"no JSON {PAYLOAD}", {"payload": PAYLOAD}, {"name": "x", "payload": PAYLOAD}):
        namespace = EventNamespace("/_event", app)
        for known in ({}, {"sid": "token"}):
            namespace._token_manager.sid_to_token.update(known)
            try:
                asyncio.run(namespace.on_event("sid", payload))
            except Exception as error:
                said.append(str(error))
    assert said
    assert not [private for private in PAYLOAD.values() if private in clean(caplog.text + "".join(said))]


def test_page_of_another_release_is_told_before_it_is_connected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Socket.IO confirms a connection when this has ended; `build/server.py` relies on event and order."""
    said: list[object] = []

    async def note(_self: EventNamespace, event: str, value: object = None, **_to: object) -> None:
        said.append((event, value))

    monkeypatch.setattr(EventNamespace, "emit", note)
    app: Any = SimpleNamespace(_state=State, _event_processor=None)
    for schema in (State._to_frontend_schema(), "earlier"):
        asyncio.run(EventNamespace("/_event", app).on_connect("sid", {}, {"state_schema": schema}))
    cooldown = {"reload_cooldown_ms": 10_000}
    assert said == [(str(SocketEvent.STATE_MISMATCH), {"backend": State._to_frontend_schema(), **cooldown})]


def test_exceptions_of_handlers_and_browsers(caplog: pytest.LogCaptureFixture):
    try:
        int("no")
    except ValueError as error:
        event_logs.log_backend_exception(error)
    event_logs.log_frontend_exception(Exception("TypeError: x is null"))
    backend, frontend = (record.msg for record in caplog.records if record.name.endswith("event_logs"))
    assert isinstance(backend, dict)
    assert isinstance(frontend, dict)
    assert (backend["event"], type(backend["exc_info"])) == ("event_failed", ValueError)
    assert (frontend["event"], frontend["report"]) == ("browser_failed", "TypeError: x is null")


class Namespace:
    """Stands in for Reflex's event namespace and keeps what is emitted."""

    def __init__(self) -> None:
        self.to_all: list[tuple[str, StateUpdate]] = []

    async def emit(self, event: str, update: StateUpdate) -> None:
        self.to_all.append((event, update))


@pytest.fixture
def app() -> Any:  # noqa: ANN401  stands in for an app
    return SimpleNamespace(event_namespace=Namespace())


@pytest.mark.parametrize("topic", TOPICS)
def test_delta_names_the_var_as_reflex_does(app: Any, topic: str) -> None:  # noqa: ANN401
    asyncio.run(push_to_all(app, Live, {topic: {"version": 1}}))
    ((event, update),) = app.event_namespace.to_all
    assert event == str(SocketEvent.EVENT)
    ((state, variables),) = serialize_state_update(update)["delta"].items()
    assert state == Live.get_full_name()
    ((name, value),) = variables.items()
    # The frontend keeps a state's vars under these very names.
    tree: Any = State
    assert name in tree(_reflex_internal_init=True).dict(initial=True)[Live.get_full_name()]
    assert str(getattr(Live, topic)).endswith(name)
    assert value == {"version": 1}


def test_an_update_before_the_start_goes_nowhere() -> None:
    app: Any = SimpleNamespace(event_namespace=None)
    asyncio.run(push_to_all(app, Live, {"AllNotice": {}}))
