"""Measures requests: the time until the head of the answer, by kind of route and class of status."""

import time

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Receive, Scope, Send

from starbond_site.shared import metrics
from starbond_site.web.headers import changing_heads

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


def timed(app: ASGIApp) -> ASGIApp:
    """Return an app whose requests are measured: outermost, and only where metrics are served."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        began, known = time.perf_counter(), list[int]()

        def observe(_scope: Scope, _headers: MutableHeaders, status: int) -> None:
            known.append(status)
            seconds = time.perf_counter() - began
            metrics.REQUESTS.labels(kind_of(scope["path"]), f"{status // 100}xx").observe(seconds)

        try:
            await changing_heads(app, observe)(scope, receive, send)
        finally:
            if scope["type"] == "http" and not known:
                observe(scope, MutableHeaders(), NO_ANSWER)

    return answer


def kind_of(path: str) -> str:
    first, _, rest = path[1:].partition("/")
    if kind := ROUTES.get(first):
        return kind
    return ASSET if "." in (rest.rpartition("/")[2] or first) else PAGE
