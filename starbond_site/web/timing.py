"""Measures requests: the time until the head of the answer, by kind of route and class of status."""

import time

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Receive, Scope, Send

from starbond_site.shared import metrics
from starbond_site.web.headers import with_headers

ROUTES = {
    "_event": "event",
    "api": "api",
    "files": "files",
    "_health": "health",
    "_ready": "health",
    "ping": "health",
}
"""Kind of route by the first segment of a path. Each kind is a time series of its own, and paths are untrusted."""
ASSET, PAGE = "asset", "page"
NO_ANSWER = 500


class Timing:
    """ASGI middleware; outermost, and only where metrics are served."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 0

        def note(_headers: MutableHeaders, known: int) -> None:
            nonlocal status
            status = known
            _observe(scope["path"], status, began)

        try:
            await self.app(scope, receive, with_headers(send, note))
        finally:
            if not status:
                _observe(scope["path"], NO_ANSWER, began)


def kind_of(path: str) -> str:
    first, _, rest = path[1:].partition("/")
    if kind := ROUTES.get(first):
        return kind
    return ASSET if "." in (rest.rpartition("/")[2] or first) else PAGE


def _observe(path: str, status: int, began: float) -> None:
    metrics.REQUESTS.labels(kind_of(path), f"{status // 100}xx").observe(time.perf_counter() - began)
