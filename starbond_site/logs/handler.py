"""Writes events to standard error; warnings and errors pass `Repeats`."""

import logging
import os
import sys
import threading
import time
import weakref
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import util

from starbond_site.logs.repeats import LINE_SECONDS, Repeats

_handlers: "weakref.WeakSet[EventHandler]" = weakref.WeakSet()


class EventHandler(logging.Handler):
    """One per process. While a fault is counted, a thread writes the lines that are due later."""

    def __init__(self) -> None:
        super().__init__()
        self._repeats = Repeats()
        self._later: threading.Thread | None = None
        _handlers.add(self)
        util.register_after_fork(self, EventHandler._begin_anew)

    def emit(self, record: logging.LogRecord) -> None:
        """Write an event, or count it; called with the lock of the handler."""
        if record.levelno < logging.WARNING or record.levelno >= logging.CRITICAL:
            self._write([record])
            return
        self._write(self._repeats.add(record, time.monotonic()))
        if self._later is None:
            self._later = threading.Thread(target=self._write_later, name="logs", daemon=True)
            self._later.start()

    def over(self, event: str) -> None:
        """Write that a fault is over, if there was one."""
        if self._repeats:
            with self._locked():
                self._write(self._repeats.over(event))

    def drain(self) -> None:
        """Write everything that waits."""
        with self._locked():
            self._write(self._repeats.everything(time.monotonic()))

    def close(self) -> None:
        """Write everything that waits, and close."""
        self.drain()
        super().close()

    def forget_parent(self) -> None:
        """Begin anew in a forked process: it has no other thread, and its parent writes what waits there."""
        self._repeats, self._later = Repeats(), None

    def _begin_anew(self) -> None:
        """Drain when this worker process ends; functions of `atexit` do not run in one."""
        util.Finalize(self, self.drain, exitpriority=1)

    def _write(self, records: Iterable[logging.LogRecord]) -> None:
        for record in records:
            try:
                sys.stderr.write(self.format(record) + "\n")
                sys.stderr.flush()
            except Exception:
                # A log that cannot be written must not stop what it reports.
                self.handleError(record)

    def _write_later(self) -> None:
        pause = threading.Event()
        while True:
            pause.wait(LINE_SECONDS)
            with self._locked():
                self._write(self._repeats.due(time.monotonic()))
                if not self._repeats:
                    self._later = None
                    return

    @contextmanager
    def _locked(self) -> Iterator[None]:
        self.acquire()
        try:
            yield
        finally:
            self.release()


def _after_fork() -> None:
    for handler in _handlers:
        handler.forget_parent()


os.register_at_fork(after_in_child=_after_fork)
