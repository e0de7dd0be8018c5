"""The names of lists, single records, nodes, dates, figures and pages of features, which all packages share.

Which there are is content (``investors.toml``, ``calendar.toml``, ``figures.toml``), as is the currency
(``company.toml``): `content` checks what they say.
"""

import re
from enum import StrEnum
from typing import Any

from starbond_site.shared.declarations import declared, entries

ID = r"^[A-Za-z][A-Za-z0-9]{0,39}$"
"""Ids of lists and single records: part of addresses, and a column of 40 characters."""


KIND_ID = r"^[a-z](-?[a-z0-9])*$"
"""Ids of kinds of dates and figures: arguments and options of commands."""


def _declared(file: str, table: str, field: str = "id", pattern: str = ID) -> dict[str, dict[str, Any]]:
    """Return the entries of a table of a content file by the field that names them, in their order."""
    named = ((entry.get(field), entry) for entry in entries(file, table))
    return {id: entry for id, entry in named if isinstance(id, str) and re.fullmatch(pattern, id)}


_LISTS, _SINGLES = _declared("investors.toml", "categories"), _declared("investors.toml", "shared", "node")


class Category(StrEnum):
    """The lists of documents, then the single records, each by its id (docs/requirements.md, "Documents")."""

    vars().update({f"ID_{id}": id for id in _LISTS | _SINGLES})


class NodeName(StrEnum):
    """The nodes with free-form values that the header shows."""

    FINANCIAL = "Financial"
    DIVIDEND = "Dividend"


LISTS = tuple(Category(id) for id in _LISTS)
"""Lists: publishing adds a document."""
SINGLES = tuple(Category(id) for id in _SINGLES if id not in _LISTS)
"""Records of one document: publishing replaces the current one."""
SHEETS = tuple(Category(id) for id, entry in _LISTS.items() if entry.get("of_products") is True)
"""The list of safety data sheets: each document is that of one product in one language. At most one (`content`)."""
FILED = tuple(category for category in LISTS if category not in SHEETS)
"""The lists of filings: those of the upload page, of all filings and of the newest ones."""
WITH_FIGURES = tuple(Category(id) for id, entry in _LISTS.items() if entry.get("figures") is True)
"""Lists whose documents report on a period: they can have figures, and are published in its year or in the next."""
_TIMED = {
    str(duty.get("list")) for duty in _declared("duties.toml", "duties", pattern=KIND_ID).values() if "minutes" in duty
}
PRICE_SENSITIVE = tuple(category for category in LISTS if category.value in _TIMED)
"""Lists whose documents appear within minutes of a decision."""
CALENDAR, FIGURES, DEALERS = "calendar", "figures", "dealers"
DIVIDENDS, SHAREHOLDING, MEETINGS, RESULTS = "dividends", "shareholding", "general_meetings", "results"
OF_FEATURES = (CALENDAR, FIGURES, DEALERS, DIVIDENDS, SHAREHOLDING, MEETINGS, RESULTS)
"""Rows of features in the snapshot, such as dates of the company and figures of its statements; also their topics and
the last part of their addresses."""
CALENDAR_PAGE, FIGURES_PAGE, DISCLOSURES_PAGE, DEALERS_PAGE = "/calendar", "/figures", "/disclosures", "/dealers"
DIVIDENDS_PAGE, SHAREHOLDING_PAGE, MEETINGS_PAGE, RESULTS_PAGE = "/dividends", "/shareholding", "/agm", "/results"
FINDER, ALERTS, SAFETY = "/finder", "/alerts", "/safety"
"""Pages of features; `content.addresses` has those of all."""
WAITING = "waiting-heading"
"""Id of the heading of the private search on the page of dividends."""
NEWSLETTER = "newsletter"
"""What subscribers of mail alerts may choose beside lists."""
NOT_FOR_LISTS = frozenset(
    {*(node.value.casefold() for node in NodeName), *OF_FEATURES, NEWSLETTER, "changes"}
    | {"all", "filings", "latest", "shared", "nodes", "disclosures"}
)
"""Names in small letters that versions, feeds and parts of pages have already (`presentation.topics`)."""


class EventKind(StrEnum):
    """Kinds of events of the calendar, by the ids of ``calendar.toml``."""

    vars().update({f"ID_{id}": id for id in _declared("calendar.toml", "kinds", pattern=KIND_ID)})


OTHER_EVENT = "other"
"""The kind of date that needs a title, where content has it."""


class FigureName(StrEnum):
    """The figures of a financial statement, by the ids of ``figures.toml``."""

    vars().update({f"ID_{id}": id for id in _declared("figures.toml", "kinds", pattern=KIND_ID)})


class Period(StrEnum):
    """The period of a figure, which ends on its date."""

    YEAR = "year"
    QUARTER = "quarter"
    HALF_YEAR = "half-year"
    NINE_MONTHS = "nine-months"


def _currency() -> str:
    """Return the currency of ``company.toml``; ``XXX`` where it cannot be read (no currency, ISO 4217)."""
    found = str(declared("company.toml").get("currency", ""))
    return found if re.fullmatch(r"[A-Z]{3}", found) else "XXX"


class Unit(StrEnum):
    """The unit of a figure: the currency of the company, or millions of it."""

    ONE = _currency()
    MILLION = f"{ONE} million"
