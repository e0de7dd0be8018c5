"""``POST /desk/documents/ID/file``: a file that has arrived takes the place of a document."""

from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from starbond_site import threads
from starbond_site.content.addresses import DESK
from starbond_site.content.languages import language_of_path
from starbond_site.documents import refusals
from starbond_site.documents.publish import replacement
from starbond_site.documents.resuming.finishing import finish
from starbond_site.presentation.forms import Given
from starbond_site.web.desk import document
from starbond_site.web.desk.frame import Desk, route, see_other, typed_in
from starbond_site.web.desk.refusing import sentence_of, status_of
from starbond_site.web.files import LARGEST


def routes(desk: Desk) -> list[Route]:
    """Return the routes."""

    async def posted(request: Request) -> Response:
        number = request.path_params["number"]
        if number > LARGEST:
            raise HTTPException(404)
        try:
            taken = await desk.posted_with_file(request)
            if isinstance(taken, Response):
                return taken
            visitor, _, upload = taken
            wanted = await threads.READS.run(replacement, desk.archive(), number, upload.name)
            published, _ = await finish(desk.archive(), upload, wanted, await desk.actor(visitor), None)
        except (refusals.Refusal, SQLAlchemyError) as problem:
            sentence = sentence_of(problem, language_of_path(request.url.path))
            given = Given(form="file", sentence=sentence, typed=typed_in(request))
            return await document.answer(desk, request, given, status_of(problem))
        return see_other(request, f"{DESK}/documents/{published.id}?done=replaced")

    return route(f"{document.PATH}/file", posted, ("POST",))
