"""The tables of mail alerts: subscribers, what they chose, links that were mailed, and mails that are queued."""

from datetime import datetime

from sqlalchemy import BigInteger
from sqlmodel import Field

from starbond_site.documents.records import NumberedRecord, Record


class AlertSubscriber(NumberedRecord, table=True):
    """One address that asked for mails of new filings, or for the newsletter; deleted when its owner unsubscribes."""

    email: str = Field(max_length=320, unique=True)
    """In lower case: whoever signs up twice is one subscriber."""
    language: str = Field(max_length=5)
    requested_at: datetime
    """Of the last request; what nobody confirms of it is deleted `links.CONFIRMATION` later."""
    consent_at: datetime
    """Of the last request that was confirmed; the first one until then."""
    confirmed_at: datetime | None = None
    """When a mailed link was first followed."""
    queued_change: int = Field(default=0, sa_type=BigInteger)
    """Number of the last change for which mail was queued, or after which it is to be queued."""
    queued_at: datetime | None = None
    """When the last mail was queued."""
    refusals: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """Mails in a row that the server of the address refused for good, of different filings and on different days."""
    refused_at: datetime | None = None
    """When the last of them was counted."""
    refused_change: int = Field(default=0, sa_type=BigInteger, sa_column_kwargs={"server_default": "0"})
    """Number of the last change that it told of; 0 for a mail that came back."""
    suspended_at: datetime | None = None
    """Since when nothing is mailed, after `service.MAX_REFUSALS`."""

    @property
    def is_served(self) -> bool:
        """Whether alerts are mailed: somebody has confirmed the address, and there is such a mailbox."""
        return self.confirmed_at is not None and self.suspended_at is None


class AlertChoice(Record, table=True):
    """One list that a subscriber wants to hear of, the safety data sheets of one product, or the newsletter."""

    subscriber_id: int = Field(foreign_key="alert_subscriber.id", ondelete="CASCADE", primary_key=True)
    category: str = Field(max_length=121, primary_key=True)
    """As in `service.choices`."""
    since_change: int | None = Field(default=None, sa_type=BigInteger)
    """Number of the last change when the choice was confirmed: what came before is no news. None until then."""


class AlertToken(Record, table=True):
    """A mailed link. Only its hash is stored, so that the database reveals no working link."""

    hash: str = Field(max_length=64, primary_key=True)
    subscriber_id: int = Field(foreign_key="alert_subscriber.id", ondelete="CASCADE", index=True)
    purpose: str = Field(max_length=20)
    """``confirm``, or ``manage``: preferences and unsubscribing."""
    created_at: datetime


class AlertMail(NumberedRecord, table=True):
    """The changes in one mail of the outbox (kind ``alert``); deleted when it was sent."""

    subscriber_id: int = Field(foreign_key="alert_subscriber.id", ondelete="CASCADE", index=True)
    batch: str = Field(max_length=32)
    """Names the transaction that queued it."""
    after_change: int = Field(sa_type=BigInteger)
    last_change: int = Field(sa_type=BigInteger)
    """The mail is about the changes after the first number, up to the last."""


class AlertCursor(Record, table=True):
    """One row, locked by whoever queues: up to which change all mails are queued."""

    id: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    change: int = Field(sa_type=BigInteger)


class AlertLog(Record, table=True):
    """How many mails told of a change, and when: numbers alone, since nobody needs to know later who got them."""

    change: int = Field(sa_type=BigInteger, foreign_key="change.number", primary_key=True)
    queued: int
    first_queued_at: datetime
    last_queued_at: datetime
    sent: int = 0
    """Taken by the mail server."""
    first_sent_at: datetime | None = None
    last_sent_at: datetime | None = None
