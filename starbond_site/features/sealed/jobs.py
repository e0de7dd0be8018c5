"""The thread that releases sealed filings at their release times; each process has one, and the database decides.

It compares release times with the clock of the machine in short steps, so that a clock that is set, or a machine that
slept, delays a release by one step at most.
"""

from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col, select

from starbond_site.documents.archive import Archive
from starbond_site.documents.jobs import JobThread
from starbond_site.documents.refusals import Refusal
from starbond_site.features.sealed import service
from starbond_site.features.sealed.records import RELEASED, Sealed
from starbond_site.features.sealed.release import is_due, release
from starbond_site.shared import local_time, logs

STEP_SECONDS = 0.4
"""Longest time between two steps. A step also announces what another process has released, without waiting for the poll
of the change feed: both together have to stay below a second."""
RETRY_SECONDS = 1.0
"""After a fault of the database or the storage."""
_log = logs.get_logger(__name__)


def jobs(archive: Archive) -> list[JobThread]:
    return [JobThread("releases", Releases(archive).step, retry=(RETRY_SECONDS, RETRY_SECONDS))]


class Releases:
    """Releases what is due, and remembers what was sealed at the last step."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._seen: dict[int, str] = {}

    def step(self) -> float:
        """Release what is due; return the seconds until the next step."""
        found = service.waiting(self._archive)
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
