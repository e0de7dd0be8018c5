"""Publishes what was sealed: at its release time, exactly once, by whichever process is first.

One transaction claims the row and writes the record of the document, its list's version, its changes and the audit, as
`publish` does. A process that is killed leaves the filing either sealed, and the next one releases it, or public.

Each process has a thread that does so (`SealedReleases`). It compares release times with the clock of the machine in
short steps, so that a clock that is set, or a machine that slept, delays a release by one step at most.
"""

from datetime import datetime, timedelta

from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col, select

from starbond_site.documents import audit, changes, database
from starbond_site.documents import publish as publication
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.jobs import JobThread
from starbond_site.documents.records import Document
from starbond_site.documents.refusals import Refusal
from starbond_site.features.sealed import service
from starbond_site.features.sealed.records import RELEASED, SEALED, Sealed
from starbond_site.features.sealed.records import subject as subject_of
from starbond_site.shared import local_time, logs, metrics
from starbond_site.shared.categories import Category

PUNCTUAL = timedelta(seconds=1)
"""A release that took longer is late, and says so."""
RIGHT = "sealed"
"""In the audit: the right by which a filing is released at its time."""


def is_due(filing: Sealed, now: datetime) -> bool:
    """Return whether a filing is to be released: sealed, approved where that is asked, and not refused before."""
    is_ready = filing.state == SEALED and not filing.waits_for_approval and not filing.problem
    return is_ready and filing.release_at <= now


def lateness(filing: Sealed) -> timedelta:
    """Return by how much a filing was released too late; zero where it was in time."""
    late = (filing.released_at or filing.release_at) - filing.release_at
    return late if late > PUNCTUAL else timedelta()


def release(archive: Archive, number: int) -> Document | None:
    """Publish a filing that is due; None where it is not, or where another process was faster.

    Raises:
        Refusal: storage_unreachable or database_unavailable: it stays sealed, and is to be tried again.
        SQLAlchemyError: the same; or the answer to the commit was lost, and another try finds that out.
    """
    filing = service.find(archive, number)
    if filing is None or not is_due(filing, local_time.now()):
        return None
    _find_object(archive, filing)
    try:
        published = _publish(archive, filing)
    except Refusal as refusal:
        if refusal.code != "already_published":
            raise
        _hold(archive, filing, refusal)
        return None
    if published:
        metrics.PUBLISHES.labels(filing.category).inc()
        archive.announce(filing.category)
    return published


def _find_object(archive: Archive, filing: Sealed) -> None:
    """Find the stored bytes, without reading all of them: they were compared when the file was sealed."""
    try:
        end = archive.storage.part(filing.key, filing.size - 1, 2)
    except FileNotFoundError as error:
        raise Refusal("storage_unreachable") from error
    if len(end) != 1:
        raise Refusal("storage_unreachable")


def _publish(archive: Archive, filing: Sealed) -> Document | None:
    """Claim the row and write the record in one transaction; None where the row is not due any more."""
    actor = Actor("server", RIGHT, filing.author)
    same = filing.model_dump(include={"category", "title", "media_type", "size", "sha256", "key"})
    document = Document(file_name=filing.name, published_at=filing.release_at, **same)
    with database.writing(archive.engine) as session:
        released = service.lock(session, filing.id)
        if released is None or released.version != filing.version or not is_due(released, local_time.now()):
            return None
        released.state = RELEASED
        publication.write_record(session, Category(filing.category), document, actor)
        released.released_at, released.document_id = document.published_at, document.id
        opened = {"commitment": released.commitment, "salt": released.salt, "sha256": document.sha256}
        changes.enter(session, "released", document.id, **opened)
        subject = f"{document.category}/{document.id}/{document.file_name}"
        audit.add(session, actor, "release", subject, audit.DONE, _detail(released))
    return document


def _detail(released: Sealed) -> str:
    """Return the detail of a release for the audit: its time, who approved it, and by how much it was late."""
    parts = [f"{subject_of(released.id)} until {local_time.typed(released.release_at)}"]
    if released.approved_at:
        parts.append(f"approved by {released.approver} at {local_time.typed(released.approved_at)}")
    if late := lateness(released):
        parts.append(f"late by {timedelta(seconds=round(late.total_seconds()))}")
    return "; ".join(parts)


def _hold(archive: Archive, filing: Sealed, refusal: Refusal) -> None:
    """Keep a filing sealed that may not be published, with the reason, until somebody decides."""
    with database.writing(archive.engine) as session:
        held = service.lock(session, filing.id)
        if held and held.version == filing.version:
            held.problem, held.problem_values, held.version = refusal.code, refusal.values, held.version + 1
            actor = Actor("server", RIGHT, filing.author)
            audit.add(session, actor, "release", subject_of(filing.id), refusal.code)


STEP_SECONDS = 0.4
"""Longest time between two steps. A step also announces what another process has released, without waiting for the poll
of the change feed: both together have to stay below a second."""
RETRY_SECONDS = 1.0
"""After a fault of the database or the storage."""
_log = logs.get_logger(__name__)


def jobs(archive: Archive) -> list[JobThread]:
    return [JobThread("releases", SealedReleases(archive).step, retry=(RETRY_SECONDS, RETRY_SECONDS))]


class SealedReleases:
    """Releases what is due, and remembers what was sealed at the last step."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._seen: dict[int, str] = {}

    def step(self) -> float:
        """Release what is due; return the seconds until the next step."""
        found = self._archive.read(service.waiting)
        self._announce_vanished({filing.id for filing in found})
        self._seen = {filing.id: filing.category for filing in found}
        now = local_time.now()
        faults = [not self._release(filing) for filing in found if is_due(filing, now)]
        if any(faults):
            return RETRY_SECONDS
        coming = [filing.release_at for filing in found if filing.release_at > now]
        # Releasing took time: the next release time may have passed.
        return min([STEP_SECONDS, *(max(0.0, (at - local_time.now()).total_seconds()) for at in coming)])

    def _release(self, filing: Sealed) -> bool:
        """Release a filing; return False after a fault that another try may not meet."""
        number = filing.id
        try:
            if not release(self._archive, number):
                # Another process was faster, and its commit is known here now.
                self._archive.announce(filing.category)
            self._seen.pop(number)
        except Exception as fault:
            # One that nobody expected must not hold up the filings after it either.
            is_known = isinstance(fault, SQLAlchemyError | Refusal | OSError)
            _log.error("release_waits", number=number, cause=type(fault).__name__, exc_info=None if is_known else fault)
            return False
        return True

    def _announce_vanished(self, waiting: set[int]) -> None:
        """Announce filings that another process has released, or this one by a commit whose answer was lost."""
        if not (vanished := self._seen.keys() - waiting):
            return
        released = select(Sealed.category).where(col(Sealed.id).in_(vanished), Sealed.state == RELEASED)
        for category in self._archive.read(lambda session: set(session.exec(released))):
            self._archive.announce(category)
