"""Models of ``dividends.toml`` and ``shareholding.toml``: rules and contacts for shareholders, facts of the share."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from starbond_site.content.company import Phone
from starbond_site.content.models import Content, Path, Text


class Fund(Content):
    """Where unclaimed dividend goes."""

    name: Text
    years: Annotated[int, Field(gt=0)]
    """Years from the approval of a dividend, or from its record date where no meeting approves it."""
    source: str
    """The rule, for the administrator."""
    checked: bool
    """Whether a lawyer has read the source."""


class Contact(Content):
    """Whom a shareholder calls."""

    name: Text
    phone: Phone
    email: str
    note: Text = ""


class Fact(Content):
    """One line about the share, such as its ISIN."""

    name: Text
    value: Text


class Complaint(Contact):
    """Whom a shareholder complains to."""

    days: Annotated[int, Field(gt=0)]
    """Until an answer."""


class ShareFacts(Content):
    """All of ``shareholding.toml``."""

    facts: tuple[Fact, ...] = ()
    note: Text = ""
    """Such as that it is a sample."""
    complaint: Complaint | None = None
    governance: Path | None = None
    """The page of text with committees, codes and certificates."""


class Dividends(Content):
    """All of ``dividends.toml``."""

    face_value: Annotated[Decimal, Field(gt=0)] | None = None
    """Of one share, which per cent are counted from; None where the site has no dividends."""
    policy: Path | None = None
    """The page of text with the policy."""
    dates: Mapping[Literal["record_date", "paid_on"], str] = {}
    """Kinds of its days in ``calendar.toml``; a day without one is not in the calendar."""
    fund: Fund | None = None
    contact: Contact | None = None

    def fund_day(self, approved: date) -> date | None:
        """Return the day from which an unclaimed dividend belongs to the fund."""
        if self.fund is None:
            return None
        year = approved.year + self.fund.years
        is_leap_day = (approved.month, approved.day) == (2, 29)
        return date(year, 3, 1) if is_leap_day else approved.replace(year=year)
