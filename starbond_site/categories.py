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
VERSIONED = (*(category.value for category in Category), *(node.value for node in NodeName))
"""Names of everything that has a version: lists, single records and nodes."""
