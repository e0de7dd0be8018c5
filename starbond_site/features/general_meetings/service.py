"""Entering and reading general meetings: one record each, from which page, calendar and duties take theirs.

A record is texts by name, as a form has them: moments in the company's time
(``2026-12-20T10:30``), days of ISO 8601, an item of the agenda a line (``English | Bangla``), and its votes likewise
(for, against, abstained).
"""

import json
import re
from collections.abc import Collection, Mapping
from datetime import date, datetime

from sqlalchemy import Text
from sqlmodel import Field, Session, select

from starbond_site import content, features
from starbond_site.content import Site
from starbond_site.content.addresses import is_printable, text_of_record
from starbond_site.documents import audit, versions
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.records import Document, NumberedRecord
from starbond_site.documents.refusals import Refusal
from starbond_site.features.hooks import MeetingDay
from starbond_site.shared import local_time
from starbond_site.shared.categories import MEETINGS
from starbond_site.shared.digits import in_ascii

MOMENT, DAY, LINE, LINES, LINK, DOCUMENT = "datetime-local", "date", "text", "textarea", "url", "document"
"""Kinds of fields, as types of controls. A document is the number of a public one of this site, or a link."""
FIELDS = {
    "kind": LINE, "starts": MOMENT, "ends": MOMENT, "questions_until": MOMENT, "year_end": DAY, "record_date": DAY,
    "place": LINE, "place_bn": LINE, "agenda": LINES, "join": LINK, "vote": LINK, "stream": LINK,
    "notice": DOCUMENT, "proxy": DOCUMENT, "minutes": DOCUMENT, "recording": DOCUMENT,
}  # fmt: skip
RESULTS = {"results": LINES, "authenticated_at": MOMENT, "report": DOCUMENT}
"""Fields that only go together; ``report`` is the public document that has the signature, and so a receipt."""
EVERY = FIELDS | RESULTS | {"cancelled": LINE, "moved_from": MOMENT}
ADDRESS, VOTES = re.compile(r"https://[^\s/]+\.[^\s/]+(/\S*)?"), re.compile(r"\d{1,15} \d{1,15} \d{1,15}")
EARLIEST, LATEST = date(1970, 1, 1), date(2199, 12, 31)
MOVED, SLIP = "moved", "slip"
"""What another day means: the meeting is moved, which is said; or the day was a slip."""
SPECIAL = "special"
"""Third part of an item of the agenda."""


class Meeting(NumberedRecord, table=True):
    """One general meeting. Rows are never deleted; a meeting that does not take place is cancelled."""

    __tablename__ = "general_meeting"

    facts: str = Field(sa_type=Text)
    """What was entered, as a JSON object of texts by the names of `EVERY`, without empty ones."""
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


def enter(
    archive: Archive,
    typed: Mapping[str, str],
    actor: Actor,
    number: int | None = None,
    *,
    seen: int | None = None,
    moved: str = "",
    along: Collection[str] = (),
) -> Meeting:
    """Enter a meeting, or change what is given of one.

    Args:
        typed: by `EVERY`; an empty text removes what stands there.
        number: of the meeting that changes; None for a new one.
        seen: number of changes that the form was opened with, for a new meeting the version of all; None where it
            does not say.
        moved: what another day means, `MOVED` or `SLIP`; needed for one.
        along: `hooks.MeetingDay.id` of what gets the other day, too.

    Raises:
        Refusal: a field cannot be right, the first one of the form; nothing was entered.
    """
    with versions.changing(archive, MEETINGS, seen=seen if number is None else None) as session:
        row = Meeting(facts="{}", sequence=-1) if number is None else session.get(Meeting, number)
        if row is None:
            raise Refusal("meeting_unknown", number=number)
        if number is not None and seen not in (None, row.sequence):
            raise Refusal("changed_meanwhile")
        old = row.texts
        # All at once, since the results are checked as soon as one of them is there.
        facts = {**old, **typed}
        for name, kind in EVERY.items():
            facts[name] = _cleaned(name, kind, facts.get(name, ""))
            _check(session, facts, name, is_new=facts[name] != old.get(name, ""))
        topics = _move(session, old, facts, actor, moved, along) if number is not None else set()
        row.facts = json.dumps({name: text for name, text in facts.items() if text}, ensure_ascii=False)
        row.sequence, row.changed_at = row.sequence + 1, local_time.now()
        session.add(row)
        session.flush()
        before = ", ".join(f"{name}: {text}" for name, text in old.items() if facts[name] != text)
        subject = f"meetings/{row.id}/{facts['starts']}"
        audit.add(session, actor, "add meeting" if number is None else "change meeting", subject, audit.DONE, before)
    for topic in topics:
        archive.announce(topic)
    return row


def naming(session: Session, day: date) -> list[MeetingDay]:
    """Return what names a day as that of a meeting, in other parts of the site."""
    return [named for hooks in features.hooks() for named in hooks.naming(session, day)]


