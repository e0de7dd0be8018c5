"""The tables of duties: which document was named for a period, and which reminders were queued."""

from datetime import datetime

from sqlalchemy import UniqueConstraint
from sqlmodel import Field

from starbond_site.documents.records import NumberedRecord, Record


class DutyFulfilment(Record, table=True):
    """A document that the administrator named for a period, instead of the one that would be found."""

    duty: str = Field(max_length=60, primary_key=True)
    period: str = Field(max_length=20, primary_key=True)
    """`overview.DutyStatus.period_id`."""
    document_id: int = Field(foreign_key="document.id")
    at: datetime


class DutyReminder(NumberedRecord, table=True):
    """A mail that reminds of a date, queued once for each of `service.STAGES`."""

    __table_args__ = (UniqueConstraint("duty", "period", "stage"), {"sqlite_autoincrement": True})

    duty: str = Field(max_length=60)
    period: str = Field(max_length=20)
    """`overview.DutyStatus.reminder_id`."""
    stage: int
    """Days before the date; -1 for one that has passed."""
    at: datetime
