"""The secretary's desk, ``/desk`` and below, in both languages: one module per address (docs/desk.md)."""

from starlette.routing import Route

from starbond_site import features
from starbond_site.web.desk import audit, document, overview
from starbond_site.web.desk.frame import Desk


def routes(desk: Desk) -> list[Route]:
    # In the order of the menu.
    pages = [one for page in (overview.PAGE, document.PAGE) for one in page.routes(desk)]
    pages += [route for hooks in features.hooks() for route in hooks.desk(desk)]
    return [*pages, *audit.PAGE.routes(desk), *audit.routes(desk)]
