"""A key figure in the investor block of the home page."""

from datetime import date

import htpy as h
from htpy import Node

from starbond_site.content import Site
from starbond_site.content.addresses import FIGURES_PAGE, RESULTS_PAGE
from starbond_site.documents.snapshot import Snapshot
from starbond_site.features.figures.topic import amount, period
from starbond_site.presentation.elements import link
from starbond_site.shared.categories import FIGURES


def part(site: Site, snapshot: Snapshot, _today: date) -> tuple[str, Node] | None:
    """Return heading and content: the newest figure of the first kind; None where results have it, or there is none."""
    is_shown = site.has(FIGURES_PAGE) and not site.has(RESULTS_PAGE)
    for kind in site.figures.kinds[:1] if is_shown else ():
        for figure in snapshot.rows(FIGURES):
            if figure.name == kind.id:
                shown = h.p(".investors__value")[link(site, FIGURES_PAGE, amount(site, kind, figure))]
                return kind.title, [shown, h.p(".muted")[period(site, figure)]]
    return None
