"""The figures of statements for programs and spreadsheets: ``GET /api/figures`` and ``GET /api/figures.csv``."""

from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site.content.languages import HAS_BANGLA_TEXTS
from starbond_site.documents.figures.rules import Entered
from starbond_site.documents.snapshot import UNREAD, FiguresView
from starbond_site.presentation import spreadsheet
from starbond_site.web.api import Current
from starbond_site.web.encoding import SAME_FOR_ALL, Encoded, as_json
from starbond_site.web.unavailable import unavailable

COLUMNS = (
    *("name", "period", "period_end", "value", "unit", "restated"),
    *("reason", *(["reason_bn"] if HAS_BANGLA_TEXTS else []), "document", "statement"),
)
ATTACHED = {"Content-Disposition": 'attachment; filename="figures.csv"'}


class FiguresData:
    """The routes, and the newest answers."""

    def __init__(self, current: Current) -> None:
        self._current = current
        self._view: FiguresView | None = None
        self._kept: dict[Callable[[FiguresView], Encoded], Encoded] = {}

    @property
    def routes(self) -> list[Route]:
        """The Starlette routes."""
        return [Route("/api/figures", self.json), Route("/api/figures.csv", self.csv)]

    async def json(self, request: Request) -> ASGIApp:
        """Answer with all figures as JSON, the newest periods first; values as text, with every digit."""
        return await self._answer(request, _json)

    async def csv(self, request: Request) -> ASGIApp:
        """Answer with all figures as CSV."""
        return await self._answer(request, _csv)

    async def _answer(self, request: Request, encode: Callable[[FiguresView], Encoded]) -> ASGIApp:
        view = (await self._current()).figures
        if view.version == UNREAD:
            return unavailable
        if view is not self._view:
            self._view, self._kept = view, {}
        if encode not in self._kept:
            self._kept[encode] = encode(view)
        return self._kept[encode]


def _json(view: FiguresView) -> Encoded:
    records = [_record(figure) | {"value": f"{figure.value:f}"} for figure in view.rows]
    return as_json({"version": view.version, "figures": records}, SAME_FOR_ALL)


def _csv(view: FiguresView) -> Encoded:
    rows = [_record(figure) | {"restated": "yes" if figure.restated else ""} for figure in view.rows]
    text = spreadsheet.text(COLUMNS, (row.values() for row in rows))
    return Encoded(text.encode(), "text/csv; charset=utf-8", SAME_FOR_ALL | ATTACHED)


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
