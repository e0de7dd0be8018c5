"""The table of webhooks."""

from datetime import datetime

from sqlalchemy import BigInteger
from sqlmodel import Field

from starbond_site.documents.records import NumberedRecord


class Webhook(NumberedRecord, table=True):
    """An address to which every change is posted, and how far it has confirmed them."""

    url: str = Field(max_length=500, unique=True)
    secret: str = Field(max_length=100)
    """Signs what is posted, and must therefore be readable."""
    old_secret: str = Field(default="", max_length=100)
    """Signs too, until `old_until`."""
    old_until: datetime | None = None
    site: str = Field(max_length=300)
    """Public address of the site that posts: a copy at another address, such as a restored backup, does not."""
    is_private: bool = False
    """Whether the address may be one of a private network or of this machine."""
    cursor: int = Field(sa_type=BigInteger)
    """Number of the last change that the receiver has confirmed."""
    created_at: datetime
    due_at: datetime
    """When it may be claimed; a worker that claims it moves this to the end of its claim."""
    claims: int = 0
    """How often it was claimed; tells a claim from a later one."""
    failures: int = 0
    """Attempts in a row that were not confirmed."""
    failing_since: datetime | None = None
    """Time of the first of these attempts."""
    problem: str = Field(default="", max_length=200)
    """What was wrong with the last one."""
    stopped_at: datetime | None = None
    """When it was given up; the operator can resume it."""


class WebhookLog(NumberedRecord, table=True):
    """One message that a receiver confirmed; kept when the webhook is removed."""

    webhook_id: int
    receiver: str = Field(max_length=64)
    """SHA-256 of its address, in hexadecimal: an address may hold a secret, and its owner can still recognise it."""
    first_change: int = Field(sa_type=BigInteger)
    last_change: int = Field(sa_type=BigInteger, index=True)
    confirmed_at: datetime
