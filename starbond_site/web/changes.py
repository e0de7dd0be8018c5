"""``GET /api/changes?after=N``: the log of changes, oldest first, for those who mirror the documents.

The answer's ``next`` is what to ask with the next time. Numbers have no gaps, and an answer never lacks a change with a
lower number (`documents.changes`): who asks again and again misses nothing.
"""

import re
from collections.abc import Callable

from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site import threads
from starbond_site.documents import changes
from starbond_site.documents.archive import Archive
from starbond_site.documents.refusals import Refusal
from starbond_site.web.encoding import SAME_FOR_ALL, as_json

LIMIT = 500
"""Most changes in one answer."""
NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")


def route(archive: Callable[[], Archive]) -> Route:
    """Return the route; ``archive`` gives the site's archive when it is first asked for."""

    async def log(request: Request) -> ASGIApp:
        given = request.query_params.getlist("after") or ["0"]
        if len(given) > 1 or not NUMBER.fullmatch(given[0]):
            raise Refusal("after_invalid")
        after = int(given[0])
        newest, found = await threads.READS.run(changes.read, archive(), after, LIMIT)
        if after > newest:
            raise Refusal("after_unknown", number=after, newest=newest)
        page = changes.as_page(found, after, archive().settings.public_url)
        return as_json(page, SAME_FOR_ALL, is_kept=False)

    return Route("/api/changes", log)
