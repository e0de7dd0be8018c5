"""``GET /SafetySheets/PRODUCT/latest``, in every language: the way from a product to its newest safety data sheet."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site import content
from starbond_site.content.addresses import latest_sheet, localized
from starbond_site.content.languages import LANGUAGES, language_of_path
from starbond_site.features.safety import service
from starbond_site.shared import threads
from starbond_site.web.parts import Parts


def routes(parts: Parts) -> list[Route]:
    """Return the routes; none where the company has no list of safety data sheets."""
    site = content.read()
    if site.sheets is None:
        return []
    page, products = site.page_of(site.sheets.id), {product.id for product in site.products}

    async def latest(request: Request) -> ASGIApp:
        """Lead to the sheet in the language of the reader, else to that in another; without one to the list."""
        product, language = request.path_params["product"], language_of_path(request.url.path)
        if product not in products:
            raise HTTPException(404)
        found = await threads.READS.run(service.newest, parts.archive(), product, language)
        path = f"/documents/{found.id}" if found else page
        return RedirectResponse(localized(path, language), 302, {"Cache-Control": "no-cache"})

    return [Route(localized(latest_sheet(page, "{product}"), language), latest) for language in LANGUAGES]
