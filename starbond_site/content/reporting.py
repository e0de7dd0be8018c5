"""Models of ``calendar.toml``, ``meetings.toml``, ``duties.toml`` and ``figures.toml``: what is told, and when."""

import calendar
from collections.abc import Mapping
from datetime import date, time
from decimal import Decimal
from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import AwareDatetime, Field, model_validator

from starbond_site.content.company import Weekday
from starbond_site.content.models import AS_ID, Content, Identifier, Text
from starbond_site.shared.categories import KIND_ID, OTHER_EVENT, Unit
from starbond_site.shared.mistakes import matching

Holiday = Annotated[str, matching(r"(\d{4}-)?\d{2}-\d{2}", "this must be a day, such as 12-31 or 2026-12-31")]


class CalendarKind(Content):
    """A kind of date."""

    id: Annotated[str, matching(KIND_ID, AS_ID), Field(max_length=40)]
    title: Text
    is_of_results: bool = False
    """Whether its dates are about the results of a period, such as a call: `/results` shows the nearest one."""


class CalendarDate(Content):
    """One date."""

    id: Annotated[
        str, matching("[a-z][a-z0-9]*(-[a-z0-9]+)*", f"{AS_ID}, and begin with a letter"), Field(max_length=60)
    ]
    """Part of its address. Begins with a letter: the ids of announced dates are numbers."""
    kind: str
    """Id of one of the kinds."""
    day: date
    starts: time | None = None
    """Time of day in the company's time; without it the whole day."""
    ends: time | None = None
    title: Text = ""
    """Without it the name of its kind."""
    place: Text | None = None
    note: Text | None = None
    sequence: Annotated[int, Field(ge=0)] = 0
    """Raised with every change, together with ``changed``: calendar programs then take the change over."""
    changed: AwareDatetime
    cancelled: bool = False
    moved_from: AwareDatetime | None = None
    """When it would have begun before it was moved to another day."""
    sample: bool = False
    """Shown as a sample, and kept from search engines."""

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        if self.ends and (self.starts is None or self.ends <= self.starts):
            message = "a date with an end starts before it"
            raise ValueError(message)
        if self.kind == OTHER_EVENT and not self.title:
            raise ValueError("a date of the kind other needs a title")
        return self


class Calendar(Content):
    """The calendar."""

    namespace: UUID = UUID(int=0)
    """Makes the identifiers of the dates in calendar programs (RFC 9562, UUID version 5); never changes."""
    kinds: tuple[CalendarKind, ...] = ()
    """None at all, like the namespace, where a site has no calendar."""
    dates: tuple[CalendarDate, ...] = ()
    weekend: tuple[Weekday, ...] = ()
    holidays: tuple[Holiday, ...] = ()
    """Of every year by month and day, of one year with the year: no record date should be one of them."""

    def is_closed(self, day: date) -> bool:
        return f"{day:%A}".lower() in self.weekend or bool({f"{day}", f"{day:%m-%d}"} & {*self.holidays})

    def kind(self, name: str) -> CalendarKind:
        return next(kind for kind in self.kinds if kind.id == name)

    @model_validator(mode="after")
    def _has_namespace(self) -> Self:
        if (self.kinds or self.dates) and not self.namespace.int:
            raise ValueError("namespace is missing")
        return self


class MeetingKind(Content):
    """A kind of general meeting."""

    id: Annotated[str, matching("[a-z][a-z0-9]*", "this must be small letters, such as annual"), Field(max_length=20)]
    title: Text
    date: str
    """Kind of its date in ``calendar.toml``."""


class Meetings(Content):
    """All of ``meetings.toml``: kinds of general meetings, and whom to ask before one."""

    record_date: str = ""
    """Kind of record dates in ``calendar.toml``."""
    email: str = ""
    """Takes questions before a meeting."""
    kinds: tuple[MeetingKind, ...] = ()
    """None where a site has no meetings."""
    sample: Mapping[str, str] = {}
    """Shown until a meeting is entered, by the names of `general_meetings.service.FIELDS`; empty for none."""

    def kind(self, id: str) -> MeetingKind:
        return next(kind for kind in self.kinds if kind.id == id)


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


class FigureKind(Content):
    """A figure of financial statements."""

    id: Annotated[str, matching(KIND_ID, AS_ID), Field(max_length=20)]
    title: Text
    short: Text
    """Abbreviation, or the title where there is none."""
    note: Text
    in_millions: bool = False
    """Whether it is shown in millions of the currency, as the range is; otherwise an amount per share."""
    at_end: bool = False
    """Whether it is of the last day of a period, not of all its days."""
    concept: Annotated[
        str, matching("([a-z-]+:[A-Za-z]+)?", "this must be prefix and name, such as ifrs-full:Revenue")
    ] = ""
    """In a taxonomy of XBRL, with its prefix; none where no taxonomy has it."""
    decimals: Annotated[int, Field(ge=0, le=4)]
    """Digits after the point that are shown in the first unit."""
    minimum: Decimal
    maximum: Decimal
    """A figure outside this range is probably mistyped, and needs a reason."""
    change_percent: Annotated[int, Field(gt=0)]
    """A greater change against the same period one year before needs a reason."""
    source: str
    """Rule behind `change_percent`, for the administrator."""
    checked: bool
    """Whether a lawyer has read the source and confirmed the limit."""

    @property
    def units(self) -> tuple[Unit, ...]:
        """The units in which it can be entered; the range is in the first."""
        return (Unit.MILLION, Unit.ONE) if self.in_millions else (Unit.ONE,)

    @model_validator(mode="after")
    def _has_range(self) -> Self:
        if self.minimum >= self.maximum:
            raise ValueError("minimum must be below maximum")
        return self


class FigureKinds(Content):
    """All figures, in the order of the page."""

    kinds: tuple[FigureKind, ...] = ()
    """None at all where a site shows no figures."""

    def kind(self, name: str) -> FigureKind:
        return next(kind for kind in self.kinds if kind.id == name)
