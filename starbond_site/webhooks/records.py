"""The table of webhooks."""

from datetime import datetime

from sqlalchemy import BigInteger, Boolean, Column, Integer, String
from sqlmodel import Field

from starbond_site.documents.records import NumberedRecord, UtcDateTime


class Webhook(NumberedRecord, table=True):
    """An address to which every change is posted, and how far it has confirmed them."""

    url: str = Field(sa_column=Column(String(500), nullable=False, unique=True))
    secret: str = Field(sa_column=Column(String(100), nullable=False))
    """Signs what is posted, and must therefore be readable."""
    site: str = Field(sa_column=Column(String(300), nullable=False))
    """Public address of the site that posts: a copy at another address, such as a restored backup, does not."""
    is_private: bool = Field(default=False, sa_column=Column(Boolean, nullable=False))
    """Whether the address may be one of a private network or of this machine."""
    cursor: int = Field(sa_column=Column(BigInteger, nullable=False))
    """Number of the last change that the receiver has confirmed."""
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    due_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    """When it may be claimed; a worker that claims it moves this to the end of its claim."""
    claims: int = Field(default=0, sa_column=Column(Integer, nullable=False))
    """How often it was claimed; tells a claim from a later one."""
    failures: int = Field(default=0, sa_column=Column(Integer, nullable=False))
    """Attempts in a row that were not confirmed."""
    failing_since: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
    """Time of the first of these attempts."""
    problem: str = Field(default="", sa_column=Column(String(200), nullable=False))
    """What was wrong with the last one."""
    stopped_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
    """When it was given up; the operator can resume it."""


class WebhookLog(NumberedRecord, table=True):
    """One message that a receiver confirmed; kept when the webhook is removed."""

    webhook_id: int = Field(sa_column=Column(Integer, nullable=False))
    receiver: str = Field(sa_column=Column(String(64), nullable=False))
    """SHA-256 of its address, in hexadecimal: an address may hold a secret, and its owner can still recognise it."""
    first_change: int = Field(sa_column=Column(BigInteger, nullable=False))
    last_change: int = Field(sa_column=Column(BigInteger, nullable=False, index=True))
    confirmed_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
