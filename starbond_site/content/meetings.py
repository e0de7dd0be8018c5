"""Models of ``meetings.toml``: kinds of general meetings, and whom to ask before one."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from starbond_site.content.models import Content, Text


class MeetingKind(Content):
    """A kind of general meeting."""

    id: Annotated[str, Field(pattern=r"^[a-z][a-z0-9]*$", max_length=20)]
    title: Text
    date: str
    """Kind of its date in ``calendar.toml``."""


class Meetings(Content):
    """All of ``meetings.toml``."""

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
