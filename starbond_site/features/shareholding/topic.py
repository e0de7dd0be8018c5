"""Shareholding in the snapshot and on open pages: a bar for each of the last months, a table of all; share facts.

Programs get ``GET /api/shareholding`` and ``/api/shareholding.csv``; ``/desk/shareholding`` imports months from a
table, also from that CSV.
"""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal
from operator import attrgetter

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.addresses import DESK, DISCLOSURES_PAGE, SHAREHOLDING_PAGE
from starbond_site.documents.snapshot import Snapshot
from starbond_site.features.hooks import InvestorPart, LivePage
from starbond_site.features.shareholding import service
from starbond_site.features.shareholding.service import COLUMNS, GROUPS, Shareholding
from starbond_site.presentation.html_parts import DASH, downloads, scrolled_table
from starbond_site.presentation.numbers import decimal
from starbond_site.shared.categories import SHAREHOLDING
from starbond_site.web.api import table_routes
from starbond_site.web.desk.importing import Importing

MONTHS = 12
"""Months of the picture."""
WIDTH, BAR, GAP, LABEL = 720, 26, 8, 176
"""In pixels: of the picture, the height of a bar and of the space below it, and the width of the names of months."""


def html(site: Site, snapshot: Snapshot) -> str:
    words, months = site.interface.shareholding, snapshot.rows(SHAREHOLDING)
    if not months:
        return str(h.p(".document-list__empty")[words.empty])
    files = downloads((words.as_csv, "/api/shareholding.csv"))
    return str(h.fragment[_newest(site, months[0]), _picture(site, months), _table(site, months), files])


def parts(site: Site, snapshot: Snapshot, _today: date) -> Iterator[InvestorPart]:
    """Yield the groups of the newest month, and the facts of the share, for the page of investors."""
    words, share = site.interface.shareholding, site.shareholding
    for newest in snapshot.rows(SHAREHOLDING)[:1]:
        groups = [h.div[h.dt[words.groups[name]], h.dd[_percent(site, part)]] for name, part in newest.parts.items()]
        content = [h.p(".muted")[site.month_name(newest.month_end)], h.dl(".investors__facts")[groups]]
        yield InvestorPart(SHAREHOLDING_PAGE, site.page(SHAREHOLDING_PAGE).title, content)
    if share.facts:
        rows = h.dl(".investors__facts")[[h.div[h.dt[fact.name], h.dd[fact.value]] for fact in share.facts]]
        shown = [rows, share.note and h.p(".muted")[share.note]]
        yield InvestorPart(f"{SHAREHOLDING_PAGE}#share", words.share, shown, 3)


def live(site: Site) -> LivePage:
    """Return the page that says who owns the company, with the facts of the share."""
    words, links = site.interface.shareholding, {DISCLOSURES_PAGE: "", site.shareholding.governance: ""}
    heading, shown = h.h2("#share")[words.share], h.div[h.div(".stack")[_facts(site)]]
    share = h.section(".stack", aria_labelledby="share")[heading, shown]
    return LivePage(lead=words.lead, below=share, links=links, style="shareholding figures")


def _facts(site: Site) -> Node:
    words, share = site.interface.shareholding, site.shareholding
    complaint = share.complaint
    return [
        share.note and h.p(".muted")[share.note],
        h.dl(".shareholding__facts")[[h.div[h.dt[fact.name], h.dd[fact.value]] for fact in share.facts]],
        complaint
        and h.p[
            h.strong[words.complaint], ": ", complaint.name, ", ",
            h.a(href=f"tel:{complaint.phone.dial}")[complaint.phone.shown], ", ",
            h.a(href=f"mailto:{complaint.email}")[complaint.email], ". ",
            words.answer_within.format(days=site.digits(complaint.days)),
        ],
    ]  # fmt: skip


def _newest(site: Site, month: Shareholding) -> Element:
    words = site.interface.shareholding
    return h.section(".figure", aria_labelledby="shareholding-newest")[
        h.h2(id="shareholding-newest")[site.month_name(month.month_end)],
        h.dl(".large-figures.figure__body")[
            [
                h.div[h.dt[_swatch(name), words.groups[name]], h.dd[_percent(site, part)]]
                for name, part in month.parts.items()
            ]
        ],
    ]


def _swatch(name: str) -> Element:
    return h.span(class_=f"shares__swatch shares__{name}")


def _picture(site: Site, months: Sequence[Shareholding]) -> Element:
    """Return a bar for each of the last months, the newest first, cut into the parts of the groups.

    A month between others that was not entered has no bar.
    """
    words, known = site.interface.shareholding, {month.month_end: month for month in months}
    first = months[min(len(months), MONTHS) - 1].month_end
    ends = [months[0].month_end]
    while len(ends) < MONTHS and ends[-1] > first:
        ends.append(ends[-1].replace(day=1) - timedelta(days=1))
    height = len(ends) * (BAR + GAP)
    newest = "; ".join(f"{words.groups[name]}: {_percent(site, months[0].parts[name])}" for name in GROUPS)
    named = {"aria-labelledby": "shareholding-title", "aria-describedby": "shareholding-description"}
    return h.figure(".shareholding__picture")[
        h.svg(".shares", named, role="img", viewBox=f"0 0 {WIDTH} {height}")[
            h.title(id="shareholding-title")[words.picture],
            h.desc(id="shareholding-description")[f"{site.month_name(ends[0])}: {newest}"],
            [_bar(site, end, known.get(end), place * (BAR + GAP)) for place, end in enumerate(ends)],
        ],
        h.figcaption[h.ul(".shares__key.plain-list")[[h.li[_swatch(name), words.groups[name]] for name in GROUPS]]],
    ]


def _bar(site: Site, end: date, month: Shareholding | None, top: int) -> Node:
    start, parts, shares = float(LABEL), [], month.parts if month else {}
    scale = (WIDTH - LABEL) / float(sum(shares.values()) or 1)
    for name, share in shares.items():
        width = float(share) * scale
        parts.append(h.rect(class_=f"shares__{name}", x=f"{start:.1f}", y=top, width=f"{width:.1f}", height=BAR))
        start += width
    return [h.text(x=0, y=top + BAR - 6)[site.month_name(end)], parts or h.text(x=LABEL, y=top + BAR - 6)[DASH]]


def _table(site: Site, months: Sequence[Shareholding]) -> Element:
    words = site.interface.shareholding
    heads = words.month, *(words.groups[name] for name in GROUPS)
    rows = [
        (site.month_name(each.month_end), *(decimal(site, part, 2) for part in each.parts.values())) for each in months
    ]
    return scrolled_table(words.table, heads, rows, has_cards=False)


def _percent(site: Site, part: Decimal) -> str:
    return f"{decimal(site, part, 2)}\N{NO-BREAK SPACE}%"


routes = table_routes(SHAREHOLDING, Shareholding, "months", {name: name for name in COLUMNS})
PAGE = Importing(
    path=f"{DESK}/shareholding",
    about=SHAREHOLDING_PAGE,
    words=lambda site: site.interface.desk_shareholding,
    parse=service.parse,
    take=service.import_all,
    columns=lambda _site: COLUMNS,
    cells=attrgetter(*COLUMNS),
).page()
