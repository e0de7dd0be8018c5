"""The rows of a feature for programs and spreadsheets: ``GET /api/NAME`` and ``GET /api/NAME.csv``."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from functools import partial
from typing import Any

from pydantic import JsonValue
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site.documents.records import Record
from starbond_site.documents.snapshot import Rows
from starbond_site.web.encoding import Newest, TextResponse, as_csv, as_json
from starbond_site.web.refusals import unavailable
from starbond_site.web.services import Services


def table_routes(
    topic: str, table: type[Record], key: str, columns: Mapping[str, str], *, has_version: bool = False
) -> Callable[[Services], list[Route]]:
    """Return what makes the routes, which keep the newest answers.

    Args:
        topic: of the rows; it also names addresses and file.
        table: rows of another class, which another feature adds, are left out.
        key: of all rows in JSON.
        columns: attribute of a row by the name of its column.
        has_version: whether JSON has the version of the rows too.
    """

    def cells(view: Rows) -> Iterator[list[Any]]:
        rows = (row for row in view.rows if isinstance(row, table))
        return ([getattr(row, name) for name in columns.values()] for row in rows)

    def json(view: Rows) -> TextResponse:
        found = [dict(zip(columns, map(_text, row), strict=True)) for row in cells(view)]
        return as_json(({"version": view.version} if has_version else {}) | {key: found})

    def csv(view: Rows) -> TextResponse:
        return as_csv(topic, columns, (map(_cell, row) for row in cells(view)))

    def routes(parts: Services) -> list[Route]:
        newest = Newest[TextResponse]()

        async def answer(encode: Callable[[Rows], TextResponse], _request: Request) -> ASGIApp:
            view = (await parts.current()).tables.get(topic)
            if view is None:
                return unavailable
            return await newest.of(encode, view, partial(encode, view))

        return [Route(f"/api/{topic}", partial(answer, json)), Route(f"/api/{topic}.csv", partial(answer, csv))]

    return routes


def _text(value: object) -> object:
    """Return a number with every digit, and a day as in ISO 8601."""
    return f"{value:f}" if isinstance(value, Decimal) else value.isoformat() if isinstance(value, date) else value


def _cell(value: Any) -> JsonValue | Decimal:  # noqa: ANN401  what a record has
    return ("yes" if value else "") if isinstance(value, bool) else value
