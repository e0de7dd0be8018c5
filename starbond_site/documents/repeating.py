"""A thread that calls one function again and again until it is stopped."""

import threading
from collections.abc import Callable

from sqlalchemy.exc import SQLAlchemyError

from starbond_site import logs
from starbond_site.documents.refusals import Refusal

STOP_SECONDS = 10
"""Longest wait for a step that has begun."""
_log = logs.get_logger(__name__)


class RepeatingThread:
    """Calls ``step``, which returns the seconds until the next call. No fault ends it; it is logged."""

    def __init__(self, name: str, step: Callable[[], float], *, fault: str, retry_seconds: float) -> None:
        self._step = step
        self._fault = fault
        self._retry_seconds = retry_seconds
        self._stopped = threading.Event()
        # A daemon, so that a storage that does not answer cannot keep the process alive.
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin with the first step."""
        self._thread.start()

    def stop(self) -> None:
        """End after the present step; blocks for `STOP_SECONDS` at most."""
        self._stopped.set()
        self._thread.join(STOP_SECONDS)

    def _run(self) -> None:
        while not self._stopped.wait(self._call()):
            pass

    def _call(self) -> float:
        """Return the seconds until the next call."""
        try:
            seconds = self._step()
        except Exception as error:
            is_known = isinstance(error, SQLAlchemyError | OSError | Refusal)
            # Repetitions are counted by the log, which writes them once.
            _log.error(self._fault, cause=type(error).__name__, exc_info=None if is_known else error)
            return self._retry_seconds
        return seconds
