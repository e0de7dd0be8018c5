"""The tables of duties: which document was named for a period, and which reminders were queued."""

from datetime import datetime

from sqlalchemy import Column, ForeignKey, Integer, String, UniqueConstraint
from sqlmodel import Field

from starbond_site.documents.records import NumberedRecord, Record, UtcDateTime


class DutyFulfilment(Record, table=True):
    """A document that the administrator named for a period, instead of the one that would be found."""

    duty: str = Field(sa_column=Column(String(60), primary_key=True))
    period: str = Field(sa_column=Column(String(20), primary_key=True))
    """`overview.Period.id`, or ``standing``."""
    document_id: int = Field(sa_column=Column(Integer, ForeignKey("document.id"), nullable=False))
    at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))


class DutyReminder(NumberedRecord, table=True):
    """A mail that reminds of a date, queued once for each of `service.STAGES`."""

    __table_args__ = (UniqueConstraint("duty", "period", "stage"), {"sqlite_autoincrement": True})

    duty: str = Field(sa_column=Column(String(60), nullable=False))
    period: str = Field(sa_column=Column(String(20), nullable=False))
    stage: int = Field(sa_column=Column(Integer, nullable=False))
    """Days before the date; -1 for one that has passed."""
    at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
