"""``GET /.well-known/security.txt`` (RFC 9116): whom to tell of a vulnerability."""

from datetime import timedelta

from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from starbond_site import content
from starbond_site.content import LANGUAGES
from starbond_site.shared import local_time
from starbond_site.shared.local_time import in_utc
from starbond_site.shared.settings import settings

PATH = "/.well-known/security.txt"
VALID = timedelta(days=180)
"""Less than a year, as section 2.5.5 recommends."""


async def _answer(_request: Request) -> PlainTextResponse:
    home = settings().public_url
    midnight = local_time.now().replace(hour=0, minute=0, second=0, microsecond=0)
    lines = [
        f"Contact: mailto:{content.read().company.email}",
        f"Contact: {home}/contact",
        f"Expires: {in_utc(midnight + VALID)}",
        f"Preferred-Languages: {', '.join(LANGUAGES)}",
        f"Canonical: {home}{PATH}",
    ]
    return PlainTextResponse("\n".join(lines) + "\n")


route = Route(PATH, _answer)
