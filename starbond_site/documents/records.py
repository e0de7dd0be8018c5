"""What is kept about documents: the tables, the names of the lists, and the clock."""

from datetime import UTC, datetime
from enum import StrEnum

from pydantic import JsonValue
from sqlalchemy import JSON, BigInteger, Column, DateTime, Dialect, Index, Integer, String, Text, text
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel


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
    """The free-form nodes that the header subscribes to."""

    FINANCIAL = "Financial"
    DIVIDEND = "Dividend"


SINGLES = (Category.PROSPECTUS, Category.NOTICE, Category.RESULT)
"""Records of one document: publishing replaces what stood there."""
LISTS = tuple(category for category in Category if category not in SINGLES)
"""Lists that grow."""
VERSIONED = (*(category.value for category in Category), *(node.value for node in NodeName))
"""Everything that has a version of its own."""


class UtcDateTime(TypeDecorator[datetime]):
    """A moment, stored in UTC and read back with its zone, also from SQLite, which has none."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Refuse a moment without a zone: nobody could tell what it means."""
        if value is None:
            return None
        if value.tzinfo is None:
            message = "a moment without a time zone cannot be stored"
            raise ValueError(message)
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give the zone back."""
        return value.replace(tzinfo=UTC) if value and value.tzinfo is None else value


CURRENT = "withdrawn_at IS NULL AND replaced_at IS NULL"


class Document(SQLModel, table=True):
    """One published file. Rows are never deleted; ids are never used twice."""

    __table_args__ = (
        # The same bytes cannot stand twice in a category, whoever uploads them at the same moment.
        Index(
            "document_once",
            "category",
            "sha256",
            unique=True,
            sqlite_where=text(CURRENT),
            postgresql_where=text(CURRENT),
        ),
        Index("document_newest", "category", "id", sqlite_where=text(CURRENT), postgresql_where=text(CURRENT)),
        {"sqlite_autoincrement": True},
    )

    id: int | None = Field(default=None, sa_column=Column(Integer, primary_key=True))
    category: str = Field(sa_column=Column(String(40), nullable=False))
    file_name: str = Field(sa_column=Column(String(255), nullable=False))
    search: str = Field(sa_column=Column(Text, nullable=False))
    """The name as searches see it: see `names.searchable`."""
    media_type: str = Field(sa_column=Column(String(100), nullable=False))
    size: int = Field(sa_column=Column(BigInteger, nullable=False))
    sha256: str = Field(sa_column=Column(String(64), nullable=False))
    key: str = Field(sa_column=Column(String(100), nullable=False, unique=True))
    """Where the bytes are in the storage."""
    published_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    withdrawn_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
    """When it was taken back: record and bytes stay, and nobody sees them."""
    replaced_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
    """When a single record got a newer document; the older one keeps its address."""


class Node(SQLModel, table=True):
    """A free-form value that the header shows."""

    name: str = Field(sa_column=Column(String(40), primary_key=True))
    value: JsonValue = Field(default=None, sa_column=Column(JSON))
    updated_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))


class ListVersion(SQLModel, table=True):
    """How often a list or node has changed; every change raises it in its own transaction."""

    name: str = Field(sa_column=Column(String(40), primary_key=True))
    version: int = Field(sa_column=Column(BigInteger, nullable=False))


class Audit(SQLModel, table=True):
    """Who did what, when, with which outcome; rows can be added and never changed (a trigger sees to it)."""

    __table_args__ = ({"sqlite_autoincrement": True},)

    id: int | None = Field(default=None, sa_column=Column(Integer, primary_key=True))
    at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False, index=True))
    address: str = Field(sa_column=Column(String(64), nullable=False))
    """Network address, or ``command line``."""
    right: str = Field(sa_column=Column(String(20), nullable=False))
    """By which right: a value of `settings.UploadPolicy`, or ``administrator``."""
    action: str = Field(sa_column=Column(String(40), nullable=False))
    subject: str = Field(sa_column=Column(String(300), nullable=False))
    outcome: str = Field(sa_column=Column(String(40), nullable=False))
    """``done``, or the code of the refusal."""
    detail: str = Field(default="", sa_column=Column(String(500), nullable=False))
