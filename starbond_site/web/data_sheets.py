"""``GET``, the path of a product with ``/sheet`` below, in every language: the data sheet of each product.

The server writes it, not the build: it needs nothing that the build makes.
"""

from functools import lru_cache, partial

from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site import content
from starbond_site.content.addresses import LANGUAGES, Language, data_sheet, localized
from starbond_site.presentation.products.data_sheet import sheet
from starbond_site.web.built import HTML
from starbond_site.web.encoding import TextResponse

KEPT = 64
"""In memory of one worker; a sheet and its encodings take about 30 kB."""


def paths() -> list[str]:
    return [data_sheet(product.path) for product in content.read().products]


def routes() -> list[Route]:
    """Return the Starlette routes, with the slash that `web.paths` adds to the path of every page."""
    return [
        Route(localized(data_sheet(product.path), language) + "/", partial(_answer, language, product.path))
        for language in LANGUAGES
        for product in content.read(language).products
    ]


async def _answer(language: Language, path: str, _request: Request) -> ASGIApp:
    return _sheet(language, path)


@lru_cache(maxsize=KEPT)
def _sheet(language: Language, path: str) -> TextResponse:
    site = content.read(language)
    return TextResponse(sheet(site, site.product(path)).encode(), HTML)
