"""The figures of statements for programs and spreadsheets: ``GET /api/figures`` and ``GET /api/figures.csv``."""

from typing import Any

from starlette.routing import Route

from starbond_site.content.addresses import FIGURES_PAGE
from starbond_site.content.languages import HAS_BANGLA_TEXTS
from starbond_site.documents.snapshot import Rows
from starbond_site.features.figures.records import Figure
from starbond_site.shared.categories import FIGURES
from starbond_site.web.encoding import SAME_FOR_ALL, Encoded, as_csv, as_json
from starbond_site.web.parts import Parts
from starbond_site.web.tables import table_routes

COLUMNS = (
    *("name", "period", "period_end", "value", "unit", "restated"),
    *("reason", *(["reason_bn"] if HAS_BANGLA_TEXTS else []), "document", "statement"),
)


def routes(parts: Parts) -> list[Route]:
    return table_routes(parts, FIGURES_PAGE, FIGURES, _json, _csv)


def _json(view: Rows[Figure]) -> Encoded:
    """Return all figures, the newest periods first; values as text, with every digit."""
    records = [_record(figure) | {"value": f"{figure.value:f}"} for figure in view.rows]
    return as_json({"version": view.version, "figures": records}, SAME_FOR_ALL)


def _csv(view: Rows[Figure]) -> Encoded:
    rows = [_record(figure) | {"restated": "yes" if figure.restated else ""} for figure in view.rows]
    return as_csv("figures", COLUMNS, (row.values() for row in rows))


def _record(figure: Figure) -> dict[str, Any]:
    """Return a figure by `COLUMNS`."""
    number = figure.document_id
    named = {"period_end": figure.period_end.isoformat(), "document": number, "statement": f"/documents/{number}"}
    values = figure.model_dump() | named
    return {name: values[name] for name in COLUMNS}
