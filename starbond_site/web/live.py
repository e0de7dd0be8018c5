"""The whole content of a topic for open pages that have no websocket: ``GET /api/live/TOPIC``.

The same HTML as in the page and over the websocket, as ``{"version": n, "html": {LANGUAGE: ...}}`` with an entity tag.
Query: ``language``, and that of the page, which may select an older page of a list or a search.
"""

import json
from collections import OrderedDict
from collections.abc import Mapping

from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from starbond_site import logs
from starbond_site.content import Language
from starbond_site.content.languages import as_language
from starbond_site.presentation.fragments import Fragment
from starbond_site.web.encoding import Encoded, matches, negotiate
from starbond_site.web.responses import ErrorResponse
from starbond_site.web.rows import Source

KEPT_ANSWERS = 64
_log = logs.get_logger(__name__)


class LiveContent:
    """The route, and the newest answers."""

    def __init__(self, sources: Mapping[str, Source]) -> None:
        """Take what writes the content of each topic."""
        self._sources = sources
        self._answers: OrderedDict[tuple[Fragment, Language], Encoded] = OrderedDict()

    @property
    def route(self) -> Route:
        """The Starlette route."""
        return Route("/api/live/{topic}", self.content)

    async def content(self, request: Request) -> Response:
        """Answer with a topic; 404 for an unknown one, 503 while it cannot be read."""
        source = self._sources.get(request.path_params["topic"])
        if source is None:
            return JSONResponse({"error": "unknown_topic", "topics": list(self._sources)}, 404)
        language = as_language(request.query_params.get("language", ""))
        try:
            fragment = await source(language, request.query_params)
        except SQLAlchemyError:
            _log.exception("topic_not_read", topic=request.path_params["topic"])
            fragment = Fragment("")
        if not fragment.version:
            return ErrorResponse(503, "database_unavailable", language, headers={"Retry-After": "60"})
        return self._answer(request, self._encoded(fragment, language))

    def _encoded(self, fragment: Fragment, language: Language) -> Encoded:
        key = (fragment, language)
        encoded = self._answers.get(key)
        if encoded is None:
            value = {"version": fragment.version, "html": {language: fragment.html}}
            encoded = self._answers[key] = Encoded(json.dumps(value, ensure_ascii=False).encode())
            if len(self._answers) > KEPT_ANSWERS:
                self._answers.popitem(last=False)
        self._answers.move_to_end(key)
        return encoded

    def _answer(self, request: Request, encoded: Encoded) -> Response:
        encoding = negotiate(request.headers.get("accept-encoding", ""))
        headers = {"ETag": encoded.etag(encoding), "Vary": "Accept-Encoding", "Cache-Control": "no-cache"}
        if matches(request.headers.get("if-none-match", ""), headers["ETag"]):
            return Response(status_code=304, headers=headers)
        if encoding:
            headers["Content-Encoding"] = encoding
        return Response(encoded.body(encoding), headers=headers, media_type="application/json")
