"""Connections between pages and the server: what opened one, their number, and values of state vars pushed over them.

`build/server.py` tells a page of its own, `reconnect.jsx` opens it anew. Reflex documents ``app.modify_state``,
which updates one client at a time: 335 ms until the last of 1,000 has a change. One delta, emitted to the event
namespace, takes 105 ms. What they rely on is in ``docs/reflex.md``.
"""

import secrets
from collections.abc import Callable, Mapping
from typing import Any

import reflex as rx
from reflex.state import StateUpdate
from reflex_base.constants import SocketEvent
from reflex_base.constants.state import FIELD_MARKER
from starlette.types import ASGIApp, Receive, Scope, Send

PEER_HEADER = "asgi-scope-client"
"""Added by Reflex to the headers of a websocket: the address that the connection comes from."""
COOKIES_HEADER = "starbond-cookies"
"""In place of the cookies of a websocket: the name under which `Cookies` keeps them."""


class Cookies:
    """ASGI middleware: keeps the cookies of open websockets in memory, where `connection_of` finds them.

    Reflex pickles the headers of a websocket with the state of its visitor, into files or Redis; a cookie there would
    let whoever reads those act as that person.
    """

    kept: dict[str, str] = {}  # noqa: RUF012  of all apps of the process; there is one

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        named = {b"cookie", COOKIES_HEADER.encode()}
        cookies = [value.decode("latin-1") for name, value in scope["headers"] if name.lower() == b"cookie"]
        others = [(name, value) for name, value in scope["headers"] if name.lower() not in named]
        key = secrets.token_hex()
        self.kept[key] = "; ".join(cookies)
        try:
            await self.app({**scope, "headers": [*others, (COOKIES_HEADER.encode(), key.encode())]}, receive, send)
        finally:
            del self.kept[key]


def app_inside(layer: Callable[[ASGIApp], ASGIApp]) -> type[rx.App]:
    """Return a class of apps that are served inside a layer; it sees what Reflex's own for CORS has added."""

    class App(rx.App):
        def __call__(self) -> Any:  # noqa: ANN401  as Reflex declares it
            return layer(Cookies(super().__call__()))

    return App


def connection_of(state: rx.State) -> tuple[str, str, Mapping[str, str]]:
    """Return the address that the websocket of a state comes from, that of the visitor, and the headers of its request.

    The first may be a proxy's; the second is behind as many proxies as ``trusted_proxy_hops`` allows. Names of headers
    are in lower case. The cookies of a websocket that has been closed are empty.
    """
    headers: Mapping[str, Any] = state.router.headers.raw_headers
    cookies = Cookies.kept.get(headers.get(COOKIES_HEADER, ""), "")
    return headers.get(PEER_HEADER, ""), state.router.session.client_ip, {**headers, "cookie": cookies}


def connected(app: rx.App) -> int:
    """Return the number of browsers that are connected to this worker."""
    return len(app.event_namespace.sid_to_token) if app.event_namespace else 0


async def push_to_all(app: rx.App, state: type[rx.State], values: Mapping[str, object]) -> None:
    """Set state vars in every browser that is connected to this worker, in one message."""
    if app.event_namespace:
        marked = {var + FIELD_MARKER: value for var, value in values.items()}
        await app.event_namespace.emit(str(SocketEvent.EVENT), StateUpdate(delta={state.get_full_name(): marked}))
