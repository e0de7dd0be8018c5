"""The table of general meetings, and what one says."""

import json
from datetime import date, datetime

from sqlalchemy import Text
from sqlmodel import Field

from starbond_site.content import Site
from starbond_site.content.addresses import text_of_record
from starbond_site.documents.records import NumberedRecord
from starbond_site.shared import local_time

SPECIAL = "special"
"""Third part of an item of the agenda."""


class Meeting(NumberedRecord, table=True):
    """One general meeting. Rows are never deleted; a meeting that does not take place is cancelled."""

    __tablename__ = "general_meeting"

    facts: str = Field(sa_type=Text)
    """What was entered, as a JSON object of texts by the names of `service.EVERY`, without empty ones."""
    sequence: int = 0
    """Number of changes."""
    changed_at: datetime = local_time.FIRST

    @property
    def texts(self) -> dict[str, str]:
        return json.loads(self.facts)

    def text(self, name: str) -> str:
        return self.texts.get(name, "")

    def moment(self, name: str) -> datetime | None:
        return local_time.parse(text) if (text := self.text(name)) else None

    def day(self, name: str = "starts") -> date | None:
        """Return a day, or that of a moment."""
        return date.fromisoformat(text[:10]) if (text := self.text(name)) else None

    @property
    def starts(self) -> datetime:
        return local_time.parse(self.text("starts"))

    @property
    def year(self) -> int:
        return int(self.text("starts")[:4])

    @property
    def is_cancelled(self) -> bool:
        return bool(self.text("cancelled"))

    def place(self, site: Site) -> str:
        return text_of_record(site.language, self.text("place"), self.text("place_bn"))

    @property
    def votes(self) -> list[list[int]]:
        """For, against and abstained by item of the agenda; none before the results were entered."""
        return [[int(part) for part in line.split()] for line in self.text("results").splitlines()]

    @property
    def items(self) -> list[list[str]]:
        """English, Bangla, and `SPECIAL` for a resolution that needs three fourths, of each item of the agenda."""
        lines = self.text("agenda").splitlines()
        return [[part.strip() for part in f"{line}||".split("|")][:3] for line in lines]

    def agenda(self, site: Site) -> list[str]:
        """Return the items in the language of the content."""
        return [text_of_record(site.language, own, bangla) for own, bangla, _ in self.items]

    def title(self, site: Site) -> str:
        """Return such as "Annual general meeting 2026"."""
        return f"{site.meetings.kind(self.text('kind')).title} {site.digits(self.year)}"

    @property
    def end(self) -> datetime:
        """Return its end; without one it is that of its day."""
        return self.moment("ends") or local_time.end_of(local_time.local_date(self.starts))
