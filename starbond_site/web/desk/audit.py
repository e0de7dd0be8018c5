"""``GET /desk/audit``: what was done and refused, by person, action, outcome, days and words; as CSV below ``.csv``."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import date
from urllib.parse import urlencode

import htpy as h
from htpy import Element, Node
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site.content import Site
from starbond_site.content.addresses import DESK
from starbond_site.documents import audit
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import DONE, AuditFilter
from starbond_site.documents.records import Audit
from starbond_site.presentation.desk.desk_html import folded, moment, table
from starbond_site.presentation.form_fields import Field, FormInput
from starbond_site.presentation.html_parts import pager
from starbond_site.presentation.spreadsheet import BYTE_ORDER_MARK
from starbond_site.shared import local_time, threads
from starbond_site.shared.digits import in_ascii
from starbond_site.shared.roles import Role
from starbond_site.web.desk.frame import HEADERS, Desk, route, site_of
from starbond_site.web.desk.pages import DeskPage, DeskRequest
from starbond_site.web.encoding import TextResponse, as_csv

PATH = f"{DESK}/audit"
MAX_CHARACTERS = 200
MOST_ROWS = 100_000
"""Of a CSV."""


def _show(asked: DeskRequest) -> list[Node]:
    site, words, wanted = asked.site, asked.site.interface.desk_audit, _wanted(asked.query)
    page = audit.page(asked.archive, wanted, asked.page)
    query = {name: str(value) for name, value in asdict(wanted).items() if value}
    heads = (words.at, words.who, words.action, words.subject, words.outcome, words.detail)
    csv = f"{site.address(PATH)}.csv" + (f"?{urlencode(query)}" if query else "")
    shown = [
        h.p[site.digits(words.count.format(count=page.total))],
        table(words.title, heads, [_row(site, line) for line in page.lines]),
        pager(site, page.number, page.pages, lambda to: f"{site.address(PATH)}?{urlencode({**query, 'page': to})}"),
        h.p[h.a(href=csv)[words.csv]],
    ]
    chosen = folded(words.filter_label, "filter", _filter(site, page, query), is_open=bool(query))
    return [h.p[words.lead], chosen, shown if page.lines else h.p[words.none]]


PAGE = DeskPage(path=PATH, show=_show, label=lambda site: site.interface.desk_audit.title)


def routes(desk: Desk) -> list[Route]:
    async def csv(request: Request) -> ASGIApp:
        await desk.entered(request, Role.PREPARE)
        return await threads.TABLES.run(_csv, desk.archive(), _wanted(request.query_params), site_of(request))

    return route(f"{PATH}.csv", csv)


def _wanted(query: Mapping[str, str]) -> AuditFilter:
    """Return the selection of a query; what cannot be read selects nothing."""

    def text(name: str) -> str:
        return query.get(name, "")[:MAX_CHARACTERS].strip().replace("\0", "")

    texts = {name: text(name) for name in ("person", "action", "outcome", "text")}
    return AuditFilter(**texts, first=_day(text("first")), last=_day(text("last")))


def _day(given: str) -> date | None:
    try:
        return date.fromisoformat(in_ascii(given))
    except ValueError:
        return None


def _csv(archive: Archive, wanted: AuditFilter, site: Site) -> TextResponse:
    """Return entries as CSV (RFC 4180); no cell is run as a formula."""
    words = site.interface.desk_audit
    columns = (
        *(words.at, "UTC", words.who, words.right, words.address),
        *(words.action, words.subject, words.outcome, words.detail),
    )
    rows = (
        (
            f"{local_time.in_local_time(line.at):%d-%m-%Y %H:%M:%S}",
            local_time.in_utc(line.at),
            *(line.person, line.right, line.address, line.action, line.subject, line.outcome, line.detail),
        )
        for line in audit.every(archive, wanted, MOST_ROWS)
    )
    return as_csv("audit", columns, rows, HEADERS, BYTE_ORDER_MARK)


def _filter(site: Site, page: audit.AuditPage, typed: Mapping[str, str]) -> Element:
    words, address, given = site.interface.desk_audit, site.address(PATH), FormInput(typed=typed)
    drop_downs = (
        ("person", words.person, words.all_people, page.people),
        ("action", words.action, words.all_actions, page.actions),
        ("outcome", words.outcome, words.all_outcomes, page.outcomes),
    )
    fields = (
        *(
            Field(name=name, label=label, options=[("", every), *((value, value) for value in values)])
            for name, label, every, values in drop_downs
        ),
        Field(name="first", label=words.first_day, kind="date"),
        Field(name="last", label=words.last_day, kind="date"),
        Field(name="text", label=words.text, kind="search"),
    )
    return h.form(
        ".desk__form.desk__form--filter", method="get", action=address, role="search", aria_label=words.filter_label
    )[
        [field.written(given) for field in fields],
        h.div(".button-row")[
            h.button(".button.button--primary")[words.show],
            typed and h.a(".button", href=address)[words.everything],
        ],
    ]


def _row(site: Site, line: Audit) -> tuple[Node, ...]:
    return (
        moment(site, line.at, with_seconds=True),
        [line.person or line.right, h.small(".desk__hint")[line.address]],
        line.action,
        line.subject,
        site.interface.desk_audit.done if line.outcome == DONE else line.outcome,
        line.detail,
    )
