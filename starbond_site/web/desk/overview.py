"""``GET /desk``: what was published lately, the lines above the header, and the ways to everything else."""

from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from starbond_site import content, threads
from starbond_site.content.addresses import DESK
from starbond_site.content.languages import language_of_path
from starbond_site.presentation.desk.overview import Asked, overview
from starbond_site.presentation.forms import NOTHING, Given
from starbond_site.web.desk.frame import SERVED, Desk
from starbond_site.web.desk.refusing import unavailable
from starbond_site.web.visitor import Visitor


def routes(desk: Desk) -> list[Route]:
    """Return the routes; requests arrive with the slash that `web.paths` adds. Every role may see its own sections."""

    async def show(request: Request) -> Response:
        visitor = desk.visitor(request)
        if not (await desk.holder(visitor)).roles:
            entered = await desk.entered(request)
            if isinstance(entered, Response):
                return entered
        return await answer(desk, request, visitor)

    return [Route(path, show) for path in sorted(SERVED)]


async def answer(desk: Desk, request: Request, visitor: Visitor, given: Given = NOTHING, status: int = 200) -> Response:
    """Return the overview.

    Args:
        desk: the site.
        request: whose language and query it has.
        visitor: who has entered.
        given: into a form of it that was refused.
        status: of HTTP.
    """
    site = content.read(language_of_path(request.url.path))
    asked = Asked(await desk.holder(visitor), request.query_params, given)
    try:
        body = await threads.READS.run(overview, site, desk.archive(), asked)
    except SQLAlchemyError:
        return await unavailable(desk, request, given)
    return await desk.page(request, site.page(DESK).title, body, status)
