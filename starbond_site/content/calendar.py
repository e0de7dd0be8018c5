"""Models of ``calendar.toml`` and ``meetings.toml``: kinds of dates, dates that are content, and general meetings."""

from collections.abc import Mapping
from datetime import date, time
from typing import Annotated, Self
from uuid import UUID

from pydantic import AwareDatetime, Field, model_validator

from starbond_site.content.company import Weekday
from starbond_site.content.models import AS_ID, Content, Text
from starbond_site.shared.categories import KIND_ID, OTHER_EVENT
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
