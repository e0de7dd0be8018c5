"""Entering, changing and reading general meetings: one record each, from which calendar and duties take theirs.

A record is texts by name, as a form or the command line has them: moments in the company's time (``2026-12-20T10:30``),
days of ISO 8601, an item of the agenda a line (``English | Bangla``), and its votes likewise (for, against, abstained).
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from sqlmodel import Session, col, select

from starbond_site import content, local_time
from starbond_site.categories import MEETINGS
from starbond_site.content import Site
from starbond_site.content.formats import digits
from starbond_site.content.languages import text_of_record
from starbond_site.documents import audit, database, versions
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.records import Document
from starbond_site.documents.refusals import Refusal
from starbond_site.meetings.records import GeneralMeeting

MOMENTS, DAYS = ("starts", "ends", "questions_until"), ("year_end", "record_date")
LINKS = ("join", "vote", "stream")
DOCUMENTS = ("notice", "proxy", "minutes", "recording")
"""Numbers of public documents of this site, or links."""
LENGTHS = {"place": 200, "place_bn": 200, "agenda": 8000, **dict.fromkeys((*LINKS, *DOCUMENTS), 500)}
"""Greatest number of characters by field."""
FIELDS = ("kind", "starts", "ends", "year_end", "record_date", "questions_until", *LENGTHS)
LINK = re.compile(r"https://[^\s/]+\.[^\s/]+(/\S*)?")
LONGEST_NUMBER = 10
EARLIEST, LATEST = date(1970, 1, 1), date(2199, 12, 31)
FIRST = datetime(1970, 1, 1, tzinfo=UTC)


class Phase(StrEnum):
    """Of a meeting at a moment."""

    BEFORE = "before"
    RUNNING = "running"
    OVER = "over"


class Votes(NamedTuple):
    """Shares that voted on an item of the agenda."""

    cast_for: int
    against: int
    abstained: int


@dataclass(frozen=True, kw_only=True)
class Meeting:
    """One general meeting, read from its texts."""

    number: int
    facts: Mapping[str, str]
    sequence: int = 0
    changed_at: datetime = FIRST

    def text(self, name: str) -> str:
        return self.facts.get(name, "")

    def moment(self, name: str) -> datetime | None:
        return local_time.parse(self.facts[name]) if self.text(name) else None

    def day(self, name: str) -> date | None:
        return date.fromisoformat(self.facts[name]) if self.text(name) else None

    @cached_property
    def starts(self) -> datetime:
        return local_time.parse(self.facts["starts"])

    @property
    def ends(self) -> datetime:
        """Its end, or that of its day where none is known."""
        return self.moment("ends") or local_time.end_of(local_time.local_date(self.starts))

    @property
    def year(self) -> int:
        return local_time.local_date(self.starts).year

    @property
    def is_cancelled(self) -> bool:
        return bool(self.text("cancelled"))

    @property
    def votes(self) -> tuple[Votes, ...]:
        """By item of the agenda; none before the results were entered."""
        return tuple(Votes(*map(int, line.split())) for line in self.text("results").splitlines())

    def agenda(self, site: Site) -> list[str]:
        """Return the items in the language of the content."""
        items = (line.partition("|") for line in self.text("agenda").splitlines())
        return [text_of_record(site.language, own.strip(), bangla.strip()) for own, _, bangla in items]

    def title(self, site: Site) -> str:
        """Return such as "Annual general meeting 2026"."""
        return f"{site.meetings.kind(self.text('kind')).title} {digits(self.year, site.interface.dates)}"

    def phase(self, now: datetime) -> Phase:
        """Return whether it has begun and ended at a moment."""
        if now < self.starts:
            return Phase.BEFORE
        return Phase.RUNNING if now < self.ends else Phase.OVER


def enter(
    archive: Archive, typed: Mapping[str, str], actor: Actor, number: int = 0, *, seen: int | None = None
) -> Meeting:
    """Enter a meeting, or change what is given of one.

    Args:
        typed: by `FIELDS`; an empty text removes what stands there.
        number: of the meeting that changes; 0 for a new one.
        seen: number of its changes that the person knew; None where nobody looked.

    Raises:
        Refusal: what was typed cannot be right; nothing was entered.

    """

    def changed(session: Session, old: Mapping[str, str]) -> Mapping[str, str]:
        facts = {**old, **{name: cleaned(name, text) for name, text in typed.items()}}
        _check(session, facts)
        if "results" in old and facts["agenda"] != old["agenda"]:
            raise Refusal("meeting_decided", field="agenda")
        return facts

    return change_with(archive, number, changed, actor, seen)


def cancel(archive: Archive, number: int, actor: Actor, *, seen: int | None = None) -> Meeting:
    """Cancel a meeting, which stays on its page and in the calendar, marked as cancelled.

    Raises:
        Refusal: there is no such meeting, or it was changed meanwhile.

    """
    return change_with(archive, number, lambda _, old: {**old, "cancelled": "yes"}, actor, seen)


def read(archive: Archive) -> tuple[Meeting, ...]:
    """Return all meetings, the newest first; blocks."""
    with database.reading(archive.engine) as session:
        return stored(session)


def one(session: Session, number: int, seen: int | None = None) -> Meeting:
    """Return a meeting within a transaction.

    Raises:
        Refusal: there is none, or it was changed since somebody saw it.

    """
    return _meeting(_row(session, number, seen))


def stored(session: Session) -> tuple[Meeting, ...]:
    """Return the same within a transaction."""
    rows = session.exec(select(GeneralMeeting).order_by(col(GeneralMeeting.id)))
    return tuple(sorted(map(_meeting, rows), key=lambda meeting: meeting.starts, reverse=True))


def sample(site: Site) -> Meeting | None:
    """Return the meeting that is shown until one is entered."""
    return Meeting(number=0, facts=site.meetings.sample) if site.meetings.sample else None


def _meeting(row: GeneralMeeting) -> Meeting:
    return Meeting(number=row.id or 0, facts=json.loads(row.facts), sequence=row.sequence, changed_at=row.changed_at)


def _row(session: Session, number: int, seen: int | None) -> GeneralMeeting:
    if (row := session.get(GeneralMeeting, number)) is None:
        raise Refusal("meeting_unknown", number=number)
    if seen not in (None, row.sequence):
        raise Refusal("changed_meanwhile")
    return row


def change_with(
    archive: Archive,
    number: int,
    changed: Callable[[Session, Mapping[str, str]], Mapping[str, str]],
    actor: Actor,
    seen: int | None,
) -> Meeting:
    """Replace the texts of a meeting by what a function makes of them, under the lock of the version."""
    if not content.read().meetings.kinds:
        raise Refusal("meetings_missing")
    with database.writing(archive.engine) as session:
        versions.raise_version(session, MEETINGS)
        row = _row(session, number, seen) if number else GeneralMeeting(facts="{}", sequence=-1, changed_at=FIRST)
        old: dict[str, str] = json.loads(row.facts)
        facts = {name: text for name, text in changed(session, old).items() if text}
        row.facts, row.sequence = json.dumps(facts, ensure_ascii=False), row.sequence + 1
        row.changed_at = local_time.now()
        session.add(row)
        session.flush()
        before = ", ".join(f"{name}: {text}" for name, text in old.items() if facts.get(name) != text)
        subject = f"meetings/{row.id}/{facts['starts']}"
        audit.add(session, actor, "change meeting" if number else "add meeting", subject, audit.DONE, before)
        meeting = _meeting(row)
    archive.announce(MEETINGS)
    return meeting


def cleaned(name: str, text: str) -> str:
    """Return a text as it is stored: one line, or for the agenda without empty ones.

    Raises:
        Refusal: it is too long, or no text of its kind.

    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    text, field = "\n".join(lines), name.replace("_", "-")
    if len(text) > LENGTHS.get(name, 500):
        raise Refusal("date_text_long", field=field, count=len(text), limit=LENGTHS.get(name, 500))
    if (len(lines) > 1 and name != "agenda") or not all(map(str.isprintable, lines)):
        raise Refusal("date_text_unprintable", field=field)
    if text and name in (*MOMENTS, "authenticated_at"):
        return f"{local_time.in_local_time(moment_of(name, text)):%Y-%m-%dT%H:%M}"
    if text and name in DAYS:
        try:
            return date.fromisoformat(text).isoformat()
        except ValueError:
            raise Refusal("day_invalid", field=field) from None
    return text


