"""The audit as a page with its filter, and as CSV for spreadsheets."""

from collections.abc import Iterable, Mapping
from urllib.parse import urlencode

import htpy as h
from htpy import Element, Node

from starbond_site import local_time
from starbond_site.content import Site
from starbond_site.content.addresses import DESK, localized
from starbond_site.content.formats import digits
from starbond_site.documents.audit import DONE
from starbond_site.documents.audit_log import Page, Wanted
from starbond_site.documents.records import Audit
from starbond_site.presentation import spreadsheet
from starbond_site.presentation.desk.parts import folded, moment, pager, table
from starbond_site.presentation.forms import Field, Given
from starbond_site.presentation.spreadsheet import BYTE_ORDER_MARK

PATH = f"{DESK}/audit"
FIELDS = ("person", "action", "outcome", "first", "last", "text")
"""Names of the query, those of `audit_log.Wanted`."""


def audit_page(site: Site, page: Page, wanted: Wanted) -> Node:
    words, query = site.interface.desk_audit, query_of(wanted)
    heads = (words.at, words.who, words.action, words.subject, words.outcome, words.detail)
    csv = f"{localized(PATH, site.language)}.csv" + (f"?{urlencode(query)}" if query else "")
    shown = [
        h.p[digits(words.count.format(count=page.total), site.interface.dates)],
        table(words.title, heads, [_row(site, line) for line in page.lines]),
        pager(site, PATH, query, "page", page.number, page.pages),
        h.p[h.a(href=csv)[words.csv]],
    ]
    chosen = folded(words.filter_label, "filter", _filter(site, page, query), is_open=bool(query))
    return [h.p[words.lead], chosen, shown if page.lines else h.p[words.none]]


def query_of(wanted: Wanted) -> dict[str, str]:
    values = {name: getattr(wanted, name) for name in FIELDS}
    return {name: str(value) for name, value in values.items() if value}


def csv_of(site: Site, lines: Iterable[Audit]) -> str:
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
        for line in lines
    )
    return BYTE_ORDER_MARK + spreadsheet.text(columns, rows)


def _filter(site: Site, page: Page, typed: Mapping[str, str]) -> Element:
    words, address, given = site.interface.desk_audit, localized(PATH, site.language), Given(typed=typed)
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
