"""The results in the snapshot and on open pages: a table with a row for each reporting period.

A row goes with the figures of a document that is withdrawn.
"""

import htpy as h
from htpy import Node

from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.content.formats import long_date
from starbond_site.documents.snapshot import Snapshot
from starbond_site.features.results.service import WEEK, Paper, Reported, read
from starbond_site.presentation.elements import DASH, scrolled_table
from starbond_site.shared import features
from starbond_site.shared.categories import CALENDAR, FIGURES, PRICE_SENSITIVE, RESULTS, WITH_FIGURES

__all__ = ["SOURCES", "TOPIC", "html", "read"]
TOPIC = RESULTS
SOURCES = (FIGURES, CALENDAR, *(category.value for category in (*WITH_FIGURES, *PRICE_SENSITIVE)))


def html(site: Site, snapshot: Snapshot) -> str:
    """Return all periods, the newest first, without the columns that none of them fills.

    Figures come first: a phone shows two or three columns beside the period.
    """
    words, rows = site.interface.results, snapshot.rows(RESULTS)
    if not rows:
        return str(h.p(".document-list__empty")[words.empty])
    figures = features.modules("results_figures")
    heads = [
        site.interface.figures.period,
        *(head for module in figures for head in module.heads(site)),
        *(site.interface.figures.statement, _told(site), words.date),
    ]
    lines = [_line(site, snapshot, row) for row in rows]
    filled = [n for n in range(len(heads)) if any(line[n] for line in lines)]
    shown = [[line[n] or DASH for n in filled] for line in lines]
    return str(scrolled_table(words.table, [heads[n] for n in filled], shown))


def _told(site: Site) -> str:
    return ", ".join(site.title_of(listed) for listed in PRICE_SENSITIVE)


def _document(site: Site, paper: Paper | None, of: str) -> Node:
    """Return the link to a document, which says its day and, to screen readers, the period; nothing for none."""
    if paper is None:
        return None
    address, day = localized(f"/documents/{paper.id}", site.language), long_date(paper.day, site.interface.dates)
    return h.a(href=address, aria_label=f"{day}: {of}")[day]


def _line(site: Site, snapshot: Snapshot, row: Reported) -> list[Node]:
    cells = (module.cells(site, snapshot, row.period, row.end) for module in features.modules("results_figures"))
    near = (module.near(site, snapshot, row.statement.day, WEEK) for module in features.modules("results_dates"))
    statement, of = site.interface.figures.statement, site.period(row.period, row.end)
    return [
        of,
        *(
            value and [value, notes and [h.br, h.small(".muted")[notes]]]
            for of_module in cells
            for value, notes in of_module
        ),
        _document(site, row.statement, f"{statement}, {of}"),
        _document(site, row.price_sensitive, f"{_told(site)}, {of}"),
        next(near, None),
    ]
