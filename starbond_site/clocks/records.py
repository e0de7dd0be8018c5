"""The table of disclosure clocks."""

from datetime import datetime

from sqlalchemy import Column, ForeignKey, Integer, String
from sqlmodel import Field, SQLModel

from starbond_site.documents.records import UtcDateTime


class DisclosureClock(SQLModel, table=True):
    """The time between a decision and those who have to be told of it; what was corrected stands in the audit."""

    __tablename__ = "disclosure_clock"  # pyright: ignore[reportAssignmentType]  SQLModel takes a plain name
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: int | None = Field(default=None, sa_column=Column(Integer, primary_key=True))
    label: str = Field(sa_column=Column(String(200), nullable=False))
    """What was decided, in the words of the desk."""
    duty: str = Field(sa_column=Column(String(60), nullable=False))
    """Id of the duty of ``duties.toml`` that sets the time."""
    minutes: int = Field(sa_column=Column(Integer, nullable=False))
    """The time that was set when the clock was started; a later change of the content does not move it."""
    source: str = Field(sa_column=Column(String(300), nullable=False))
    """The rule that set it, likewise."""
    decided_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    exchange_told_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
    regulator_told_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
    document_id: int | None = Field(default=None, sa_column=Column(Integer, ForeignKey("document.id"), index=True))
    """The document that discloses it; None until it is published and attached."""
    started_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    started_by: str = Field(default="", sa_column=Column(String(200), nullable=False))
    """Name of the person; empty where nobody is named."""
    closed_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
    """When it was stopped by hand, such as one that was started by mistake."""
    closed_reason: str = Field(default="", sa_column=Column(String(500), nullable=False))
