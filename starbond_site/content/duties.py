"""Models of ``duties.toml``: what a listed company has to disclose, by when, and in which list it does."""

import calendar
from datetime import date
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from starbond_site.content.models import Content, Identifier, Text
from starbond_site.shared.mistakes import matching

Rhythm = Literal["year", "quarter", "month", "meeting", "event", "standing"]


class Duty(Content):
    """One duty to disclose."""

    id: Identifier
    title: Text
    rule: Text
    """What has to be disclosed and when, in one sentence."""
    source: Text
    """Regulation that says so."""
    checked: bool = False
    """Whether a lawyer has compared rule and source with the regulation in force."""
    list: str
    """The list whose documents fulfil it."""
    words: tuple[str, ...] = ()
    """One of them must be in the name of a document that fulfils it; empty where every document of the list does."""
    rhythm: Rhythm
    """What it recurs with: a period, general meetings, or an event; ``standing`` is to be published at all times."""
    quarters: tuple[Annotated[int, Field(ge=1, le=4)], ...] = ()
    """Of the financial year, from 1, for the rhythm ``quarter``."""
    days: Annotated[int, Field(ge=1, le=366)] | None = None
    """After the end of the period, or after the day of the meeting."""
    minutes: Annotated[int, Field(ge=1)] | None = None
    """After an event."""

    @model_validator(mode="after")
    def _has_a_limit(self) -> Self:
        needed = {"event": "minutes", "standing": ""}.get(self.rhythm, "days")
        for field in ("days", "minutes"):
            if (getattr(self, field) is not None) != (field == needed):
                message = f"{field} is {'missing' if field == needed else 'not for this rhythm'}: {self.rhythm}"
                raise ValueError(message)
        if bool(self.quarters) != (self.rhythm == "quarter"):
            raise ValueError("quarters are for the rhythm quarter, and needed there")
        return self


class Duties(Content):
    """All duties, and the financial year that their dates follow from."""

    year_end: Annotated[str, matching("[0-9]{2}-[0-9]{2}", "this must be month and day, such as 06-30")]
    """Last day of the financial year, month and day; always the last day of a month."""
    since: date
    """Periods that ended before this day are not asked for: the site was not there yet."""
    exchange: Text = ""
    """What the desk calls the stock exchange, and the authority that supervises it."""
    regulator: Text = ""
    duties: tuple[Duty, ...] = ()

    @model_validator(mode="after")
    def _is_end_of_month(self) -> Self:
        month, day = (int(part) for part in self.year_end.split("-"))
        # 2023 has 28 days in February; a year that ends there ends on the last of them.
        if not 1 <= month <= 12 or day != calendar.monthrange(2023, month)[1]:
            message = f"year_end is not the last day of a month: {self.year_end}"
            raise ValueError(message)
        return self

    @property
    def end_month(self) -> int:
        return int(self.year_end[:2])

    def duty(self, id: str) -> Duty | None:
        return next((duty for duty in self.duties if duty.id == id), None)


NO_DUTIES = Duties(year_end="12-31", since=date.max)
"""Of a site without ``duties.toml``."""
