"""The HTML of the page Disclosures: one table, a duty with its rule at the left, its periods and their documents.

What is late or unchecked is for the desk, `starbond duties` and its mails (docs/voice.md).
"""

from collections.abc import Sequence

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.reporting import Duty
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import Document
from starbond_site.features.duties.overview import DutyStatus, PeriodState, day_of
from starbond_site.features.duties.service import DutyService
from starbond_site.presentation.html_parts import column_heads

SHOWN = 8
"""Periods of a duty, the newest ones."""


def requested(archive: Archive, site: Site) -> str:
    return disclosures(site, DutyService(archive).overview())


def disclosures(site: Site, overview: Sequence[DutyStatus]) -> str:
    words = site.interface.disclosures
    heads = (words.duty, words.period, words.due, words.state, words.document)
    return str(
        h.table(aria_label=words.duty)[
            column_heads(heads),
            [_duty(site, duty, overview, heads[1:]) for duty in site.duties.duties],
        ]
    )


def _duty(site: Site, duty: Duty, overview: Sequence[DutyStatus], heads: Sequence[str]) -> Element:
    words, own = site.interface.disclosures, [status for status in overview if status.duty.id == duty.id]
    rows = [_row(site, status, heads) for status in own[:SHOWN]]
    rows = rows or [[h.td(".muted", colspan=len(heads))[words.none_yet]]]
    head = h.th(".duty", scope="rowgroup", rowspan=len(rows))[
        h.strong[duty.title],
        h.p[duty.rule],
        h.p(".duty__source")[f"{words.source.format(source=duty.source)} ", _list_link(site, duty)],
    ]
    return h.tbody[[h.tr[not number and head, cells] for number, cells in enumerate(rows)]]


def _list_link(site: Site, duty: Duty) -> Node:
    text = site.interface.disclosures.open_list.format(list=site.category(duty.list).title)
    pages = [page for page in site.investors.pages if duty.list in page.categories]
    return bool(pages) and h.a(href=site.address(pages[0].path))[text]


def _row(site: Site, status: DutyStatus, heads: Sequence[str]) -> list[Element]:
    cells = (
        period(site, status),
        status.period and site.long_date(status.period.due),
        _state(site, status),
        status.filing and _document(site, status.filing),
    )
    # The heading of each cell is repeated for narrow windows, where rows are blocks.
    return [h.td(data_head=head)[cell] for head, cell in zip(heads, cells, strict=True)]


def period(site: Site, status: DutyStatus) -> str:
    words = site.interface.disclosures
    if status.period is None:
        return words.newest if status.duty.rhythm == "event" else words.standing
    template = {"year": words.year, "quarter": words.quarter, "month": words.month, "meeting": words.meeting}[
        status.duty.rhythm
    ]
    return template.format(date=status.period.shown(site))


def _state(site: Site, status: DutyStatus) -> Node:
    words = site.interface.disclosures
    texts = {
        PeriodState.FULFILLED: words.fulfilled,
        PeriodState.RUNNING: words.running,
        PeriodState.COMING: words.coming,
    }
    label = h.span(class_=f"duty__state duty__state--{status.state}")[texts.get(status.state, words.due_on)]
    return status.period is not None and label


def _document(site: Site, filing: Document) -> Node:
    day = site.long_date(day_of(filing))
    link = h.a(href=site.address(f"/documents/{filing.id}"))[filing.shown_name]
    return h.div[link, h.p(".muted")[day]]
