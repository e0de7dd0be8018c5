"""The figures of statements for programs and spreadsheets: ``GET /api/figures`` and ``GET /api/figures.csv``."""

from collections.abc import Callable
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site.categories import FIGURES
from starbond_site.content.addresses import FIGURES_PAGE
from starbond_site.content.languages import HAS_BANGLA_TEXTS
from starbond_site.documents.snapshot import Rows
from starbond_site.figures.rules import Entered
from starbond_site.web.encoding import SAME_FOR_ALL, Encoded, as_csv, as_json
from starbond_site.web.parts import Parts
from starbond_site.web.refusals import unavailable

COLUMNS = (
    *("name", "period", "period_end", "value", "unit", "restated"),
    *("reason", *(["reason_bn"] if HAS_BANGLA_TEXTS else []), "document", "statement"),
)
Encoder = Callable[[Rows[Entered]], Encoded]


def routes(parts: Parts) -> list[Route]:
    """Return the routes, which keep the newest answers; none where the site has no page of figures."""
    if FIGURES_PAGE not in parts.options.paths:
        return []
    kept: dict[Encoder, tuple[object, Encoded]] = {}

    async def answer(encode: Encoder, _request: Request) -> ASGIApp:
        view = (await parts.options.current()).tables.get(FIGURES)
        if view is None:
            return unavailable
        if encode not in kept or kept[encode][0] is not view:
            kept[encode] = view, encode(view)
        return kept[encode][1]

    return [Route("/api/figures", partial(answer, _json)), Route("/api/figures.csv", partial(answer, _csv))]


def _json(view: Rows[Entered]) -> Encoded:
    """Return all figures, the newest periods first; values as text, with every digit."""
    records = [_record(figure) | {"value": f"{figure.value:f}"} for figure in view.rows]
    return as_json({"version": view.version, "figures": records}, SAME_FOR_ALL)


def _csv(view: Rows[Entered]) -> Encoded:
    rows = [_record(figure) | {"restated": "yes" if figure.restated else ""} for figure in view.rows]
    return as_csv("figures", COLUMNS, (row.values() for row in rows))


def _record(figure: Entered) -> dict[str, Any]:
    return {
        "name": figure.name,
        "period": figure.period,
        "period_end": figure.period_end.isoformat(),
        "value": figure.value,
        "unit": figure.unit,
        "restated": figure.restated,
        "reason": figure.reason,
        **({"reason_bn": figure.reason_bn} if HAS_BANGLA_TEXTS else {}),
        "document": figure.document_id,
        "statement": f"/documents/{figure.document_id}",
    }
