"""The HTML of the page Disclosures: every duty with its rule, its periods, and the document of each.

What is late or unchecked is for the desk, `starbond duties` and its mails (docs/voice.md).
"""

from collections.abc import Sequence

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.content.duties import Duty
from starbond_site.content.formats import long_date
from starbond_site.duties.overview import Filing, Overview, Standing, State

SHOWN = 8
"""Periods of a duty, the newest ones."""


def disclosures(site: Site, overview: Sequence[Overview]) -> str:
    """Return all duties in the language of the content."""
    return str(h.fragment[[_duty(site, one) for one in overview]])


def _duty(site: Site, overview: Overview) -> Element:
    duty = next(known for known in site.duties.duties if known.id == overview.duty.id)
    words, listed = site.interface.disclosures, _list_link(site, duty)
    return h.section(".duty", aria_labelledby=f"duty-{duty.id}")[
        h.h2(id=f"duty-{duty.id}")[duty.title],
        h.p[duty.rule],
        _periods(site, duty, overview.standings),
        h.p(".duty__source")[f"{words.source.format(source=duty.source)} ", listed],
    ]


def _list_link(site: Site, duty: Duty) -> Node:
    """Return the link to the list of a duty, if a page shows it."""
    text = site.interface.disclosures.open_list.format(list=site.category(duty.list).title)
    pages = [page for page in site.investors.pages if duty.list in page.categories]
    return bool(pages) and h.a(href=localized(pages[0].path, site.language))[text]


def _periods(site: Site, duty: Duty, standings: Sequence[Standing]) -> Element:
    words = site.interface.disclosures
    if not standings:
        return h.p(".muted")[words.none_yet]
    heads = (words.period, words.due, words.state, words.document)
    return h.table(".duty__periods")[
        h.thead[h.tr[[h.th(scope="col")[head] for head in heads]]],
        h.tbody[[_row(site, duty, one, heads) for one in standings[:SHOWN]]],
    ]


def _row(site: Site, duty: Duty, standing: Standing, heads: Sequence[str]) -> Element:
    cells = (
        _period(site, duty, standing),
        long_date(standing.period.due, site.interface.dates) if standing.period else "–",
        _state(site, standing),
        _document(site, standing.filing) if standing.filing else "–",
    )
    # The heading of each cell is repeated for narrow windows, where rows are blocks.
    return h.tr[[h.td(data_head=head)[cell] for head, cell in zip(heads, cells, strict=True)]]


def _period(site: Site, duty: Duty, standing: Standing) -> str:
    words = site.interface.disclosures
    if standing.period is None:
        return words.newest if duty.rhythm == "event" else words.standing
    template = {"year": words.year, "quarter": words.quarter, "month": words.month}[duty.rhythm]
    return template.format(date=long_date(standing.period.end, site.interface.dates))


def _state(site: Site, standing: Standing) -> Node:
    words = site.interface.disclosures
    texts = {State.FULFILLED: words.fulfilled, State.RUNNING: words.running}
    label = h.span(class_=f"duty__state duty__state--{standing.state}")[texts.get(standing.state, words.due_on)]
    return standing.period is not None and label


def _document(site: Site, filing: Filing) -> Node:
    day = long_date(filing.day, site.interface.dates)
    link = h.a(href=localized(f"/documents/{filing.id}", site.language))[filing.shown_name]
    return [link, " ", h.span(".muted")[day]]
