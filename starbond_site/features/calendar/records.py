"""The table of announced dates."""

from datetime import date, datetime, time

from sqlmodel import Field

from starbond_site.documents.records import NumberedRecord


class CalendarEntry(NumberedRecord, table=True):
    """One announced date. Rows are never deleted; a date that is dropped is cancelled."""

    uid: str = Field(max_length=36, unique=True)
    """Random UUID: calendar programs recognise the entry by it (RFC 7986, section 5.3)."""
    kind: str = Field(max_length=40)
    """One of `categories.EventKind`."""
    day: date
    starts: time | None = None
    """Time of day in the company's time; None for a whole day."""
    ends: time | None = None
    title: str = Field(default="", max_length=200)
    """Empty for the name of its kind."""
    title_bn: str = Field(default="", max_length=200)
    place: str = Field(default="", max_length=200)
    place_bn: str = Field(default="", max_length=200)
    note: str = Field(default="", max_length=1000)
    note_bn: str = Field(default="", max_length=1000)
    sequence: int = 0
    """Number of changes (RFC 5545, section 3.8.7.4)."""
    changed_at: datetime
    cancelled_at: datetime | None = None
