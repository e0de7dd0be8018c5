"""The whole content of a topic for open pages that have no websocket: ``GET /api/live/TOPIC``.

The same HTML as in the page and over the websocket, as ``{"version": n, "html": {LANGUAGE: ...}}`` with an entity tag.
Query: ``language``, and that of the page, which may select an older page of a list or a search.
"""

from functools import lru_cache

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site.content import LANGUAGES, Language
from starbond_site.content.languages import as_language
from starbond_site.presentation.fragments import KEPT_WHOLE, Fragment
from starbond_site.presentation.topics import TOPICS
from starbond_site.web.encoding import SAME_FOR_ALL, Encoded, as_json
from starbond_site.web.refusals import unavailable
from starbond_site.web.static_cache import MAX_QUERY_BYTES, FragmentSource

KEPT = len(TOPICS) * len(LANGUAGES) + KEPT_WHOLE


def route(fragments: FragmentSource) -> Route:
    """Return the route, which keeps the last answers that are the same for others."""
    kept = lru_cache(KEPT)(_encoded)

    async def answer(request: Request) -> ASGIApp:
        topic = request.path_params["topic"]
        if topic not in TOPICS:
            return JSONResponse({"error": "unknown_topic", "topics": list(TOPICS)}, 404)
        query = QueryParams(request.scope["query_string"][:MAX_QUERY_BYTES])
        language = as_language(query.get("language", ""))
        shown = await fragments.of(topic, language, query)
        if not shown.version:
            return unavailable
        return (kept if shown.is_kept else _encoded)(shown, language)

    return Route("/api/live/{topic}", answer)


def _encoded(shown: Fragment, language: Language) -> Encoded:
    value = {"version": shown.version, "html": {language: shown.html}}
    return as_json(value, SAME_FOR_ALL, is_kept=shown.is_kept)
