"""The newest results in the investor block of the home page."""

from datetime import date

import htpy as h
from htpy import Node

from starbond_site.content import Site
from starbond_site.content.addresses import RESULTS_PAGE
from starbond_site.documents.snapshot import Snapshot
from starbond_site.presentation.elements import link
from starbond_site.shared import features
from starbond_site.shared.categories import RESULTS


def part(site: Site, snapshot: Snapshot, _today: date) -> tuple[str, Node] | None:
    """Return heading and content: the first figure of the newest period with its statement; None without one."""
    newest = next(iter(snapshot.rows(RESULTS)), None)
    if newest is None or not site.has(RESULTS_PAGE):
        return None
    for module in features.modules("results_figures"):
        cells = module.cells(site, snapshot, newest.period, newest.end)
        for head, (value, notes) in zip(module.heads(site), cells, strict=True):
            if value:
                statement = link(site, f"/documents/{newest.statement.id}", site.interface.figures.statement)
                return site.page(RESULTS_PAGE).title, [
                    h.p(".investors__value")[link(site, RESULTS_PAGE, value)],
                    h.p(".muted")[", ".join(filter(None, (head, notes, site.period(newest.period, newest.end))))],
                    h.p[statement],
                ]
    return None
