"""Baseline of a broadcast: python-socketio without anything else, under the same server as the site.

``POST /emit`` emits its body, the data of an event, to every client. The response is the time at which emitting began,
in seconds since 1970.
"""

import json
import time
from typing import Any

import socketio

server: Any = socketio.AsyncServer(async_mode="asgi", cors_allowed_origins="*")
NAMESPACE = "/_event"


@server.on("connect", namespace=NAMESPACE)
async def _connect(_sid: str, _environment: dict[str, Any], _first_event: object) -> None:
    """Accept every client, which comes as to Reflex."""


class Emitter:
    """ASGI app for ``/emit``, the only path beside the websocket."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:  # noqa: ANN401
        """Emit the request's body."""
        body, more = b"", scope["type"] == "http"
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
        data = json.loads(body) if body else None
        began = time.time()
        if data is not None:
            await server.emit("event", data, namespace=NAMESPACE)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]})
        await send({"type": "http.response.body", "body": str(began).encode()})


app = socketio.ASGIApp(server, Emitter(), socketio_path="/_event")
