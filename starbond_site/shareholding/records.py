"""The table of shareholding."""

from datetime import date

from sqlalchemy import Column, Date, String
from sqlmodel import Field, SQLModel


def _percent(group: str) -> Column[str]:
    """Return the column of an exact decimal number, for which SQLite has no type; ``public`` is a word of SQL."""
    return Column(f"{group}_percent", String(10), nullable=False)


class Shareholding(SQLModel, table=True):
    """What part of the shares each group holds at the end of a month, in per cent."""

    month_end: date = Field(sa_column=Column(Date, primary_key=True))
    sponsors: str = Field(sa_column=_percent("sponsors"))
    government: str = Field(sa_column=_percent("government"))
    institutions: str = Field(sa_column=_percent("institutions"))
    foreign: str = Field(sa_column=_percent("foreign"))
    public: str = Field(sa_column=_percent("public"))
