"""Entering and reading general meetings: one record each, from which page, calendar and duties take theirs.

A record is texts by name, as a form and the command line have them: moments in the company's time
(``2026-12-20T10:30``), days of ISO 8601, an item of the agenda a line (``English | Bangla``), and its votes likewise
(for, against, abstained).
"""

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from sqlmodel import Session, select

from starbond_site import content, local_time
from starbond_site.categories import MEETINGS
from starbond_site.content import Site
from starbond_site.content.formats import digits
from starbond_site.content.languages import is_printable, text_of_record
from starbond_site.documents import audit, database, versions
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.records import Document
from starbond_site.documents.refusals import Refusal
from starbond_site.general_meetings.records import GeneralMeeting

MOMENTS, DAYS = ("starts", "ends", "questions_until", "authenticated_at"), ("year_end", "record_date")
LINKS, DOCUMENTS = ("join", "vote", "stream"), ("notice", "proxy", "minutes", "recording")
"""Documents are numbers of public documents of this site, or links."""
LINES = ("agenda", "results")
FIELDS = ("kind", *MOMENTS[:3], *DAYS, "place", "place_bn", "agenda", *LINKS, *DOCUMENTS)
RESULTS = ("results", "authenticated_at", "report")
"""Fields that only go together; ``report`` is the public document that has the signature, and so a receipt."""
LINK, VOTES = re.compile(r"https://[^\s/]+\.[^\s/]+(/\S*)?"), re.compile(r"\d{1,15} \d{1,15} \d{1,15}")
FIRST = local_time.FIRST
EARLIEST, LATEST = date(1970, 1, 1), date(2199, 12, 31)


@dataclass(frozen=True)
class Meeting:
    """One general meeting, read from its texts."""

    facts: Mapping[str, str]
    number: int = 0
    sequence: int = 0
    changed_at: datetime = FIRST

    def text(self, name: str) -> str:
        return self.facts.get(name, "")

    def moment(self, name: str) -> datetime | None:
        return local_time.parse(self.text(name)) if self.text(name) else None

    def day(self, name: str = "starts") -> date | None:
        """Return a day, or that of a moment."""
        return date.fromisoformat(self.text(name)[:10]) if self.text(name) else None

    @property
    def starts(self) -> datetime:
        return local_time.parse(self.facts["starts"])

    @property
    def year(self) -> int:
        return int(self.facts["starts"][:4])

    @property
    def votes(self) -> list[list[int]]:
        """For, against and abstained by item of the agenda; none before the results were entered."""
        return [[int(part) for part in line.split()] for line in self.text("results").splitlines()]

    def agenda(self, site: Site) -> list[str]:
        """Return the items in the language of the content."""
        items = (line.partition("|") for line in self.text("agenda").splitlines())
        return [text_of_record(site.language, own.strip(), bangla.strip()) for own, _, bangla in items]

    def title(self, site: Site) -> str:
        """Return such as "Annual general meeting 2026"."""
        return f"{site.meetings.kind(self.text('kind')).title} {digits(self.year, site.interface.dates)}"

    def is_over(self, now: datetime) -> bool:
        """Return whether it has ended; without an end it ends with its day."""
        return now >= (self.moment("ends") or local_time.end_of(local_time.local_date(self.starts)))


def enter(
    archive: Archive, typed: Mapping[str, str], actor: Actor, number: int | None = None, *, seen: int | None = None
) -> Meeting:
    """Enter a meeting, or change what is given of one.

    Args:
        typed: by `FIELDS`, `RESULTS` and ``cancelled``; an empty text removes what stands there.
        number: of the meeting that changes; None for a new one.
        seen: number of changes that the form was opened with, for a new meeting the version of all; None from the
        command line.

    Raises:
        Refusal: what was typed cannot be right; nothing was entered.

    """
    with database.writing(archive.engine) as session:
        versions.raise_version(session, MEETINGS, seen if number is None else None)
        row = (
            GeneralMeeting(facts="{}", sequence=-1, changed_at=FIRST)
            if number is None
            else session.get(GeneralMeeting, number)
        )
        if row is None:
            raise Refusal("meeting_unknown", number=number)
        if number is not None and seen not in (None, row.sequence):
            raise Refusal("changed_meanwhile")
        old: dict[str, str] = json.loads(row.facts)
        facts = old | {name: _cleaned(name, text) for name, text in typed.items()}
        changed = {name for name, text in facts.items() if text != old.get(name, "")}
        _check(session, Meeting(facts), changed)
        row.facts = json.dumps({name: text for name, text in facts.items() if text}, ensure_ascii=False)
        row.sequence, row.changed_at = row.sequence + 1, local_time.now()
        session.add(row)
        session.flush()
        before = ", ".join(f"{name}: {text}" for name, text in old.items() if facts[name] != text)
        subject = f"meetings/{row.id}/{facts['starts']}"
        audit.add(session, actor, "add meeting" if number is None else "change meeting", subject, audit.DONE, before)
        meeting = _meeting(row)
    archive.announce(MEETINGS)
    return meeting


