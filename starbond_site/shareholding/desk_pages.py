"""``/desk/shareholding``: imports months from a table."""

from collections.abc import Mapping, Sequence

from starlette.routing import Route

from starbond_site import content
from starbond_site.content.addresses import DESK, SHAREHOLDING_PAGE
from starbond_site.shareholding import service
from starbond_site.shareholding.service import COLUMNS, Month
from starbond_site.web.desk.frame import Desk
from starbond_site.web.desk.importing import importing
from starbond_site.web.desk.pages import Sent


def _take(sent: Sent, months: Sequence[Month], source: str) -> Mapping[str, int]:
    changed = service.import_all(sent.archive, months, sent.actor, source)
    return {"changed": changed, "same": len(months) - changed}


PAGE = importing(
    f"{DESK}/shareholding",
    lambda site: site.page(SHAREHOLDING_PAGE).title,
    lambda site: site.interface.desk_shareholding,
    lambda _site: COLUMNS,
    lambda table, _fields: service.parse(table),
    _take,
)


def routes(desk: Desk) -> list[Route]:
    """Return the routes, where the site has the page."""
    return PAGE.routes(desk) if content.read().has(SHAREHOLDING_PAGE) else []
