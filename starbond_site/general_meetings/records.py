"""The table of general meetings."""

from datetime import datetime

from sqlalchemy import Column, Integer, Text
from sqlmodel import Field

from starbond_site.documents.records import NumberedRecord, UtcDateTime


class GeneralMeeting(NumberedRecord, table=True):
    """One general meeting. Rows are never deleted; a meeting that does not take place is cancelled."""

    facts: str = Field(sa_column=Column(Text, nullable=False))
    """What was entered, as a JSON object of texts by the names of `service.FIELDS`, without empty ones."""
    sequence: int = Field(default=0, sa_column=Column(Integer, nullable=False))
    """Number of changes."""
    changed_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