def _move(
    session: Session,
    old: Mapping[str, str],
    facts: dict[str, str],
    actor: Actor,
    moved: str,
    along: Collection[str],
) -> set[str]:
    """Note the day from which a meeting moves, and move what names it where that is wanted.

    Returns:
        The topics that changed.
    """
    before, after = (date.fromisoformat(each["starts"][:10]) for each in (old, facts))
    if before == after:
        return set()
    if moved not in (MOVED, SLIP):
        raise Refusal("meeting_moved", field="moved", day=before)
    if moved != SLIP:
        facts["moved_from"] = old["starts"]
    if facts["moved_from"][:10] == facts["starts"][:10]:
        facts["moved_from"] = ""
    found = [named for named in naming(session, before) if named.id in along]
    topics = {named.topic for named in found}
    # In one order, as wherever several versions are raised.
    for topic in sorted(topics):
        versions.raise_version(session, topic)
    for named in found:
        named.move(after, actor)
    return topics


def read(session: Session) -> tuple[Meeting, ...]:
    """Return all meetings, the newest first."""
    return tuple(sorted(session.exec(select(Meeting)), key=lambda each: (each.starts, each.id), reverse=True))


def read_shown(session: Session) -> tuple[Meeting, ...]:
    """Return all meetings as visitors see them: without withdrawn documents, and without the votes that one proves."""
    return tuple(_shown(session, meeting) for meeting in read(session))


def held(session: Session) -> list[tuple[int, date, int | None]]:
    """Return number and day of meetings with the number of the document of their results: see `duties.overview`."""
    return [
        (each.id, local_time.local_date(each.starts), None if each.is_cancelled else int(each.text("report") or 0))
        for each in read(session)
    ]


def _shown(session: Session, meeting: Meeting) -> Meeting:
    facts = meeting.texts
    numbers = {name: int(text) for name, text in facts.items() if EVERY.get(name) == DOCUMENT and text.isdecimal()}
    gone = {name for name, number in numbers.items() if _is_withdrawn(session, number)}
    if "report" in gone:
        gone |= RESULTS.keys()
    kept = json.dumps({name: text for name, text in facts.items() if name not in gone}, ensure_ascii=False)
    return Meeting(id=meeting.id, facts=kept, sequence=meeting.sequence, changed_at=meeting.changed_at)


def _is_withdrawn(session: Session, number: int) -> bool:
    document = session.get(Document, number)
    return document is None or document.withdrawn_at is not None


def _cleaned(name: str, kind: str, text: str) -> str:
    """Return a text as it is stored: lines without empty ones, one alone where a field has one."""
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    text, limit = "\n".join(lines), 8000 if kind == LINES else 500
    if len(text) > limit:
        raise Refusal("date_text_long", field=name, count=len(text), limit=limit)
    if (len(lines) > 1 and kind != LINES) or not all(map(is_printable, lines)):
        raise Refusal("date_text_unprintable", field=name)
    try:
        if kind == MOMENT and (text or name == "starts"):
            return local_time.in_local_time(local_time.parse(text)).isoformat()[:16]
        if text.isdecimal() and kind == DOCUMENT:
            return str(int(text))
        return date.fromisoformat(in_ascii(text)).isoformat() if text and kind == DAY else text
    except (ValueError, OverflowError):
        raise Refusal("meeting_moment" if kind == MOMENT else "day_invalid", field=name) from None


def _check(session: Session, facts: Mapping[str, str], name: str, *, is_new: bool) -> None:
    """Refuse what contradicts the fields before it, and a new link to nothing; that of an old one may be withdrawn."""
    text, starts = facts[name], facts.get("starts", "")
    if name == "kind" and text not in [kind.id for kind in content.read().meetings.kinds]:
        raise Refusal("choice_missing", field=name)
    if name in ("starts", "questions_until", "year_end", "record_date"):
        if text and not EARLIEST <= date.fromisoformat(text[:10]) <= LATEST:
            raise Refusal("calendar_range", field=name, first=EARLIEST, last=LATEST)
        if text > starts:
            raise Refusal("meeting_late", field=name, day=date.fromisoformat(starts[:10]))
    if name == "ends" and text and not starts < text < f"{starts[:10]}T24":
        raise Refusal("meeting_ends", field=name, starts=local_time.written(local_time.parse(starts)))
    if name == "agenda" and not all(_is_item(line) for line in text.split("\n")):
        raise Refusal("meeting_agenda", field=name)
    if is_new and text and EVERY[name] in (LINK, DOCUMENT):
        _check_link(session, name, text)
    if name in RESULTS and any(facts.get(each) for each in RESULTS):
        _check_result(facts, name)


def _is_item(line: str) -> bool:
    own, _, *special = [part.strip() for part in f"{line}|".split("|")]
    return bool(own) and "".join(special) in ("", SPECIAL)


def _check_link(session: Session, name: str, text: str) -> None:
    if name == "report" or (EVERY[name] == DOCUMENT and text.isdecimal()):
        document = session.get(Document, int(text)) if text.isdecimal() and len(text) < 10 else None
        if document is None or not document.is_public:
            raise Refusal("document_not_public", field=name, number=text)
    elif not ADDRESS.fullmatch(text):
        raise Refusal("meeting_link", field=name)


def _check_result(facts: Mapping[str, str], name: str) -> None:
    text, items, starts = facts[name], facts["agenda"].splitlines(), local_time.parse(facts["starts"])
    if name == "results" and (len(text.splitlines()) != len(items) or not all(map(VOTES.fullmatch, text.splitlines()))):
        raise Refusal("meeting_votes", field=name, count=len(items))
    if name == "authenticated_at" and not (text and starts <= local_time.parse(text) <= local_time.now()):
        raise Refusal("meeting_authenticated", field=name, starts=local_time.written(starts))
    if not text:
        raise Refusal("document_not_public", field=name, number="–")
