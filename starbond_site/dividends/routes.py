"""Dividends for programs: ``GET /api/dividends`` and ``/api/dividends.csv``."""

from typing import Any

from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site import content, threads
from starbond_site.content.addresses import DIVIDENDS_PAGE
from starbond_site.dividends import service
from starbond_site.dividends.service import Declared
from starbond_site.web.encoding import SAME_FOR_ALL, as_csv, as_json
from starbond_site.web.parts import Parts

COLUMNS = (
    *("year_end", "cash_percent", "stock_percent", "per_share"),
    *("record_date", "meeting", "paid_on", "unclaimed", "fund_day"),
)


def routes(parts: Parts) -> list[Route]:
    if not content.read().has(DIVIDENDS_PAGE):
        return []

    async def answer(request: Request) -> ASGIApp:
        records = [_record(each) for each in await threads.READS.run(service.read, parts.archive())]
        if request.url.path.endswith(".csv"):
            return as_csv("dividends", COLUMNS, (record.values() for record in records))
        return as_json({"dividends": records}, SAME_FOR_ALL)

    return [Route(path, answer) for path in ("/api/dividends", "/api/dividends.csv")]


def _record(each: Declared) -> dict[str, Any]:
    """Return a dividend by `COLUMNS`: numbers as text with every digit, days of ISO 8601, None for the unknown."""
    days = (each.record_date, each.meeting, each.paid_on, each.fund_day if each.unclaimed else None)
    *known, fund_day = (day.isoformat() if day else None for day in days)
    numbers = (f"{number:f}" for number in (each.cash, each.stock, each.per_share))
    unclaimed = None if each.unclaimed is None else f"{each.unclaimed:f}"
    return dict(zip(COLUMNS, (each.year_end.isoformat(), *numbers, *known, unclaimed, fund_day), strict=True))
