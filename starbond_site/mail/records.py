"""The table of mails that wait to be sent."""

from datetime import datetime

from sqlalchemy import Column, Integer, String, UniqueConstraint
from sqlmodel import Field, SQLModel

from starbond_site.documents.records import UtcDateTime


class OutgoingMail(SQLModel, table=True):
    """One mail of the outbox; deleted when it was sent.

    It names what it is about, and is composed when it is sent: the outbox contains no address, no text and no working
    link.
    """

    __tablename__ = "outgoing_mail"  # pyright: ignore[reportAssignmentType]  SQLModel takes a plain name
    __table_args__ = (UniqueConstraint("kind", "about"), {"sqlite_autoincrement": True})

    id: int | None = Field(default=None, sa_column=Column(Integer, primary_key=True))
    kind: str = Field(sa_column=Column(String(20), nullable=False))
    """Of its `delivery.Source`."""
    record_id: int = Field(sa_column=Column("about", Integer, nullable=False))
    """Id of the contact message, of the subscriber, or of the alert."""
    message_id: str = Field(sa_column=Column(String(255), nullable=False))
    """Header of all attempts, so that a mail program recognises a mail that arrives twice."""
    queued_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    due_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False, index=True))
    """When it may be claimed; a worker that claims it moves this to the end of its claim."""
    attempts: int = Field(default=0, sa_column=Column(Integer, nullable=False))
    """How often it was claimed; also tells a claim from a later one."""
