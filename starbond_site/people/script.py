"""``GET /desk/passkeys.js``: the one script of these pages. It is not part of the build: no other page needs it."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from starbond_site.people.ceremony import SCRIPT

_TEXT = Path(__file__).with_name("passkeys.js").read_bytes()


async def _answer(_: Request) -> Response:
    return Response(_TEXT, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


ROUTE = Route(SCRIPT, _answer)
