"""``GET /AnnualReport/latest`` and its like: the way to the newest document of a list; ``/latest/file`` to its file."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site import content
from starbond_site.content import LANGUAGES
from starbond_site.content.addresses import localized
from starbond_site.content.languages import language_of_path
from starbond_site.documents.snapshot import UNREAD
from starbond_site.web.api import Current
from starbond_site.web.refusals import unavailable


def routes(current: Current) -> list[Route]:
    """Return the routes: below the page of a list, in every language. Of several lists, the first counts."""

    async def latest(request: Request) -> ASGIApp:
        page = content.read().investor_page(f"/{request.path_params['page']}")
        view = (await current()).lists[page.categories[0]]
        if view.version == UNREAD:
            return unavailable
        newest = next((document for document in view.documents if document.replaced_by is None), None)
        is_file = request.url.path.endswith("/file")
        if newest is None and is_file:
            raise HTTPException(404)
        # Pages of text lead here before anything is published.
        own = localized(f"/documents/{newest.id}" if newest else page.path, language_of_path(request.url.path))
        target = newest.download_url if newest and is_file else own
        return RedirectResponse(target, 302, {"Cache-Control": "no-cache"})

    paths = [localized(f"/{{page:list_page}}/latest{end}", language) for end in ("", "/file") for language in LANGUAGES]
    return [Route(path, latest) for path in paths]
