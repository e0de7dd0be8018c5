"""The audit as a page with its filter, and as CSV for spreadsheets."""

import io
from collections.abc import Iterable, Mapping
from html import escape
from urllib.parse import urlencode

from starbond_site import local_time
from starbond_site.content import Site
from starbond_site.content.addresses import DESK, localized
from starbond_site.content.formats import digits
from starbond_site.documents.audit import DONE
from starbond_site.documents.audit_log import Line, Page, Wanted
from starbond_site.presentation import spreadsheet
from starbond_site.presentation.desk.parts import Field, choice, field, moment, pager, table
from starbond_site.presentation.list_csv import BYTE_ORDER_MARK

PATH = f"{DESK}/audit"
FIELDS = ("person", "action", "outcome", "first", "last", "text")
"""Names of the query, those of `audit_log.Wanted`."""


def audit_page(site: Site, page: Page, wanted: Wanted) -> str:
    """Return what stands below the heading."""
    words, query = site.interface.desk_audit, query_of(wanted)
    parts = [f'<p class="lead">{escape(words.lead)}</p>', _filter(site, page, query)]
    if not page.lines:
        return "".join((*parts, f"<p>{escape(words.none)}</p>"))
    count = digits(words.count.format(count=page.total), site.interface.dates)
    heads = (words.at, words.who, words.action, words.subject, words.outcome, words.detail)
    csv = f"{localized(PATH, site.language)}.csv" + (f"?{urlencode(query)}" if query else "")
    return "".join(
        (
            *parts,
            f"<p>{escape(count)}</p>",
            table(words.title, heads, [_row(site, line) for line in page.lines]),
            pager(site, PATH, query, "page", page.number, page.pages),
            f'<p><a href="{escape(csv)}">{escape(words.csv)}</a></p>',
        )
    )


def query_of(wanted: Wanted) -> dict[str, str]:
    """Return a selection as a query."""
    values = {name: getattr(wanted, name) for name in FIELDS}
    return {name: str(value) for name, value in values.items() if value}


def csv_of(site: Site, lines: Iterable[Line]) -> str:
    """Return entries as CSV (RFC 4180); no cell is run as a formula."""
    words = site.interface.desk_audit
    columns = (
        *(words.at, "UTC", words.who, words.right, words.address),
        *(words.action, words.subject, words.outcome, words.detail),
    )
    target = io.StringIO(newline="")
    target.write(BYTE_ORDER_MARK)
    rows = (
        (
            f"{local_time.in_local_time(line.at):%d-%m-%Y %H:%M:%S}",
            line.at.isoformat(timespec="seconds").replace("+00:00", "Z"),
            *(line.person, line.right, line.address, line.action, line.subject, line.outcome, line.detail),
        )
        for line in lines
    )
    spreadsheet.write(target, columns, (dict(zip(columns, cells, strict=True)) for cells in rows))
    return target.getvalue()


def _filter(site: Site, page: Page, typed: Mapping[str, str]) -> str:
    words, address = site.interface.desk_audit, localized(PATH, site.language)
    drop_downs = (
        ("person", words.person, words.all_people, page.people),
        ("action", words.action, words.all_actions, page.actions),
        ("outcome", words.outcome, words.all_outcomes, page.outcomes),
    )
    choices = "".join(
        choice(name, label, [("", every), *((value, value) for value in values)], typed, {})
        for name, label, every, values in drop_downs
    )
    days = "".join(
        field(Field(name=name, label=label, kind=kind), typed, {})
        for name, label, kind in (
            ("first", words.first_day, "date"),
            ("last", words.last_day, "date"),
            ("text", words.text, "search"),
        )
    )
    everything = f'<a class="button" href="{address}">{escape(words.everything)}</a>' if typed else ""
    return (
        f'<form class="desk__form desk__form--filter" method="get" action="{address}" role="search" '
        f'aria-label="{escape(words.filter_label)}">{choices}{days}'
        f'<div class="button-row"><button class="button button--primary">{escape(words.show)}</button>'
        f"{everything}</div>"
        "</form>"
    )


def _row(site: Site, line: Line) -> tuple[str, ...]:
    words = site.interface.desk_audit
    who = escape(line.person or line.right)
    outcome = words.done if line.outcome == DONE else line.outcome
    return (
        moment(site, line.at, with_seconds=True),
        f'{who}<small class="desk__hint">{escape(line.address)}</small>',
        escape(line.action),
        escape(line.subject),
        escape(outcome),
        escape(line.detail),
    )
