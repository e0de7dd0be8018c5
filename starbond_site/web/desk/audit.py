"""``GET /desk/audit``: what was done and refused, by person, action, outcome, days and words; as CSV below ``.csv``."""

from collections.abc import Mapping
from datetime import date

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from starbond_site import threads
from starbond_site.content import Site
from starbond_site.documents import audit_log
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit_log import Wanted
from starbond_site.presentation.desk.audit import PATH, audit_page, csv_of
from starbond_site.roles import Role
from starbond_site.web.desk.frame import HEADERS, Desk, route, site_of
from starbond_site.web.desk.pages import Asked, Page, Shown

MAX_CHARACTERS = 200
MOST_ROWS = 100_000
"""Of a CSV."""


def _show(asked: Asked) -> Shown:
    wanted = wanted_of(asked.query)
    page = audit_log.page(asked.archive, wanted, asked.page)
    return Shown(asked.site.interface.desk_audit.title, audit_page(asked.site, page, wanted))


PAGE = Page(path=PATH, show=_show, label=lambda site: site.interface.desk_audit.title)


def routes(desk: Desk) -> list[Route]:
    async def table(request: Request) -> Response:
        await desk.entered(request, Role.PREPARE)
        body = await threads.TABLES.run(_written, desk.archive(), wanted_of(request.query_params), site_of(request))
        headers = {**HEADERS, "Content-Disposition": 'attachment; filename="audit.csv"'}
        return Response(body, 200, headers, "text/csv; charset=utf-8")

    return route(f"{PATH}.csv", table)


def wanted_of(query: Mapping[str, str]) -> Wanted:
    """Return the selection of a query; what cannot be read selects nothing."""

    def text(name: str) -> str:
        return query.get(name, "")[:MAX_CHARACTERS].strip().replace("\0", "")

    return Wanted(
        person=text("person"),
        action=text("action"),
        outcome=text("outcome"),
        first=_day(text("first")),
        last=_day(text("last")),
        text=text("text"),
    )


def _written(archive: Archive, wanted: Wanted, site: Site) -> bytes:
    return csv_of(site, audit_log.every(archive, wanted, MOST_ROWS)).encode(errors="replace")


def _day(given: str) -> date | None:
    try:
        return date.fromisoformat(given)
    except ValueError:
        return None
