"""The tables of the full text: pages, and documents that a worker reads at the moment."""

from datetime import datetime

from sqlalchemy import Column, ForeignKey, Integer, String, Text
from sqlmodel import Field, SQLModel

from starbond_site.documents.records import UtcDateTime


class PageText(SQLModel, table=True):
    """Text of one page of a document; pages without text have no row."""

    __tablename__ = "page_text"  # pyright: ignore[reportAssignmentType]  SQLModel takes a plain name

    document_id: int = Field(
        sa_column=Column(Integer, ForeignKey("document.id"), primary_key=True, autoincrement=False)
    )
    page: int = Field(sa_column=Column(Integer, primary_key=True, autoincrement=False))
    """From 1."""
    label: str = Field(default="", sa_column=Column(String(120), nullable=False, server_default=""))
    """Its heading or sheet; empty where it is a numbered page."""
    text: str = Field(sa_column=Column(Text, nullable=False))


class ExtractionClaim(SQLModel, table=True):
    """A document that a worker is reading, or that is read again after a failure."""

    __tablename__ = "extraction_claim"  # pyright: ignore[reportAssignmentType]

    document_id: int = Field(
        sa_column=Column(Integer, ForeignKey("document.id"), primary_key=True, autoincrement=False)
    )
    until: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    """Nobody else reads it before."""
    attempts: int = Field(sa_column=Column(Integer, nullable=False))
