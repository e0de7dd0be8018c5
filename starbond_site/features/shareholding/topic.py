"""Shareholding in the snapshot and on open pages: a bar for each of the last months, a table of all; share facts."""

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.addresses import SHAREHOLDING_PAGE
from starbond_site.content.formats import digits
from starbond_site.documents.snapshot import Snapshot
from starbond_site.features.hooks import Part
from starbond_site.features.shareholding.records import GROUPS, Shareholding
from starbond_site.presentation.html_parts import downloads, scrolled_table
from starbond_site.presentation.numbers import decimal
from starbond_site.shared.categories import SHAREHOLDING

MONTHS = 12
"""Months of the picture."""
WIDTH, BAR, GAP, LABEL = 640, 26, 8, 104
"""In pixels: of the picture, the height of a bar and of the space below it, and the width of the names of months."""


def html(site: Site, snapshot: Snapshot) -> str:
    words, months = site.interface.shareholding, snapshot.rows(SHAREHOLDING)
    if not months:
        return str(h.p(".document-list__empty")[words.empty])
    files = downloads((words.as_csv, "/api/shareholding.csv"))
    return str(h.fragment[_picture(site, months[:MONTHS]), _table(site, months), files])


def parts(site: Site, snapshot: Snapshot, _today: date) -> Iterator[Part]:
    """Yield the groups of the newest month, and the facts of the share, for the page of investors."""
    words, share = site.interface.shareholding, site.shareholding
    for newest in snapshot.rows(SHAREHOLDING)[:1]:
        groups = [h.div[h.dt[words.groups[name]], h.dd[_percent(site, part)]] for name, part in newest.parts.items()]
        content = [h.p(".muted")[_name(site, newest)], h.dl(".investors__facts")[groups]]
        yield Part(SHAREHOLDING_PAGE, site.page(SHAREHOLDING_PAGE).title, content)
    if share.facts:
        shown = h.dl(".investors__facts")[[h.div[h.dt[fact.name], h.dd[fact.value]] for fact in share.facts]]
        yield Part(f"{SHAREHOLDING_PAGE}#share", words.share, [shown, share.note and h.p(".muted")[share.note]], 3)


def facts(site: Site) -> str:
    words, share = site.interface.shareholding, site.shareholding
    complaint = share.complaint
    return str(
        h.fragment[
            share.note and h.p(".muted")[share.note],
            h.dl(".shareholding__facts")[[h.div[h.dt[fact.name], h.dd[fact.value]] for fact in share.facts]],
            complaint
            and h.p[
                h.strong[words.complaint], ": ", complaint.name, ", ",
                h.a(href=f"tel:{complaint.phone.dial}")[complaint.phone.shown], ", ",
                h.a(href=f"mailto:{complaint.email}")[complaint.email], ". ",
                words.answer_within.format(days=digits(complaint.days, site.interface.dates)),
            ],
        ]
    )  # fmt: skip


def _picture(site: Site, months: Sequence[Shareholding]) -> Element:
    """Return a bar for each month, the newest first, each cut into the parts of the groups."""
    words, height = site.interface.shareholding, len(months) * (BAR + GAP)
    newest = "; ".join(f"{words.groups[name]}: {_percent(site, months[0].parts[name])}" for name in GROUPS)
    named = {"aria-labelledby": "shareholding-title", "aria-describedby": "shareholding-description"}
    return h.figure(".shareholding__picture")[
        h.svg(".shares", named, role="img", viewBox=f"0 0 {WIDTH} {height}")[
            h.title(id="shareholding-title")[words.picture],
            h.desc(id="shareholding-description")[f"{_name(site, months[0])}: {newest}"],
            [_bar(site, month, place * (BAR + GAP)) for place, month in enumerate(months)],
        ],
        h.figcaption[
            h.ul(".shares__key.plain-list")[
                [h.li[h.span(class_=f"shares__swatch shares__{name}"), words.groups[name]] for name in GROUPS]
            ]
        ],
    ]


def _bar(site: Site, month: Shareholding, top: int) -> Node:
    start, parts = float(LABEL), []
    scale = (WIDTH - LABEL) / float(sum(month.parts.values()))
    for name in GROUPS:
        width = float(month.parts[name]) * scale
        parts.append(h.rect(class_=f"shares__{name}", x=f"{start:.1f}", y=top, width=f"{width:.1f}", height=BAR))
        start += width
    return [h.text(x=0, y=top + BAR - 6)[_name(site, month)], parts]


def _table(site: Site, months: Sequence[Shareholding]) -> Element:
    words = site.interface.shareholding
    heads = words.month, *(words.groups[name] for name in GROUPS)
    rows = [(_name(site, month), *(_percent(site, month.parts[name]) for name in GROUPS)) for month in months]
    return scrolled_table(words.table, heads, rows)


def _name(site: Site, month: Shareholding) -> str:
    """Return a month such as ``10/2026``."""
    return digits(f"{month.month_end:%m/%Y}", site.interface.dates)


def _percent(site: Site, part: Decimal) -> str:
    return f"{decimal(site, part, 2)}\N{NO-BREAK SPACE}%"