def read(archive: Archive) -> tuple[Meeting, ...]:
    """Return all meetings, the newest first; blocks."""
    with database.reading(archive.engine) as session:
        return stored(session)


def stored(session: Session) -> tuple[Meeting, ...]:
    """Return the meetings as `read` does, within a transaction."""
    found = map(_meeting, session.exec(select(GeneralMeeting)))
    return tuple(sorted(found, key=lambda meeting: (meeting.starts, meeting.number), reverse=True))


def _meeting(row: GeneralMeeting) -> Meeting:
    return Meeting(json.loads(row.facts), row.id, row.sequence, row.changed_at)


def _cleaned(name: str, text: str) -> str:
    """Return a text as it is stored: lines without empty ones, one alone where a field has one."""
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    text, field, limit = "\n".join(lines), name.replace("_", "-"), 8000 if name in LINES else 500
    if len(text) > limit:
        raise Refusal("date_text_long", field=field, count=len(text), limit=limit)
    if (len(lines) > 1 and name not in LINES) or not all(map(is_printable, lines)):
        raise Refusal("date_text_unprintable", field=field)
    try:
        if text and name in MOMENTS:
            return local_time.in_local_time(local_time.parse(text)).isoformat()[:16]
        if text.isdecimal() and name in (*DOCUMENTS, "report"):
            return str(int(text))
        return date.fromisoformat(text).isoformat() if text and name in DAYS else text
    except (ValueError, OverflowError):
        raise Refusal("meeting_moment" if name in MOMENTS else "day_invalid", field=field) from None


def _check(session: Session, meeting: Meeting, changed: Collection[str]) -> None:
    """Refuse what contradicts itself, and new links that lead nowhere; an old one may lead to what was withdrawn."""
    if meeting.text("kind") not in [kind.id for kind in content.read().meetings.kinds]:
        raise Refusal("choice_missing", field="kind")
    if not (day := meeting.day()):
        raise Refusal("meeting_moment", field="starts")
    for name in ("starts", "questions_until", *DAYS):
        if not EARLIEST <= (meeting.day(name) or day) <= LATEST:
            raise Refusal("calendar_range", field=name.replace("_", "-"), first=EARLIEST, last=LATEST)
    if not all(line.partition("|")[0].strip() for line in meeting.text("agenda").split("\n")):
        raise Refusal("meeting_agenda", field="agenda")
    if (ends := meeting.moment("ends")) and not meeting.starts < ends < local_time.end_of(day):
        raise Refusal("meeting_ends", field="ends", starts=local_time.written(meeting.starts))
    for name in ("questions_until", *DAYS):
        if (before := meeting.text(name)) and before > meeting.text("starts"):
            raise Refusal("meeting_late", field=name.replace("_", "-"), day=day)
    _check_links(session, meeting, changed)
    if any(map(meeting.text, RESULTS)):
        _check_results(session, meeting, changed)


def _check_links(session: Session, meeting: Meeting, changed: Collection[str]) -> None:
    for name in (each for each in (*LINKS, *DOCUMENTS) if each in changed):
        text = meeting.text(name)
        if name in DOCUMENTS and text.isdecimal():
            _check_public(session, name, text)
        elif text and not LINK.fullmatch(text):
            raise Refusal("meeting_link", field=name)


def _check_results(session: Session, meeting: Meeting, changed: Collection[str]) -> None:
    lines, items = meeting.text("results").splitlines(), meeting.text("agenda").splitlines()
    if len(lines) != len(items) or not all(map(VOTES.fullmatch, lines)):
        raise Refusal("meeting_votes", field="results", count=len(items))
    signed = meeting.moment("authenticated_at")
    if signed is None or not meeting.starts <= signed <= local_time.now():
        raise Refusal("meeting_authenticated", field="authenticated-at", starts=local_time.written(meeting.starts))
    if "report" in changed or not meeting.text("report"):
        _check_public(session, "report", meeting.text("report"))


def _check_public(session: Session, field: str, text: str) -> None:
    document = session.get(Document, int(text)) if text.isdecimal() and len(text) < 10 else None
    if document is None or document.withdrawn_at or document.replaced_at:
        raise Refusal("document_not_public", field=field, number=text or "–")
