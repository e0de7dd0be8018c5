"""The rows of a feature for programs and spreadsheets: ``GET /api/NAME`` and ``GET /api/NAME.csv``."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from pydantic import JsonValue
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site.documents.snapshot import Rows
from starbond_site.web.encoding import SAME_FOR_ALL, Encoded, as_csv, as_json
from starbond_site.web.parts import Parts
from starbond_site.web.refusals import unavailable

Encoder = Callable[[Rows[Any]], Encoded]


def encoders(
    name: str, key: str, columns: Iterable[str], records: Callable[[Sequence[Any]], Iterable[Mapping[str, JsonValue]]]
) -> tuple[Encoder, Encoder]:
    """Return the encoders of rows: as JSON, their records under a key, and as a CSV file of a name."""
    return (
        lambda view: as_json({key: list(records(view.rows))}, SAME_FOR_ALL),
        lambda view: as_csv(name, columns, (record.values() for record in records(view.rows))),
    )


def table_routes(parts: Parts, page: str, topic: str, json: Encoder, csv: Encoder) -> list[Route]:
    """Return the routes, which keep the newest answers.

    Args:
        page: where people read the same; it also names the addresses.
        topic: of the rows.
        json: makes an answer of them.
        csv: likewise.
    """
    kept: dict[Encoder, tuple[object, Encoded]] = {}

    async def answer(encode: Encoder, _request: Request) -> ASGIApp:
        view = (await parts.options.current()).tables.get(topic)
        if view is None:
            return unavailable
        if encode not in kept or kept[encode][0] is not view:
            kept[encode] = view, encode(view)
        return kept[encode][1]

    return [Route(f"/api{page}", partial(answer, json)), Route(f"/api{page}.csv", partial(answer, csv))]
