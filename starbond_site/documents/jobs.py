"""Work beside the server: rows of a table, each claimed by one worker at a time, and the thread that does the work.

A claim moves ``due_at`` of its row to the end of a lease. A process that is killed meanwhile thus loses nothing: the
row is due again when the lease has ended. A failure moves it further, by pauses that grow.
"""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Generic, TypeVar

from sqlalchemy import ColumnElement, Engine, update
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session, col, select

from starbond_site.documents import database
from starbond_site.documents.records import ClaimedRecord
from starbond_site.documents.refusals import Refusal
from starbond_site.shared import local_time, logs

STOP_SECONDS = 10
"""How long the end of the process waits for a step that has begun."""
RETRY_SECONDS = 10
"""Pause after a fault of the database or the storage."""
Row = TypeVar("Row", bound=ClaimedRecord)
Span = TypeVar("Span", float, timedelta)
_log = logs.get_logger(__name__)


class Unavailable(Exception):  # noqa: N818  of another server, not a fault of this one
    """A server that the work needs does not answer; the message is for the log, without personal data."""


def pause(first: Span, longest: Span, failures: int) -> Span:
    """Return the pause after some failures in a row, four times the one before."""
    return min(first * 4 ** min(failures - 1, 10), longest)


class Queue(Generic[Row]):
    """The rows of one table."""

    def __init__(self, table: type[Row], lease: timedelta) -> None:
        self._table, self._lease = table, lease

    def is_due(self, engine: Engine, *wanted: ColumnElement[bool]) -> bool:
        """Return whether a row that meets all conditions can be claimed; cheaper than `claim`, which locks."""
        due = select(self._table.id).where(self._table.due_at <= local_time.now(), *wanted).limit(1)
        with database.reading(engine) as session:
            return session.exec(due).first() is not None

    def claim(self, engine: Engine, *wanted: ColumnElement[bool]) -> Row | None:
        """Claim the row that has been due for the longest time, and return it; None where none is due."""
        now, table = local_time.now(), self._table
        first = select(table).where(table.due_at <= now, *wanted).order_by(col(table.due_at), col(table.id)).limit(1)
        with database.writing(engine) as session:
            # Two workers of PostgreSQL claim different rows; SQLite has one writer at a time.
            row = session.exec(first.with_for_update(skip_locked=True)).first()
            if row is not None:
                row.claims += 1
                row.due_at = now + self._lease
            return row

    def settle(self, session: Session, claimed: Row, **values: Any) -> None:  # noqa: ANN401
        """Write what became of a claim, unless it has ended and the row is another worker's by now."""
        own = col(self._table.id) == claimed.id, col(self._table.claims) == claimed.claims
        session.connection().execute(update(self._table).where(*own).values(values))


class JobThread:
    """Calls ``step`` again and again; `notify` ends the wait until the next call.

    No fault ends the thread. Of faults in a row the first is logged, and that the work goes on after the last.
    """

    def __init__(
        self,
        name: str,
        step: Callable[[], Any],
        *,
        every: float | None = None,
        retry: tuple[float, float] = (RETRY_SECONDS, RETRY_SECONDS),
        notified: threading.Event | None = None,
        listeners: list[Callable[[str], None]] | None = None,
        ending: Callable[[], object] | None = None,
    ) -> None:
        """Start nothing yet.

        Args:
            every: seconds between two steps; without them the step returns the seconds until the next one.
            retry: the first pause after a fault, which nothing shortens, and up to which it grows; in seconds.
            notified: set by `notify`, and by others.
            listeners: of an archive, whose commits call `notify` while the thread runs.
            ending: lets the present step end early.
        """
        self._step, self._every, self._retry, self._ending = step, every, retry, ending
        self._listeners = [] if listeners is None else listeners
        self._notified, self._stopped = notified or threading.Event(), threading.Event()
        self.failures = 0
        """Faults in a row."""
        # A daemon, so that what does not answer cannot keep the process alive.
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._listeners.append(self.notify)
        self._thread.start()

    def notify(self, _changed: str = "") -> None:
        """Let the next step begin at once."""
        self._notified.set()

    def stop(self) -> None:
        """End after the present step; blocks for `STOP_SECONDS` at most."""
        if self.notify in self._listeners:
            self._listeners.remove(self.notify)
        self._stopped.set()
        if self._ending:
            self._ending()
        self._notified.set()
        self._thread.join(STOP_SECONDS)

    def _run(self) -> None:
        while not self._stopped.is_set():
            self._notified.clear()
            seconds = self._call()
            (self._stopped if self.failures else self._notified).wait(seconds)

    def _call(self) -> float:
        try:
            seconds = self._step()
        except Exception as error:
            self.failures += 1
            if self.failures == 1:
                is_known = isinstance(error, SQLAlchemyError | OSError | Refusal | Unavailable)
                cause = str(error) if isinstance(error, Unavailable) else type(error).__name__
                _log.error("job_waits", job=self._thread.name, cause=cause, exc_info=None if is_known else error)
            return pause(*self._retry, self.failures)
        if self.failures:
            _log.warning("job_goes_on", job=self._thread.name, failed_attempts=self.failures)
        self.failures = 0
        return seconds if self._every is None else self._every
