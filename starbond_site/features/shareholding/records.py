"""The table of shareholding."""

from datetime import date
from decimal import Decimal

from sqlalchemy import Column
from sqlmodel import Field

from starbond_site.documents.records import ExactDecimal, Record

GROUPS = ("sponsors", "government", "institutions", "foreign", "public")
"""Those that the exchanges ask for, in their order; sponsors include directors."""


def _percent(group: str) -> Column[Decimal]:
    """Return the column of a group; ``public`` alone is a word of SQL."""
    return Column(f"{group}_percent", ExactDecimal(10), nullable=False)


class Shareholding(Record, table=True):
    """What part of the shares each group holds at the end of a month, in per cent."""

    month_end: date = Field(primary_key=True)
    sponsors: Decimal = Field(sa_column=_percent("sponsors"))
    government: Decimal = Field(sa_column=_percent("government"))
    institutions: Decimal = Field(sa_column=_percent("institutions"))
    foreign: Decimal = Field(sa_column=_percent("foreign"))
    public: Decimal = Field(sa_column=_percent("public"))

    @property
    def month(self) -> str:
        """As in a table file, such as 2026-10."""
        return f"{self.month_end:%Y-%m}"

    @property
    def parts(self) -> dict[str, Decimal]:
        """By `GROUPS`."""
        return {name: getattr(self, name) for name in GROUPS}
