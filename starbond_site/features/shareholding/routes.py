"""Shareholding for programs: ``GET /api/shareholding``, and ``/api/shareholding.csv``, which can be imported."""

from collections.abc import Sequence

from starlette.routing import Route

from starbond_site.content.addresses import SHAREHOLDING_PAGE
from starbond_site.features.shareholding.records import Shareholding
from starbond_site.features.shareholding.service import COLUMNS
from starbond_site.shared.categories import SHAREHOLDING
from starbond_site.web.parts import Parts
from starbond_site.web.tables import encoders, table_routes


def routes(parts: Parts) -> list[Route]:
    own = encoders("shareholding", "months", COLUMNS, _records)
    return table_routes(parts, SHAREHOLDING_PAGE, SHAREHOLDING, *own)


def _records(months: Sequence[Shareholding]) -> list[dict[str, str]]:
    return [
        {"month": f"{month.month_end:%Y-%m}", **{name: f"{part:f}" for name, part in month.parts.items()}}
        for month in months
    ]
