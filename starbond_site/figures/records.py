"""The table of figures."""

from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import Column, Index
from sqlmodel import Field

from starbond_site.documents.records import ExactDecimal, NumberedRecord


class Figure(NumberedRecord, table=True):
    """One figure of a statement."""

    __table_args__ = (
        Index("figure_once", "document_id", "period", "period_end", "name", unique=True),
        {"sqlite_autoincrement": True},
    )

    document_id: int = Field(foreign_key="document.id")
    period: str = Field(max_length=20)
    """One of `categories.Period`."""
    period_end: date
    name: str = Field(max_length=20)
    """One of `categories.FigureName`."""
    value: Decimal = Field(sa_column=Column(ExactDecimal(40), nullable=False))
    """As in the statement."""
    unit: str = Field(max_length=20)
    """One of `categories.Unit`."""
    restated: bool = False
    """Whether it differs from what an earlier statement says of the same period."""
    reason: str = Field(default="", max_length=500)
    """Why it left its range (`content/figures.toml`)."""
    reason_bn: str = Field(default="", max_length=500)
    entered_at: datetime
