"""``/desk/holders``: imports the numbers for which a dividend waits."""

from collections.abc import Mapping, Sequence

from starbond_site.content.addresses import DESK, DIVIDENDS_PAGE
from starbond_site.features.holders import service
from starbond_site.web.desk.importing import importing
from starbond_site.web.desk.pages import Sent

MOST = 3_000
"""Numbers of one import here: hashed within half a minute, for which a browser and a proxy wait."""


def _take(sent: Sent, numbers: Sequence[str], source: str) -> Mapping[str, int]:
    return {"count": service.import_all(sent.archive, numbers, sent.actor, source)}


PAGE = importing(
    f"{DESK}/holders",
    DIVIDENDS_PAGE,
    lambda site: site.interface.desk_holders,
    lambda _site: (),
    lambda table, _fields: service.parse(table, MOST),
    _take,
    label=lambda site: site.interface.desk_holders.title,
)
routes = PAGE.routes
