"""What a form of the desk answers when it is refused, and the page where nothing else can be shown."""

from collections.abc import Awaitable, Callable

from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import Response

from starbond_site import content, logs
from starbond_site.content.languages import language_of_path
from starbond_site.content.models import Language
from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents import refusals
from starbond_site.documents.refusals import Refusal
from starbond_site.presentation.desk.parts import kept, note
from starbond_site.presentation.forms import NOTHING, Given
from starbond_site.web.desk.frame import Desk, typed_in

TO_CORRECT, CONFLICT, UNAVAILABLE = 422, 409, 503
"""Statuses (RFC 9110, sections 15.5.21, 15.5.10 and 15.6.4)."""
CONFLICTS = (
    refusals.ChangedMeanwhile,
    refusals.AlreadyWithdrawn,
    refusals.AlreadyReplaced,
    refusals.AlreadyPublic,
    refusals.AlreadyPublished,
)
FAILURES = (
    refusals.DatabaseUnavailable,
    refusals.MachineBusy,
    refusals.OutcomeUnknown,
    refusals.StorageFull,
    refusals.StorageUnreachable,
    refusals.ScannerUnavailable,
)
_log = logs.get_logger(__name__)


def sentence_of(problem: Exception, language: Language) -> str:
    """Return what a person reads; what is no refusal is a failure of the database."""
    if isinstance(problem, Refusal):
        return refusal_sentence(problem.code, language, problem.values)
    _log.error("desk_not_stored", exc_info=problem)
    return refusal_sentence(refusals.DatabaseUnavailable.code, language)


def status_of(problem: Exception) -> int:
    """Return the status of an answer."""
    if isinstance(problem, CONFLICTS):
        return CONFLICT
    return UNAVAILABLE if isinstance(problem, FAILURES) or not isinstance(problem, Refusal) else TO_CORRECT


def safely(desk: Desk, answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Return a handler that says so where the database does not answer, and gives back what was typed."""

    async def answered(request: Request) -> Response:
        try:
            return await answer(request)
        except SQLAlchemyError as problem:
            sentence = sentence_of(problem, language_of_path(request.url.path))
            return await unavailable(desk, request, Given(sentence=sentence, typed=typed_in(request)))

    return answered


async def unavailable(desk: Desk, request: Request, given: Given = NOTHING) -> Response:
    """Return the page that stands there while the database does not answer, with what was typed."""
    language = language_of_path(request.url.path)
    site = content.read(language)
    said = given.sentence or refusal_sentence(refusals.DatabaseUnavailable.code, language)
    body = [note(said, "wrong"), kept(site, given.typed)]
    headers = {"Retry-After": "60"}
    return await desk.page(request, site.interface.document_page.unavailable_title, body, UNAVAILABLE, headers)
