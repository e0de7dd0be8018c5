"""Writes the products that an address names into ``/compare?product=ID&product=ID``, also without scripts."""

from functools import lru_cache
from urllib.parse import urlsplit

from starlette.datastructures import QueryParams
from starlette.routing import Route

from starbond_site import content
from starbond_site.content import Site
from starbond_site.content.addresses import COMPARE
from starbond_site.content.models import Language
from starbond_site.presentation.products import comparison
from starbond_site.web import asked_page
from starbond_site.web.asked_page import Answered, Pages

KEPT = 64
"""In memory of one worker; a comparison takes about 3 ms and 15 kB."""


def routes(pages: Pages) -> list[Route]:
    return asked_page.routes(COMPARE, comparison.MARK, pages, _answer)


async def _answer(site: Site, query: QueryParams) -> Answered | None:
    names = query.getlist(comparison.PARAMETER)
    return _written(site.language, tuple(names)) if any(names) else None


@lru_cache(maxsize=KEPT)
def _written(language: Language, names: tuple[str, ...]) -> Answered:
    site = content.read(language)
    choice = comparison.Choice.of(site, names)
    same = urlsplit(comparison.address(site, choice.products)).query
    return Answered(comparison.comparison(site, choice), same)
