"""The table of contact messages."""

from datetime import datetime

from sqlalchemy import Text
from sqlmodel import Field

from starbond_site.documents.records import NumberedRecord


class ContactMessage(NumberedRecord, table=True):
    """One message of the contact form."""

    reference: str = Field(max_length=20, unique=True)
    """The number that the visitor was given."""
    received_at: datetime = Field(index=True)
    name: str = Field(max_length=200)
    email: str = Field(max_length=320)
    phone: str = Field(max_length=60)
    message: str = Field(sa_type=Text)
    language: str = Field(max_length=5)
    consent_at: datetime
    mailed_at: datetime | None = None
    """When it was handed to the mail server; None while it waits, or where none is configured."""
