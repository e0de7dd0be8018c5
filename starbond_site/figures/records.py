"""The table of figures."""

from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import Boolean, Column, Date, ForeignKey, Index, Integer, String
from sqlmodel import Field

from starbond_site.documents.records import ExactDecimal, NumberedRecord, UtcDateTime


class Figure(NumberedRecord, table=True):
    """One figure of a statement."""

    __table_args__ = (
        Index("figure_once", "document_id", "period", "period_end", "name", unique=True),
        {"sqlite_autoincrement": True},
    )

    document_id: int = Field(sa_column=Column(Integer, ForeignKey("document.id"), nullable=False))
    period: str = Field(sa_column=Column(String(20), nullable=False))
    """One of `categories.Period`."""
    period_end: date = Field(sa_column=Column(Date, nullable=False))
    name: str = Field(sa_column=Column(String(20), nullable=False))
    """One of `categories.FigureName`."""
    value: Decimal = Field(sa_column=Column(ExactDecimal(40), nullable=False))
    """As in the statement."""
    unit: str = Field(sa_column=Column(String(20), nullable=False))
    """One of `categories.Unit`."""
    restated: bool = Field(default=False, sa_column=Column(Boolean, nullable=False))
    """Whether it differs from what an earlier statement says of the same period."""
    reason: str = Field(default="", sa_column=Column(String(500), nullable=False))
    """Why it left its range (`content/figures.toml`)."""
    reason_bn: str = Field(default="", sa_column=Column(String(500), nullable=False))
    entered_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
