"""The table of unfinished uploads."""

from datetime import datetime

from sqlalchemy import BigInteger, Column, Integer, String
from sqlmodel import Field, SQLModel

from starbond_site.documents.records import UtcDateTime


class UnfinishedUpload(SQLModel, table=True):
    """A file of which a part has arrived; its row is removed when it is published, refused, cancelled or too old."""

    __tablename__ = "unfinished_upload"  # pyright: ignore[reportAssignmentType]  SQLModel takes a plain name

    token_hash: str = Field(sa_column=Column(String(64), primary_key=True))
    """SHA-256 of the token in its address; also the name of the file with what arrived."""
    holder: str = Field(sa_column=Column(String(80), nullable=False))
    """Who alone may continue it: a person or a session; empty where nobody is told apart."""
    network: str = Field(sa_column=Column(String(64), nullable=False, index=True))
    """Network address of whoever began it, under which unfinished uploads are counted."""
    name: str = Field(sa_column=Column(String(255), nullable=False))
    size: int = Field(sa_column=Column(BigInteger, nullable=False))
    """Of the whole file, in bytes."""
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    ends_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False, index=True))
    """From then on it cannot be continued."""
    category: str = Field(default="", sa_column=Column(String(40), nullable=False))
    pair: int = Field(default=0, sa_column=Column(Integer, nullable=False))
    title: str = Field(default="", sa_column=Column(String(200), nullable=False, server_default=""))
    """Used by the release before alone, which may still run beside this one: a later migration drops these three."""
