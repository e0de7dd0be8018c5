"""``/desk/dealers``: imports dealers from a table."""

from collections.abc import Mapping, Sequence

from htpy import Node

from starbond_site.content import Site
from starbond_site.content.addresses import DEALERS_PAGE, DESK
from starbond_site.content.dealers import Dealer
from starbond_site.features.dealers import service
from starbond_site.presentation.forms import Field, Given
from starbond_site.web.desk.importing import importing
from starbond_site.web.desk.pages import Sent

REPLACE = "replace"


def _take(sent: Sent, dealers: Sequence[Dealer], source: str) -> Mapping[str, int]:
    replace = bool(sent.fields.get(REPLACE))
    return service.import_all(sent.archive, dealers, sent.actor, source, replace=replace)


def _replace(site: Site, given: Given) -> Node:
    return Field(name=REPLACE, label=site.interface.desk_dealers.replace, kind="checkbox").written(given)


PAGE = importing(
    f"{DESK}/dealers",
    DEALERS_PAGE,
    lambda site: site.interface.desk_dealers,
    service.columns,
    lambda table, fields: service.parsed(table, is_whole=bool(fields.get(REPLACE))),
    _take,
    _replace,
)
