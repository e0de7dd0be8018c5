"""The tables of newsletter subscribers, and of the hashes of the links that were mailed to them."""

from datetime import datetime

from sqlalchemy import Column, ForeignKey, Integer, String
from sqlmodel import Field, SQLModel

from starbond_site.documents.records import UtcDateTime


class Subscriber(SQLModel, table=True):
    """One address of the newsletter; deleted when its owner unsubscribes."""

    __tablename__ = "newsletter_subscriber"  # pyright: ignore[reportAssignmentType]  SQLModel takes a plain name
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: int | None = Field(default=None, sa_column=Column(Integer, primary_key=True))
    email: str = Field(sa_column=Column(String(320), nullable=False, unique=True))
    """In lower case: whoever signs up twice is one subscriber."""
    language: str = Field(sa_column=Column(String(5), nullable=False))
    subscribed_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    consent_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    confirmed_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
    """When the mailed link was followed."""


class NewsletterToken(SQLModel, table=True):
    """A mailed link. Only its hash is stored, so that the database reveals no working link."""

    __tablename__ = "newsletter_token"  # pyright: ignore[reportAssignmentType]  SQLModel takes a plain name

    hash: str = Field(sa_column=Column(String(64), primary_key=True))
    subscriber_id: int = Field(
        sa_column=Column(ForeignKey("newsletter_subscriber.id", ondelete="CASCADE"), nullable=False, index=True)
    )
    purpose: str = Field(sa_column=Column(String(20), nullable=False))
    """``confirm`` or ``unsubscribe``."""
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
