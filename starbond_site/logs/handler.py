"""Writes events to standard error: of faults that repeat the first, then one a minute with a count.

So the cost of a flood of faults, which any visitor can cause, is known: at most `MOST_FAULTS` lines a minute.
"""

import logging
import sys
import time
import traceback
from collections.abc import Callable, Hashable

REPEAT_SECONDS = 60.0
"""Between two lines of one fault."""
MOST_FAULTS = 60
"""Faults of one minute that are told apart; further ones are counted as one."""
_OTHER: Hashable = "other"


class EventHandler(logging.Handler):
    """Writes the events of its process, or counts them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._faults: dict[Hashable, tuple[float, int]] = {}
        """When each was last written, and how often it was left out since."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write an event, or count it; called with the lock of the handler."""
        if not logging.WARNING <= record.levelno < logging.CRITICAL:
            self._write(record)
            return
        key, now = fault_of(record), self._clock()
        if key not in self._faults and len(self._faults) >= MOST_FAULTS:
            self._faults = {k: fault for k, fault in self._faults.items() if now - fault[0] < REPEAT_SECONDS}
            key = key if len(self._faults) < MOST_FAULTS else _OTHER
        written_at, left_out = self._faults.get(key, (float("-inf"), 0))
        if now - written_at < REPEAT_SECONDS:
            self._faults[key] = (written_at, left_out + 1)
            return
        self._faults[key] = (now, 0)
        record.repeated = left_out
        self._write(record)

    def _write(self, record: logging.LogRecord) -> None:
        try:
            # Not a `StreamHandler`: standard error may be another one by now.
            print(self.format(record), file=sys.stderr, flush=True)
        except Exception:
            # A log that cannot be written must not stop what it reports.
            self.handleError(record)


def fault_of(record: logging.LogRecord) -> Hashable:
    """Return what makes two records the same fault: logger, event or place in the code, and place of the exception.

    The text of a library's message does not count: it often holds an id or what a visitor sent.
    """
    if isinstance(record.msg, dict):
        event, error = record.msg.get("event"), record.msg.get("exc_info")
    else:
        event, error = f"{record.pathname}:{record.lineno}", record.exc_info
    error = sys.exc_info() if error is True else error
    error = error[1] if isinstance(error, tuple) else error
    if not isinstance(error, BaseException):
        return (record.name, event)
    places = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    return (record.name, event, type(error).__qualname__, *places[-1:])
