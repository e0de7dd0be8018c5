"""``/agm/YEAR``, the meetings of a year: leads to the page with its year, so that it stays live."""

from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.routing import Route

from starbond_site.content.addresses import MEETINGS_PAGE, localized
from starbond_site.content.languages import LANGUAGES, language_of_path
from starbond_site.web.parts import Parts


def routes(_parts: Parts) -> list[Route]:
    # As a number of a document: Starlette's `int` raises for thousands of digits.
    paths = [localized(f"{MEETINGS_PAGE}/{{year:document}}", language) for language in LANGUAGES]
    return [Route(path, _lead_on) for path in paths]


async def _lead_on(request: Request) -> RedirectResponse:
    path = localized(MEETINGS_PAGE, language_of_path(request.url.path))
    return RedirectResponse(f"{path}?year={request.path_params['year']:04}", 301)
