"""The secretary's desk, ``/desk`` and below, in both languages: one module per address (docs/desk.md)."""

from starlette.routing import Route

from starbond_site.web.desk import audit, clocks, document, evidence, lines, overview, replacing, sealed
from starbond_site.web.desk.frame import Desk


def routes(desk: Desk) -> list[Route]:
    """Return the routes of all pages of the desk."""
    return [
        *overview.routes(desk),
        *sealed.routes(desk),
        *document.routes(desk),
        *replacing.routes(desk),
        *lines.routes(desk),
        *audit.routes(desk),
        *clocks.routes(desk),
        *evidence.routes(desk),
    ]
