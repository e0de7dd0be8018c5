"""The table of dividends."""

from datetime import date
from decimal import Decimal

from sqlalchemy import Column
from sqlmodel import Field

from starbond_site import content
from starbond_site.documents.records import ExactDecimal, Record


class Dividend(Record, table=True):
    """The dividend of one financial year."""

    year_end: date = Field(primary_key=True)
    cash: Decimal = Field(default=Decimal(0), sa_column=Column(ExactDecimal(20), nullable=False))
    """In per cent of the face value."""
    stock: Decimal = Field(default=Decimal(0), sa_column=Column(ExactDecimal(20), nullable=False))
    """In per cent of the shares."""
    record_date: date
    meeting: date | None = None
    paid_on: date | None = None
    unclaimed: Decimal | None = Field(default=None, sa_column=Column(ExactDecimal(20), nullable=False))
    """Amount in the currency of the company; None where it is not known."""

    def year(self, site: content.Site) -> str:
        return site.period("year", self.year_end)

    @property
    def per_share(self) -> Decimal:
        """Cash for one share, in the currency of the company."""
        return self.cash / 100 * (content.read().dividends.face_value or Decimal(0))

    @property
    def fund_day(self) -> date | None:
        """The day from which what is unclaimed belongs to the fund; None where nothing is."""
        return content.read().dividends.fund_day(self.meeting or self.record_date) if self.unclaimed else None
