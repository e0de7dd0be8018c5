"""The results in the snapshot and on open pages: a table with a row for each reporting period.

A row goes with the figures of a document that is withdrawn. ``GET /results.md``, in every language, has the same as a
table of Markdown.
"""

from collections.abc import Iterator
from datetime import date
from functools import partial

import htpy as h
from htpy import Node
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site import content, features
from starbond_site.content import LANGUAGES, Language, Site
from starbond_site.content.addresses import FIGURES_PAGE, RESULTS_PAGE, localized
from starbond_site.documents.snapshot import Snapshot
from starbond_site.features.hooks import InvestorPart
from starbond_site.features.results.service import WEEK, DatedDocument, ReportingPeriod
from starbond_site.presentation.html_parts import DASH, bullets, downloads, link, scrolled_table
from starbond_site.shared.categories import PRICE_SENSITIVE, RESULTS
from starbond_site.web.markdown_texts import END, answer
from starbond_site.web.markdown_texts import link as markdown_link
from starbond_site.web.services import Services


def html(site: Site, snapshot: Snapshot) -> str:
    """Return all periods, the newest first, without the columns that none of them fills.

    Figures come first: a phone shows two or three columns beside the period.
    """
    words, rows = site.interface.results, snapshot.rows(RESULTS)
    if not rows:
        return str(h.p(".document-list__empty")[words.empty])
    figures = (head for head, _, _ in _figures(site, snapshot, rows[0]))
    heads = [site.interface.figures.period, *figures, site.interface.figures.statement, _told(site), words.date]
    lines = [_line(site, snapshot, row) for row in rows]
    filled = [n for n in range(len(heads)) if any(line[n] for line in lines)]
    shown = [[line[n] or DASH for n in filled] for line in lines]
    own, table = site.interface.figures, scrolled_table(words.table, [heads[n] for n in filled], shown)
    files = site.has(FIGURES_PAGE) and downloads((own.as_csv, "/api/figures.csv"), (own.as_json, "/api/figures"))
    return str(h.fragment[table, files])


def newest(site: Site, snapshot: Snapshot, _today: date) -> Iterator[InvestorPart]:
    """Yield the figures of the newest period with its documents, for the page of investors."""
    first = next(iter(snapshot.rows(RESULTS)), None)
    if first is None or not site.has(RESULTS_PAGE):
        return
    found = [
        h.div[h.dt[head], h.dd[h.strong[value], notes and h.small(".muted")[notes]]]
        for head, value, notes in _figures(site, snapshot, first)
        if value
    ]
    papers = {site.interface.figures.statement: first.restating or first.statement, _told(site): first.price_sensitive}
    links = [link(site, f"/documents/{paper.id}", label) for label, paper in papers.items() if paper]
    period = h.p(".muted")[site.period(first.period, first.end)]
    content = [period, h.dl(".investors__figures")[found], bullets(links, "investors__ways")]
    yield InvestorPart(RESULTS_PAGE, site.page(RESULTS_PAGE).title, content, 0)


def _figures(site: Site, snapshot: Snapshot, row: ReportingPeriod) -> list[tuple[str, str, str]]:
    """Return name, value and notes of each figure of a period."""
    return [each for hooks in features.hooks() for each in hooks.figures(site, snapshot, row.period, row.end)]


def _told(site: Site) -> str:
    return ", ".join(site.title_of(listed) for listed in PRICE_SENSITIVE)


def _document(site: Site, paper: DatedDocument | None, of: str) -> Node:
    """Return the link to a document, which says its day and, to screen readers, the period; nothing for none."""
    if paper is None:
        return None
    address, day = site.address(f"/documents/{paper.id}"), site.long_date(paper.day)
    return h.a(href=address, aria_label=f"{day}: {of}")[day]


def _line(site: Site, snapshot: Snapshot, row: ReportingPeriod) -> list[Node]:
    near = (hooks.date_near(site, snapshot, row.statement.day, WEEK) for hooks in features.hooks())
    statement, of = site.interface.figures.statement, site.period(row.period, row.end)
    restated = site.interface.figures.restated
    return [
        of,
        *(
            value and [value, notes and [h.br, h.small(".muted")[notes]]]
            for _, value, notes in _figures(site, snapshot, row)
        ),
        [
            _document(site, row.statement, f"{statement}, {of}"),
            row.restating and [h.br, restated, ": ", _document(site, row.restating, f"{restated}, {of}")],
        ],
        _document(site, row.price_sensitive, f"{_told(site)}, {of}"),
        next(filter(None, near), None),
    ]


def routes(parts: Services) -> list[Route]:
    async def results(language: Language, _request: Request) -> ASGIApp:
        return answer(table(content.read(language), await parts.current()))

    return [Route(localized(RESULTS_PAGE, language) + END, partial(results, language)) for language in LANGUAGES]


def table(site: Site, snapshot: Snapshot) -> str:
    rows = snapshot.rows(RESULTS)
    heads = [head for row in rows[:1] for head, _, _ in _figures(site, snapshot, row)]
    lines = [[site.interface.figures.period, *heads, site.interface.figures.statement], ["---"] * (len(heads) + 2)]
    for row in rows:
        values = [f"{value} {f'({notes})' if notes else ''}" for _, value, notes in _figures(site, snapshot, row)]
        page = site.address(f"/documents/{(row.restating or row.statement).id}")
        lines.append([site.period(row.period, row.end), *values, markdown_link(page, page + END)])
    table = "\n".join(f"| {' | '.join(cell.replace('|', '/').strip() for cell in line)} |" for line in lines)
    return f"# {site.page(RESULTS_PAGE).title}, {site.company.name}\n\n{table}\n"
