"""Entering and reading general meetings: one record each, from which page, calendar and duties take theirs.

A record is texts by name, as a form and the command line have them: moments in the company's time
(``2026-12-20T10:30``), days of ISO 8601, an item of the agenda a line (``English | Bangla``), and its votes likewise
(for, against, abstained).
"""

import json
import re
from collections.abc import Collection, Mapping
from datetime import date

from sqlmodel import Session, select

from starbond_site import content, local_time
from starbond_site.categories import MEETINGS
from starbond_site.content.languages import is_printable
from starbond_site.documents import audit, versions
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.records import Document
from starbond_site.documents.refusals import Refusal
from starbond_site.general_meetings.records import Meeting

MOMENTS, DAYS = ("starts", "ends", "questions_until", "authenticated_at"), ("year_end", "record_date")
LINKS, DOCUMENTS = ("join", "vote", "stream"), ("notice", "proxy", "minutes", "recording")
"""Documents are numbers of public documents of this site, or links."""
LINES = ("agenda", "results")
FIELDS = ("kind", *MOMENTS[:3], *DAYS, "place", "place_bn", "agenda", *LINKS, *DOCUMENTS)
RESULTS = ("results", "authenticated_at", "report")
"""Fields that only go together; ``report`` is the public document that has the signature, and so a receipt."""
LINK, VOTES = re.compile(r"https://[^\s/]+\.[^\s/]+(/\S*)?"), re.compile(r"\d{1,15} \d{1,15} \d{1,15}")
EARLIEST, LATEST = date(1970, 1, 1), date(2199, 12, 31)


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
    with versions.changing(archive, MEETINGS, seen if number is None else None) as session:
        row = Meeting(facts="{}", sequence=-1) if number is None else session.get(Meeting, number)
        if row is None:
            raise Refusal("meeting_unknown", number=number)
        if number is not None and seen not in (None, row.sequence):
            raise Refusal("changed_meanwhile")
        old = row.texts
        facts = old | {name: _cleaned(name, text) for name, text in typed.items()}
        row.facts = json.dumps({name: text for name, text in facts.items() if text}, ensure_ascii=False)
        _check(session, row, {name for name, text in facts.items() if text != old.get(name, "")})
        row.sequence, row.changed_at = row.sequence + 1, local_time.now()
        session.add(row)
        session.flush()
        before = ", ".join(f"{name}: {text}" for name, text in old.items() if facts[name] != text)
        subject = f"meetings/{row.id}/{facts['starts']}"
        audit.add(session, actor, "add meeting" if number is None else "change meeting", subject, audit.DONE, before)
    return row


def read(session: Session) -> tuple[Meeting, ...]:
    """Return all meetings, the newest first."""
    return tuple(sorted(session.exec(select(Meeting)), key=lambda each: (each.starts, each.id), reverse=True))


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
        field = name.replace("_", "-")
        if not EARLIEST <= (meeting.day(name) or day) <= LATEST:
            raise Refusal("calendar_range", field=field, first=EARLIEST, last=LATEST)
        if meeting.text(name) > meeting.text("starts"):
            raise Refusal("meeting_late", field=field, day=day)
    if not all(line.partition("|")[0].strip() for line in meeting.text("agenda").split("\n")):
        raise Refusal("meeting_agenda", field="agenda")
    if (ends := meeting.moment("ends")) and not meeting.starts < ends < local_time.end_of(day):
        raise Refusal("meeting_ends", field="ends", starts=local_time.written(meeting.starts))
    for name in (each for each in (*LINKS, *DOCUMENTS, "report") if each in changed and meeting.text(each)):
        _check_link(session, name, meeting.text(name))
    if any(map(meeting.text, RESULTS)):
        _check_results(meeting)


def _check_link(session: Session, name: str, text: str) -> None:
    if name == "report" or (name in DOCUMENTS and text.isdecimal()):
        document = session.get(Document, int(text)) if text.isdecimal() and len(text) < 10 else None
        if document is None or not document.is_public:
            raise Refusal("document_not_public", field=name, number=text)
    elif not LINK.fullmatch(text):
        raise Refusal("meeting_link", field=name)


def _check_results(meeting: Meeting) -> None:
    lines, items = meeting.text("results").splitlines(), meeting.text("agenda").splitlines()
    if len(lines) != len(items) or not all(map(VOTES.fullmatch, lines)):
        raise Refusal("meeting_votes", field="results", count=len(items))
    signed = meeting.moment("authenticated_at")
    if signed is None or not meeting.starts <= signed <= local_time.now():
        raise Refusal("meeting_authenticated", field="authenticated-at", starts=local_time.written(meeting.starts))
    if not meeting.text("report"):
        raise Refusal("document_not_public", field="report", number="–")
