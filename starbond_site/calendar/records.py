"""The table of announced dates."""

from datetime import date, datetime, time

from sqlalchemy import Column, Date, Integer, String, Time
from sqlmodel import Field

from starbond_site.documents.records import NumberedRecord, UtcDateTime


class CalendarEntry(NumberedRecord, table=True):
    """One announced date. Rows are never deleted; a date that is dropped is cancelled."""

    uid: str = Field(sa_column=Column(String(36), nullable=False, unique=True))
    """Random UUID: calendar programs recognise the entry by it (RFC 7986, section 5.3)."""
    kind: str = Field(sa_column=Column(String(40), nullable=False))
    """One of `categories.EventKind`."""
    day: date = Field(sa_column=Column(Date, nullable=False))
    starts: time | None = Field(default=None, sa_column=Column(Time))
    """Time of day in the company's time; None for a whole day."""
    ends: time | None = Field(default=None, sa_column=Column(Time))
    title: str = Field(default="", sa_column=Column(String(200), nullable=False))
    """Empty for the name of its kind."""
    title_bn: str = Field(default="", sa_column=Column(String(200), nullable=False))
    place: str = Field(default="", sa_column=Column(String(200), nullable=False))
    place_bn: str = Field(default="", sa_column=Column(String(200), nullable=False))
    note: str = Field(default="", sa_column=Column(String(1000), nullable=False))
    note_bn: str = Field(default="", sa_column=Column(String(1000), nullable=False))
    sequence: int = Field(default=0, sa_column=Column(Integer, nullable=False))
    """Number of changes (RFC 5545, section 3.8.7.4)."""
    changed_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    cancelled_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