def moment_of(name: str, text: str) -> datetime:
    try:
        return local_time.parse(text)
    except ValueError:
        raise Refusal("meeting_moment", field=name.replace("_", "-")) from None


def _check(session: Session, facts: Mapping[str, str]) -> None:
    """Refuse what contradicts itself, and links that lead nowhere."""
    meeting, kinds = Meeting(number=0, facts=facts), content.read().meetings.kinds
    if meeting.text("kind") not in [kind.id for kind in kinds]:
        raise Refusal("choice_missing", field="kind")
    if not meeting.text("starts"):
        raise Refusal("meeting_moment", field="starts")
    if not meeting.text("agenda"):
        raise Refusal("meeting_agenda", field="agenda")
    day, questions = local_time.local_date(meeting.starts), meeting.moment("questions_until")
    if not EARLIEST <= day <= LATEST:
        raise Refusal("calendar_range", field="starts", first=EARLIEST, last=LATEST)
    if not meeting.starts < meeting.ends <= local_time.end_of(day):
        raise Refusal("meeting_ends", field="ends", starts=local_time.written(meeting.starts))
    if questions and questions > meeting.starts:
        raise Refusal("meeting_late", field="questions-until", day=day)
    for name in DAYS:
        if (before := meeting.day(name)) and before > day:
            raise Refusal("meeting_late", field=name.replace("_", "-"), day=day)
    for name in (*LINKS, *DOCUMENTS):
        _check_link(session, name, meeting.text(name))


def _check_link(session: Session, name: str, text: str) -> None:
    if name in DOCUMENTS and text.isdecimal():
        document = session.get(Document, int(text)) if len(text) < LONGEST_NUMBER else None
        if document is None or document.withdrawn_at or document.replaced_at:
            raise Refusal("document_not_public", field=name, number=text)
    elif text and not LINK.fullmatch(text):
        raise Refusal("meeting_link", field=name)
