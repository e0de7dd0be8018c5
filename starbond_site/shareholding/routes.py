"""Shareholding for programs: ``GET /api/shareholding``, and ``/api/shareholding.csv``, which can be imported."""

from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site import content, threads
from starbond_site.content.addresses import SHAREHOLDING_PAGE
from starbond_site.shareholding import service
from starbond_site.shareholding.service import COLUMNS, Month
from starbond_site.web.encoding import SAME_FOR_ALL, as_csv, as_json
from starbond_site.web.parts import Parts


def routes(parts: Parts) -> list[Route]:
    if not content.read().has(SHAREHOLDING_PAGE):
        return []

    async def answer(request: Request) -> ASGIApp:
        records = [_record(month) for month in await threads.READS.run(service.read, parts.archive())]
        if request.url.path.endswith(".csv"):
            return as_csv("shareholding", COLUMNS, (record.values() for record in records))
        return as_json({"months": records}, SAME_FOR_ALL)

    return [Route(path, answer) for path in ("/api/shareholding", "/api/shareholding.csv")]


def _record(month: Month) -> dict[str, str]:
    return {"month": f"{month.end:%Y-%m}", **{name: f"{part:f}" for name, part in month.parts.items()}}
