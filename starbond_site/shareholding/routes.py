"""Shareholding for programs: ``GET /api/shareholding``, and ``/api/shareholding.csv``, which can be imported."""

from starlette.routing import Route

from starbond_site.categories import SHAREHOLDING
from starbond_site.content.addresses import SHAREHOLDING_PAGE
from starbond_site.documents.snapshot import Rows
from starbond_site.shareholding.service import COLUMNS, Month
from starbond_site.web.encoding import SAME_FOR_ALL, Encoded, as_csv, as_json
from starbond_site.web.parts import Parts
from starbond_site.web.tables import table_routes


def routes(parts: Parts) -> list[Route]:
    return table_routes(parts, SHAREHOLDING_PAGE, SHAREHOLDING, _json, _csv)


def _json(view: Rows[Month]) -> Encoded:
    return as_json({"months": [_record(month) for month in view.rows]}, SAME_FOR_ALL)


def _csv(view: Rows[Month]) -> Encoded:
    return as_csv("shareholding", COLUMNS, (_record(month).values() for month in view.rows))


def _record(month: Month) -> dict[str, str]:
    return {"month": f"{month.end:%Y-%m}", **{name: f"{part:f}" for name, part in month.parts.items()}}
