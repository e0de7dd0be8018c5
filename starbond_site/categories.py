"""The names of lists, single records and nodes: the one table that content, documents and pages share."""

from enum import StrEnum


class Category(StrEnum):
    """The lists of documents (docs/requirements.md, "Documents"), then the three single records."""

    PRICE_SENSITIVE_INFORMATION = "PriceSensitiveInformation"
    ANNUAL_REPORT = "AnnualReport"
    FINANCIAL_STATEMENT = "FinancialStatement"
    ALL_NOTICE = "AllNotice"
    BOND_ISSUE = "BondIssue"
    PROSPECTUS = "Prospectus"
    NOTICE = "Notice"
    RESULT = "Result"


class NodeName(StrEnum):
    """The nodes with free-form values that the header shows."""

    FINANCIAL = "Financial"
    DIVIDEND = "Dividend"


SINGLES = (Category.PROSPECTUS, Category.NOTICE, Category.RESULT)
"""Records of one document: publishing replaces the current one."""
LISTS = tuple(category for category in Category if category not in SINGLES)
"""Lists: publishing adds a document."""
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


WITH_FIGURES = (Category.FINANCIAL_STATEMENT, Category.ANNUAL_REPORT)
"""Lists whose documents can have figures."""
