"""`/_health` for people and monitoring, `/_ready` for a proxy.

Both answer 200 or 503: `/_health` with ``{"status": bool, "parts": {name: "ok" or a sentence}}``, `/_ready` with
``{"status": bool}``. They say nothing that a stranger may not know.
"""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from starbond_site.health import Report

HEALTH = "/_health"
READY = "/_ready"
_HEADERS = {"Cache-Control": "no-store"}


def routes(report: Callable[[], Awaitable[Report]], is_ready: Callable[[], bool]) -> list[Route]:
    async def health(_request: Request) -> Response:
        found = await report()
        status = 200 if found.is_well else 503
        return JSONResponse({"status": found.is_well, "parts": dict(found.parts)}, status, _HEADERS)

    async def ready(_request: Request) -> Response:
        is_well = is_ready()
        return JSONResponse({"status": is_well}, 200 if is_well else 503, _HEADERS)

    return [Route(HEALTH, health), Route(READY, ready)]
