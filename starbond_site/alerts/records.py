"""The tables of mail alerts and of the newsletter: subscribers, links that were mailed, and mails that are queued."""

from datetime import datetime

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, String
from sqlmodel import Field

from starbond_site.documents.records import NumberedRecord, Record, UtcDateTime


def _of_subscriber(table: str = "alert_subscriber", *, primary_key: bool = False) -> Column[int]:
    """Return a column that refers to a subscriber and is deleted with it."""
    return Column(
        Integer,
        ForeignKey(f"{table}.id", ondelete="CASCADE"),
        primary_key=primary_key,
        nullable=False,
        index=not primary_key,
        autoincrement=False,
    )


class AlertSubscriber(NumberedRecord, table=True):
    """One address that asked for mails of new filings; deleted when its owner unsubscribes."""

    email: str = Field(sa_column=Column(String(320), nullable=False, unique=True))
    """In lower case: whoever signs up twice is one subscriber."""
    language: str = Field(sa_column=Column(String(5), nullable=False))
    requested_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    """Of the last request; an address that nobody confirms is deleted `links.CONFIRMATION` later."""
    consent_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    confirmed_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
    """When the mailed link was followed."""
    queued_change: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))
    """Number of the last change for which mail was queued, or after which it is to be queued."""
    queued_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
    """When the last mail was queued."""
    refusals: int = Field(default=0, sa_column=Column(Integer, nullable=False, server_default="0"))
    """Mails in a row that the server of the address refused for good."""
    suspended_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
    """Since when nothing is mailed, after `service.MAX_REFUSALS`."""

    @property
    def is_served(self) -> bool:
        """Whether alerts are mailed: somebody has confirmed the address, and there is such a mailbox."""
        return self.confirmed_at is not None and self.suspended_at is None


class NewsletterSubscriber(NumberedRecord, table=True):
    """One address of the newsletter; deleted when its owner unsubscribes."""

    email: str = Field(sa_column=Column(String(320), nullable=False, unique=True))
    """As in `AlertSubscriber`, and so are language, consent and confirmation."""
    language: str = Field(sa_column=Column(String(5), nullable=False))
    subscribed_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    consent_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    confirmed_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))


class AlertChoice(Record, table=True):
    """One list that a subscriber wants to hear of, or the safety data sheets of one product (`Site.topics`)."""

    subscriber_id: int = Field(sa_column=_of_subscriber(primary_key=True))
    category: str = Field(sa_column=Column(String(121), primary_key=True))
    since_change: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))
    """Number of the last change when the list was chosen: what came before is no news."""


class AlertToken(Record, table=True):
    """A mailed link. Only its hash is stored, so that the database reveals no working link."""

    hash: str = Field(sa_column=Column(String(64), primary_key=True))
    subscriber_id: int = Field(sa_column=_of_subscriber())
    purpose: str = Field(sa_column=Column(String(20), nullable=False))
    """``confirm``, or ``manage``: preferences and unsubscribing."""
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))


class NewsletterToken(Record, table=True):
    """The same for the newsletter, with the purposes ``confirm`` and ``unsubscribe``."""

    hash: str = Field(sa_column=Column(String(64), primary_key=True))
    subscriber_id: int = Field(sa_column=_of_subscriber("newsletter_subscriber"))
    purpose: str = Field(sa_column=Column(String(20), nullable=False))
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))


class AlertMail(NumberedRecord, table=True):
    """The changes in one mail of the outbox (kind ``alert``); deleted when it was sent."""

    subscriber_id: int = Field(sa_column=_of_subscriber())
    batch: str = Field(sa_column=Column(String(32), nullable=False))
    """Names the transaction that queued it."""
    after_change: int = Field(sa_column=Column(BigInteger, nullable=False))
    last_change: int = Field(sa_column=Column(BigInteger, nullable=False))
    """The mail is about the changes after the first number, up to the last."""


class AlertCursor(Record, table=True):
    """One row, locked by whoever queues: up to which change all mails are queued."""

    id: int = Field(sa_column=Column(Integer, primary_key=True, autoincrement=False))
    change: int = Field(sa_column=Column(BigInteger, nullable=False))


class AlertLog(Record, table=True):
    """How many mails told of a change, and when: numbers alone, since nobody needs to know later who got them."""

    change: int = Field(
        sa_column=Column(BigInteger, ForeignKey("change.number"), primary_key=True, autoincrement=False)
    )
    queued: int = Field(sa_column=Column(Integer, nullable=False))
    first_queued_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    last_queued_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    sent: int = Field(default=0, sa_column=Column(Integer, nullable=False))
    """Taken by the mail server."""
    first_sent_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
    last_sent_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
