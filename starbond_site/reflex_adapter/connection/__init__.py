"""Connections between pages and the server: their number, and that of a state; `reconnect.jsx` opens one anew.

`build/socket_events.py` tells a page of its own. What they rely on is in ``docs/reflex.md``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import reflex as rx

PEER_HEADER = "asgi-scope-client"
"""Added by Reflex to the headers of a websocket: the address that the connection comes from."""


@dataclass(frozen=True)
class Connection:
    """The websocket of a state."""

    peer: str
    """Address that the connection comes from, which may be a proxy's."""
    address: str
    """Address of the visitor, behind as many proxies as ``trusted_proxy_hops`` allows."""
    headers: Mapping[str, str]
    """Of the request that opened the websocket; names in lower case."""


def connection_of(state: rx.State) -> Connection:
    headers: Mapping[str, Any] = state.router.headers.raw_headers
    return Connection(headers.get(PEER_HEADER, ""), state.router.session.client_ip, headers)


def connected(app: rx.App) -> int:
    """Return the number of browsers that are connected to this worker."""
    return len(app.event_namespace.sid_to_token) if app.event_namespace else 0
