"""The results of a meeting: entered together with the document that they are published as.

Receipt, alerts, duty and archive are those of every document; there is no second signature.
"""

import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from sqlmodel import Session, col, select

from starbond_site import content, local_time
from starbond_site.content.formats import long_date
from starbond_site.documents import database, reading
from starbond_site.documents.archive import Archive
from starbond_site.documents.arrived import Arrived
from starbond_site.documents.audit import Actor
from starbond_site.documents.publish import Submission, publish
from starbond_site.documents.records import Document
from starbond_site.documents.refusals import Refusal
from starbond_site.meetings import service
from starbond_site.meetings.service import Meeting, Votes
from starbond_site.meetings.workbook import workbook

MOST_VOTES = 10**15


def announce(
    archive: Archive, number: int, votes: str, authenticated_at: str, actor: Actor, *, seen: int | None = None
) -> Meeting:
    """Publish the results in the list of ``meetings.toml``, and enter them with the number of their document.

    Corrected results replace the document of the first ones.

    Args:
        votes: a line for each item of the agenda: for, against, abstained.
        authenticated_at: moment of the scrutineer's signature, in the company's time.

    Raises:
        Refusal: the meeting has not begun, or the numbers do not fit; nothing was published.

    """
    with database.reading(archive.engine) as session:
        meeting = service.one(session, number, seen)
        starts, items = local_time.written(meeting.starts), len(meeting.text("agenda").splitlines())
        signed = service.moment_of("authenticated_at", authenticated_at)
        if meeting.is_cancelled or local_time.now() < meeting.starts:
            raise Refusal("meeting_not_begun", starts=starts)
        if not meeting.starts <= signed <= local_time.now():
            raise Refusal("meeting_authenticated", field="authenticated-at", starts=starts)
        lines = [" ".join(map(str, _votes(line))) for line in votes.splitlines() if line.strip()]
        if len(lines) != items:
            raise Refusal("meeting_votes_count", field="results", count=items)
        results = {
            "results": "\n".join(lines),
            "authenticated_at": f"{local_time.in_local_time(signed):%Y-%m-%dT%H:%M}",
        }
        before = _public(session, meeting.text("report"))
    results["report"] = str(_published(archive, replace(meeting, facts={**meeting.facts, **results}), before, actor))

    def changed(_session: Session, old: Mapping[str, str]) -> Mapping[str, str]:
        return {**old, **results}

    return service.change_with(archive, number, changed, actor, meeting.sequence)


def _votes(line: str) -> Votes:
    parts = line.replace(",", "").split()
    if len(parts) != len(Votes._fields) or not all(part.isdecimal() and int(part) <= MOST_VOTES for part in parts):
        raise Refusal("meeting_votes", field="results", line=line.strip())
    return Votes(*map(int, parts))


def _public(session: Session, number: str) -> int | None:
    """Return the number of a document that the list still shows."""
    document = session.get(Document, int(number)) if number else None
    return document.id if document and not (document.withdrawn_at or document.replaced_at) else None


def _published(archive: Archive, meeting: Meeting, before: int | None, actor: Actor) -> int:
    """Publish the workbook in place of that of earlier results; one that stands there already stays."""
    site = content.read()
    day = long_date(local_time.local_date(meeting.starts), site.interface.dates)
    title = site.interface.meetings.report.format(kind=site.meetings.kind(meeting.text("kind")).title, day=day)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "results.xlsx")
        path.write_bytes(workbook(_rows(meeting, title)))
        with Arrived(archive, path, is_copied=True) as file:
            same = select(Document.id).where(*reading.current(site.meetings.list), col(Document.sha256) == file.sha256)
            with database.reading(archive.engine) as session:
                if known := session.exec(same).first():
                    return known
            wanted = Submission(category=site.meetings.list, name="Voting results.xlsx", title=title, replaces=before)
            return publish(archive, wanted, file, actor)[0].id


def _rows(meeting: Meeting, title: str) -> list[list[str | int]]:
    words = content.read().interface.meetings
    heads: list[str | int] = [words.item, words.cast_for, words.against, words.abstained]
    items = zip(meeting.text("agenda").splitlines(), meeting.votes, strict=True)
    signed = f"{words.authenticated}: {meeting.text('authenticated_at').replace('T', ' ')}"
    return [[title], [signed], heads, *([item, *votes] for item, votes in items)]
