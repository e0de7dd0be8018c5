"""How Reflex transports uploads: its endpoint, the headers of a request, and the connection behind a state.

Pages send their files to `web.resumable`; programs may send a form to Reflex's endpoint. `reconnect.jsx` opens the
websocket anew. What they rely on is in ``docs/reflex.md``; ``tests/unit/reflex_adapter/test_uploads.py`` fails when an
upgrade changes it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

import reflex as rx
from reflex_base.event import EventHandler
from reflex_base.utils.format import format_event_handler
from reflex_components_core.core.upload import Upload

PATH = "/_upload"
HANDLER_HEADER = "reflex-event-handler"
"""Names the event handler that takes the file."""
TOKEN_HEADER = "reflex-client-token"  # noqa: S105  the name of a header
"""Names the page that sends the file, and so the state that the handler runs on."""
PEER_HEADER = "asgi-scope-client"
"""Added by Reflex to the headers of a websocket: the address that the connection comes from."""

# Linked into the frontend, where the components for uploads import it.
rx.asset("reconnect.jsx", shared=True)


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
    """Return the websocket of a state."""
    headers: Mapping[str, Any] = state.router.headers.raw_headers
    return Connection(headers.get(PEER_HEADER, ""), state.router.session.client_ip, headers)


def open_endpoint(handler: Callable[..., Any]) -> str:
    """Open Reflex's upload endpoint, and return the full name of an event handler as `HANDLER_HEADER` carries it.

    Reflex opens the endpoint only for its own upload component.

    Args:
        handler: event handler that takes an ``rx.UploadChunkIterator``.
    """
    Upload.is_used = True
    return format_event_handler(cast("EventHandler", handler))
