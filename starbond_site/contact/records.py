"""The table of contact messages."""

from datetime import datetime

from sqlalchemy import Column, String, Text
from sqlmodel import Field

from starbond_site.documents.records import NumberedRecord, UtcDateTime


class ContactMessage(NumberedRecord, table=True):
    """One message of the contact form."""

    reference: str = Field(sa_column=Column(String(20), nullable=False, unique=True))
    """The number that the visitor was given."""
    received_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False, index=True))
    name: str = Field(sa_column=Column(String(200), nullable=False))
    email: str = Field(sa_column=Column(String(320), nullable=False))
    phone: str = Field(sa_column=Column(String(60), nullable=False))
    message: str = Field(sa_column=Column(Text, nullable=False))
    language: str = Field(sa_column=Column(String(5), nullable=False))
    consent_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    mailed_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
    """When it was handed to the mail server; None while it waits, or where none is configured."""
