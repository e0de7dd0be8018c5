"""Shareholding for programs: ``GET /api/shareholding`` and ``/api/shareholding.csv``."""

from collections.abc import Callable
from functools import partial

from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site import content, threads
from starbond_site.content.addresses import SHAREHOLDING_PAGE
from starbond_site.documents.archive import Archive
from starbond_site.presentation import spreadsheet
from starbond_site.shareholding import service
from starbond_site.shareholding.service import COLUMNS, Month
from starbond_site.web.encoding import SAME_FOR_ALL, Encoded, as_json
from starbond_site.web.parts import Parts

ATTACHED = {"Content-Disposition": 'attachment; filename="shareholding.csv"'}


def routes(parts: Parts) -> list[Route]:
    """Return the routes, where the site has the page."""
    if not content.read().has(SHAREHOLDING_PAGE):
        return []
    return [
        Route("/api/shareholding", partial(_read, parts.archive, _json)),
        Route("/api/shareholding.csv", partial(_read, parts.archive, _csv)),
    ]


async def _read(archive: Callable[[], Archive], encode: Callable[[tuple[Month, ...]], Encoded], _: Request) -> ASGIApp:
    return encode(await threads.READS.run(service.read, archive()))


def _json(months: tuple[Month, ...]) -> Encoded:
    return as_json({"months": [_record(month) for month in months]}, SAME_FOR_ALL)


def _csv(months: tuple[Month, ...]) -> Encoded:
    """Return what ``starbond shareholding import`` reads."""
    text = spreadsheet.text(COLUMNS, (_record(month).values() for month in months))
    return Encoded(text.encode(), "text/csv; charset=utf-8", SAME_FOR_ALL | ATTACHED)


def _record(month: Month) -> dict[str, str]:
    return {"month": f"{month.end:%Y-%m}", **{name: f"{part:f}" for name, part in month.parts.items()}}
