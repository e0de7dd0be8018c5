"""The names of lists, single records and nodes: the one table that content, documents and pages share.

Which lists and single records there are is content (``content/investors.toml``). Their ids are read here, below all
other packages, because tables, addresses and pages are made for them; `content` reads and checks the rest of that file.
"""

import tomllib
from enum import StrEnum
from pathlib import Path
from typing import Any

INVESTORS = Path(__file__).parent / "content" / "investors.toml"


def _entries(table: str, field: str) -> dict[str, dict[str, Any]]:
    """Return the entries of a table by the field that names them; what cannot be read is left out: `content` says so."""
    try:
        entries = tomllib.loads(INVESTORS.read_text("utf-8")).get(table, [])
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        return {}
    return {entry[field]: entry for entry in entries if isinstance(entry.get(field), str) and entry[field]}


_LISTS, _SINGLES = _entries("categories", "id"), _entries("shared", "node")


class Category(StrEnum):
    """The lists of documents, then the single records, each by its id (docs/requirements.md, "Documents")."""

    # The documented way to members that a loop makes.
    _ignore_ = ["_id"]
    for _id in (*_LISTS, *_SINGLES):
        vars()[_id] = _id


class NodeName(StrEnum):
    """The nodes with free-form values that the header shows."""

    FINANCIAL = "Financial"
    DIVIDEND = "Dividend"


LISTS = tuple(Category(id) for id in _LISTS)
"""Lists: publishing adds a document."""
SINGLES = tuple(Category(id) for id in _SINGLES if id not in _LISTS)
"""Records of one document: publishing replaces the current one."""
WITH_FIGURES = tuple(Category(id) for id, entry in _LISTS.items() if entry.get("figures") is True)
"""Lists whose documents are reports on a period and can have figures."""
CALENDAR, FIGURES, DEALERS = "calendar", "figures", "dealers"
"""Dates of the company, the figures of its statements, and its dealers; also their topics and the last part of their
addresses."""
VERSIONED = (*(category.value for category in Category), *(node.value for node in NodeName), CALENDAR, FIGURES, DEALERS)
"""Names of everything that has a version: lists, single records, nodes, the calendar, the figures and the dealers."""


class EventKind(StrEnum):
    """What happens on a date of the calendar."""

    ANNUAL_GENERAL_MEETING = "annual-general-meeting"
    RECORD_DATE = "record-date"
    RESULTS = "results"
    BOARD_MEETING = "board-meeting"
    DIVIDEND_PAYMENT = "dividend-payment"
    OTHER = "other"


class FigureName(StrEnum):
    """The figures of a financial statement; the first three are per share."""

    EPS = "eps"
    NAV = "nav"
    NOCFPS = "nocfps"
    REVENUE = "revenue"
    PROFIT = "profit"


class Period(StrEnum):
    """The period of a figure, which ends on its date."""

    YEAR = "year"
    QUARTER = "quarter"
    HALF_YEAR = "half-year"
    NINE_MONTHS = "nine-months"


class Unit(StrEnum):
    """The unit of a figure."""

    BDT = "BDT"
    BDT_MILLION = "BDT million"

