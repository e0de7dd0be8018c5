"""Dividends for programs: ``GET /api/dividends`` and ``/api/dividends.csv``."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from starlette.routing import Route

from starbond_site.content.addresses import DIVIDENDS_PAGE
from starbond_site.features.dividends.records import Dividend
from starbond_site.shared.categories import DIVIDENDS
from starbond_site.web.parts import Parts
from starbond_site.web.tables import encoders, table_routes

FIELDS = ("year_end", "cash", "stock", "per_share", "record_date", "meeting", "paid_on", "unclaimed", "fund_day")
COLUMNS = tuple(f"{name}_percent" if name in ("cash", "stock") else name for name in FIELDS)


def routes(parts: Parts) -> list[Route]:
    return table_routes(parts, DIVIDENDS_PAGE, DIVIDENDS, *encoders("dividends", "dividends", COLUMNS, _records))


def _records(rows: Sequence[object]) -> list[dict[str, str | None]]:
    found = [[_text(getattr(each, name)) for name in FIELDS] for each in rows if isinstance(each, Dividend)]
    return [dict(zip(COLUMNS, cells, strict=True)) for cells in found]


def _text(value: date | Decimal | None) -> str | None:
    """Return a number with every digit, a day as in ISO 8601, None for what is not known."""
    return f"{value:f}" if isinstance(value, Decimal) else value and value.isoformat()
