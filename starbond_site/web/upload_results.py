"""What an upload page is told about its attempt, and ``POST /api/upload-attempt``, by which it asks.

The result is normally the answer to the last piece. A page that lost its connection, or whose server was restarted or
replaced, asks here: any worker of any instance can answer it from the database.
"""

from collections.abc import Callable, Mapping

from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from starbond_site import content, logs, threads
from starbond_site.categories import LISTS, SINGLES
from starbond_site.content.addresses import localized
from starbond_site.content.formats import digits
from starbond_site.content.languages import HAS_PAIRS, Language, as_language
from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents import attempts, pairs
from starbond_site.documents.archive import Archive
from starbond_site.documents.attempts import Outcome
from starbond_site.documents.reading import Published
from starbond_site.limits import Limit
from starbond_site.web.fields import read_fields
from starbond_site.web.responses import ErrorResponse
from starbond_site.web.rights import Rights
from starbond_site.web.visitor import Visitor

ATTEMPT_HEADER = "x-upload-attempt"
"""Names the attempt in the head of a request."""
ATTEMPT_PATH = "/api/upload-attempt"
LIST_NUMBER = 1
"""A published document is the first row of its list: the newest comes first."""
SETTLED = 600
SETTLE_SECONDS = 10 * 60
"""Questions per address and time that may write; a page asks every 3 seconds, and only while it has no result."""
Result = dict[str, str]
"""``outcome``: ``published``, ``refused``, ``running`` or ``unknown``; ``sentence``; ``code`` of a refusal, or
``href``, ``desk``, where it is put right, and, of a scan, ``warning``. A document of a list without its other language
also has ``number``, ``name`` and ``adds``, the language that can be added to it."""
_log = logs.get_logger(__name__)


def success(document: Published, language: Language, *, is_scan: bool = False) -> Result:
    """Return what the page shows for a published document; a scan gets a warning."""
    site = content.read(language)
    if document.category in SINGLES:
        title = site.title_of(document.category)
        sentence = site.interface.prospectus.published.format(title=title, name=document.shown_name)
    else:
        number = digits(LIST_NUMBER, site.interface.dates)
        sentence = site.interface.upload.published.format(number=number, name=document.shown_name)
    result = {
        "outcome": "published",
        "sentence": sentence,
        "href": document.download_url,
        "desk": localized(f"/desk/documents/{document.id}", language),
    }
    if HAS_PAIRS and document.category in LISTS and document.pair is None:
        adds = pairs.other_language(document.title, document.file_name)
        result |= {"number": str(document.id), "name": document.shown_name, "adds": adds}
    return result | {"warning": site.interface.upload.scan} if is_scan else result


def failure(code: str, language: Language, values: Mapping[str, object]) -> Result:
    """Return what the page shows for a refusal."""
    return {"outcome": "refused", "code": code, "sentence": refusal_sentence(code, language, values)}


class AttemptEndpoint:
    """Answers the page that asks what became of its attempt."""

    def __init__(self, archive: Callable[[], Archive], rights: Rights, proxy_hops: int = 0) -> None:
        """Prepare the route.

        Args:
            archive: returns the archive.
            rights: decide who may publish; only they settle an attempt by asking for it.
            proxy_hops: number of trusted reverse proxies.
        """
        self._archive = archive
        self._rights = rights
        self._proxy_hops = proxy_hops
        self._settled = Limit(SETTLED, SETTLE_SECONDS, name="questions for attempts")

    @property
    def route(self) -> Route:
        """The Starlette route."""
        return Route(ATTEMPT_PATH, self.answer, methods=["POST"])

    async def answer(self, request: Request) -> Response:
        """Answer with the `Result`; 503 where the database does not say it at the moment."""
        visitor = Visitor.of_scope(request.scope, self._proxy_hops)
        try:
            fields = await read_fields(request)
        except ClientDisconnect:
            return Response(status_code=400)
        language = as_language(fields.get("language", ""))
        if not self._rights.is_own_page(visitor):
            return ErrorResponse(403, "foreign_origin", language)
        name = fields.get("attempt", "")
        if not attempts.NAME.fullmatch(name):
            return ErrorResponse(400, "malformed", language)
        decision = await threads.LIMITS.run(self._rights.may_publish, visitor)
        try:
            known = await threads.ATTEMPTS.run(self._ask, name, visitor.address, may_settle=decision.allowed)
        except SQLAlchemyError:
            _log.exception("attempt_unreadable")
            return ErrorResponse(503, "database_unavailable", language)
        result = _result(known, language)
        if result["outcome"] == "unknown" and decision.code:
            result |= {"code": decision.code, "sentence": refusal_sentence(decision.code, language, decision.values)}
        return JSONResponse(result, headers={"Cache-Control": "no-store"})

    def _ask(self, name: str, address: str, *, may_settle: bool) -> Outcome:
        """Ask for an attempt, and settle it unless its page has no right or asks too often; blocks."""
        return attempts.ask(self._archive(), name, settle=may_settle and not self._settled.take(address))


def _result(known: Outcome, language: Language) -> Result:
    """Return the result for what is known."""
    if known.document:
        return success(known.document, language)
    if known.code in ("", attempts.RUNNING):
        return {"outcome": known.code or "unknown"}
    return failure(known.code, language, known.values)
