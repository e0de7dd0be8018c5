"""The table of dividends."""

from datetime import date

from sqlalchemy import Column, Date, String
from sqlmodel import Field, SQLModel


class Dividend(SQLModel, table=True):
    """The dividend of one financial year; exact decimal numbers stand as text, for which SQLite has no type."""

    year_end: date = Field(sa_column=Column(Date, primary_key=True))
    cash: str = Field(sa_column=Column(String(20), nullable=False))
    """In per cent of the face value."""
    stock: str = Field(sa_column=Column(String(20), nullable=False))
    """In per cent of the shares."""
    record_date: date = Field(sa_column=Column(Date, nullable=False))
    meeting: date | None = Field(default=None, sa_column=Column(Date))
    paid_on: date | None = Field(default=None, sa_column=Column(Date))
    unclaimed: str = Field(default="", sa_column=Column(String(20), nullable=False))
    """Amount in the currency of the company; empty where it is not known."""
