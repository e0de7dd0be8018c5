"""The table of dividends."""

from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import Column
from sqlmodel import Field

from starbond_site import content
from starbond_site.documents.records import ExactDecimal, Record
from starbond_site.shared import local_time

FINAL = "final"
KINDS = (FINAL, *(f"interim-{number}" for number in range(1, 5)), "special")
"""What a dividend can be: of each year one of a kind, the interim ones with their number."""


class Dividend(Record, table=True):
    """One dividend of a financial year."""

    year_end: date = Field(primary_key=True)
    kind: str = Field(default=FINAL, max_length=20, primary_key=True)
    """One of `KINDS`."""
    cash: Decimal = Field(default=Decimal(0), sa_column=Column(ExactDecimal(20), nullable=False))
    """In per cent of the face value."""
    stock: Decimal = Field(default=Decimal(0), sa_column=Column(ExactDecimal(20), nullable=False))
    """In per cent of the shares."""
    declared_on: date | None = None
    record_date: date
    meeting: date | None = None
    paid_on: date | None = None
    unclaimed: Decimal | None = Field(default=None, sa_column=Column(ExactDecimal(20), nullable=False))
    """Amount in the currency of the company; None where it is not known."""
    sequence: int = 0
    """Number of changes, for calendar programs."""
    changed_at: datetime = local_time.FIRST

    def year(self, site: content.Site) -> str:
        return site.period("year", self.year_end)

    def name(self, site: content.Site) -> str:
        return kind_name(site, self.kind)

    @property
    def id(self) -> str:
        """Names it in the audit and in addresses."""
        return f"{self.year_end}-{self.kind}"

    @property
    def per_share(self) -> Decimal:
        """Cash for one share, in the currency of the company."""
        return per_share(self.cash)

    @property
    def fund_day(self) -> date | None:
        """The day from which what is unclaimed belongs to the fund; None where nothing is."""
        return content.read().dividends.fund_day(self.meeting or self.record_date) if self.unclaimed else None


def kind_name(site: content.Site, kind: str) -> str:
    """Return such as "Interim dividend 1"."""
    word, _, number = kind.partition("-")
    return site.interface.dividends.kinds[word].format(number=site.digits(number))


def per_share(cash: Decimal) -> Decimal:
    """Return what a per cent of the face value is for one share, in the currency of the company."""
    return cash / 100 * (content.read().dividends.face_value or Decimal(0))
