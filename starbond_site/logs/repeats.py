"""Counts faults that repeat: the first is written whole, then one line a minute with a count, then one that it is over.

Over all faults at most one line a second is written, whatever arrives: a line that has to wait is written later. So the
cost of a flood of faults, which any visitor can cause, is known.
"""

import copy
import logging
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from types import TracebackType

LINE_SECONDS = 1.0
"""Between two lines."""
REPEAT_SECONDS = 60.0
"""Between two lines of one fault; a fault that was not seen for so long is over."""
MOST_FAULTS = 200
"""Faults that are told apart; further ones are counted as one."""
OVER = "all_well_again"
"""Event that ends a fault."""
FIELDS = "repeat_fields"
"""Attribute of a record with the fields that this module adds to the line."""
_OTHER: Hashable = "other"


@dataclass
class _Fault:
    record: logging.LogRecord
    """The first; without its exception once it was written."""
    first_at: float
    seen_at: float
    written_at: float | None = None
    count: int = 0
    """Since the last line."""
    total: int = 1


class Repeats:
    """Decides which records are written, and when; not thread-safe. Times are seconds of one monotonic clock."""

    def __init__(self) -> None:
        self._faults: dict[Hashable, _Fault] = {}
        self._line_at = float("-inf")

    def __bool__(self) -> bool:
        """Return whether any fault is not over."""
        return bool(self._faults)

    def add(self, record: logging.LogRecord, now: float) -> Iterator[logging.LogRecord]:
        """Take a fault; yield what is to be written now."""
        key = key_of(record)
        if key not in self._faults and len(self._faults) >= MOST_FAULTS:
            key = _OTHER
        if fault := self._faults.get(key):
            fault.seen_at = now
            fault.count += 1
            fault.total += 1
        else:
            self._faults[key] = _Fault(record, now, now)
        yield from self.due(now)

    def due(self, now: float) -> Iterator[logging.LogRecord]:
        """Yield the line that is due, if there is one; call it every second while there are faults."""
        if now - self._line_at < LINE_SECONDS:
            return
        for key, fault in list(self._faults.items()):
            if line := self._line(key, fault, now):
                self._line_at = now
                yield line
                return

    def over(self, event: str) -> Iterator[logging.LogRecord]:
        """End the faults of one event of this site, whatever raised them; yield the line that says so."""
        ended = [key for key in self._faults if isinstance(key, tuple) and key[1] == event]
        faults = [self._faults.pop(key) for key in ended]
        yield from (fault.record for fault in faults if fault.written_at is None)
        if faults:
            faults[0].total = sum(fault.total for fault in faults)
            faults[0].first_at = min(fault.first_at for fault in faults)
            faults[0].seen_at = max(fault.seen_at for fault in faults)
            yield _ended(faults[0])

    def everything(self, now: float) -> Iterator[logging.LogRecord]:
        """Yield what has not been written, for a process that ends."""
        for fault in self._faults.values():
            if fault.written_at is None:
                yield fault.record
            if fault.count:
                yield _repeated(fault, now)
        self._faults.clear()

    def _line(self, key: Hashable, fault: _Fault, now: float) -> logging.LogRecord | None:
        if fault.written_at is None:
            fault.written_at = now
            whole, fault.record = fault.record, _without_exception(fault.record)
            return whole
        if now - fault.written_at < REPEAT_SECONDS:
            return None
        if fault.count:
            line = _repeated(fault, now)
            fault.written_at, fault.count = now, 0
            return line
        if now - fault.seen_at < REPEAT_SECONDS:
            return None
        del self._faults[key]
        # What happened once and never again needs no second line.
        return _ended(fault) if fault.total > 1 else None


def key_of(record: logging.LogRecord) -> Hashable:
    """Return what makes two records the same fault: logger, event or place in the code, and place of the exception.

    The text of a library's message does not count: it often holds an id or what a visitor sent.
    """
    if isinstance(record.msg, dict):
        event, error = str(record.msg.get("event")), record.msg.get("exc_info")
    else:
        event, error = f"{record.pathname}:{record.lineno}", record.exc_info
    if not isinstance(error, tuple) or error[0] is None:
        return (record.name, event)
    return (record.name, event, error[0].__qualname__, _innermost(error[2]))


def _innermost(traceback: TracebackType | None) -> tuple[str, int] | None:
    place = None
    while traceback is not None:
        place = (traceback.tb_frame.f_code.co_filename, traceback.tb_lineno)
        traceback = traceback.tb_next
    return place


def _without_exception(record: logging.LogRecord) -> logging.LogRecord:
    """Return a copy that can be kept: an exception keeps every local variable of its frames."""
    kept = copy.copy(record)
    if isinstance(kept.msg, dict):
        kept.msg = {name: value for name, value in kept.msg.items() if name not in ("exc_info", "stack_info")}
    else:
        kept.msg, kept.args = kept.getMessage(), ()
    kept.exc_info = kept.exc_text = kept.stack_info = None
    return kept


def _repeated(fault: _Fault, now: float) -> logging.LogRecord:
    since = fault.written_at if fault.written_at is not None else fault.first_at
    return _with_fields(fault, {"repeated": fault.count, "in_seconds": round(now - since)})


def _ended(fault: _Fault) -> logging.LogRecord:
    seconds = round(fault.seen_at - fault.first_at)
    name = fault.record.msg.get("event") if isinstance(fault.record.msg, dict) else fault.record.getMessage()
    record = _with_fields(fault, {"event": OVER, "fault": name, "times": fault.total, "seconds": seconds})
    record.levelno, record.levelname = logging.INFO, "INFO"
    return record


def _with_fields(fault: _Fault, fields: dict[str, object]) -> logging.LogRecord:
    record = _without_exception(fault.record)
    vars(record)[FIELDS] = fields
    return record
