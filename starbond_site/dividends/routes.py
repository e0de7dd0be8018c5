"""Dividends for programs: ``GET /api/dividends`` and ``/api/dividends.csv``."""

from typing import Any

from starlette.routing import Route

from starbond_site.categories import DIVIDENDS
from starbond_site.content.addresses import DIVIDENDS_PAGE
from starbond_site.dividends.records import Dividend
from starbond_site.documents.snapshot import Rows
from starbond_site.web.encoding import SAME_FOR_ALL, Encoded, as_csv, as_json
from starbond_site.web.parts import Parts
from starbond_site.web.tables import table_routes

COLUMNS = (
    *("year_end", "cash_percent", "stock_percent", "per_share"),
    *("record_date", "meeting", "paid_on", "unclaimed", "fund_day"),
)


def routes(parts: Parts) -> list[Route]:
    return table_routes(parts, DIVIDENDS_PAGE, DIVIDENDS, _json, _csv)


def _json(view: Rows[Any]) -> Encoded:
    return as_json({"dividends": _records(view)}, SAME_FOR_ALL)


def _csv(view: Rows[Any]) -> Encoded:
    return as_csv("dividends", COLUMNS, (record.values() for record in _records(view)))


def _records(view: Rows[Any]) -> list[dict[str, str | None]]:
    return [_record(each) for each in view.rows if isinstance(each, Dividend)]


def _record(each: Dividend) -> dict[str, str | None]:
    """Return a dividend by `COLUMNS`: numbers as text with every digit, days of ISO 8601, None for the unknown."""
    days = (each.record_date, each.meeting, each.paid_on, each.fund_day if each.unclaimed else None)
    *known, fund_day = (day and day.isoformat() for day in days)
    numbers = (each.cash, each.stock, each.per_share, each.unclaimed)
    *exact, unclaimed = (None if number is None else f"{number:f}" for number in numbers)
    return dict(zip(COLUMNS, (each.year_end.isoformat(), *exact, *known, unclaimed, fund_day), strict=True))
