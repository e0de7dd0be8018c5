"""``/desk/shareholding``: imports months from a table."""

from collections.abc import Mapping, Sequence

from starbond_site.content.addresses import DESK, SHAREHOLDING_PAGE
from starbond_site.features.shareholding import service
from starbond_site.features.shareholding.records import Shareholding
from starbond_site.features.shareholding.service import COLUMNS
from starbond_site.web.desk.importing import importing
from starbond_site.web.desk.pages import Sent


def _take(sent: Sent, months: Sequence[Shareholding], source: str) -> Mapping[str, int]:
    changed = service.import_all(sent.archive, months, sent.actor, source)
    return {"changed": changed, "same": len(months) - changed}


PAGE = importing(
    f"{DESK}/shareholding",
    SHAREHOLDING_PAGE,
    lambda site: site.interface.desk_shareholding,
    lambda _site: COLUMNS,
    lambda table, _fields: service.parse(table),
    _take,
)
routes = PAGE.routes
