"""Structured logs (structlog) on standard error: one line an event, as text for a terminal or as JSON.

``STARBOND_LOGS`` selects which. Every logger goes through one handler: the site's own, whose events have a name and
fields, and those of libraries, whose message is the event. Of faults that repeat the first it writes one a minute with
a count, so that the cost of a flood of faults, which any visitor can cause, is known: at most `MAX_FAULTS` lines a
minute. Personal data is removed, since logs are read, copied and kept by more people than the database: the site's own
events hold none, but what libraries write, and the texts of exceptions, can hold what a visitor sent.
"""

import logging
import re
import sys
import threading
import time
import traceback
from collections.abc import Callable, Hashable
from datetime import UTC, datetime
from typing import Literal

import structlog
from structlog.typing import EventDict, WrappedLogger

Style = Literal["console", "json"]
SITE = "starbond_site"
"""Root of the site's own loggers, which log from INFO; libraries log from WARNING."""
OWN_HANDLERS = ("engineio.server", "socketio.server")
"""Libraries that add a handler of their own unless their logger has a level."""
REPEAT_SECONDS = 60.0
"""Between two lines of one fault."""
MAX_FAULTS = 60
"""Faults of one minute that are told apart; further ones are counted as one."""
_OTHER: Hashable = "other"
EVENT_CHARACTERS = 1000
EXCEPTION_CHARACTERS = 12_000
"""Longer traces lose their middle: the first and the last lines say most."""
REMOVED = "[removed]"
_PATTERNS: tuple[tuple[re.Pattern[str], str], ...] = (
    # What a visitor sent over the websocket, in messages of Reflex.
    (re.compile(r"((?:event data:|but received)\s*)[^\n]*", re.IGNORECASE), rf"\1{REMOVED}"),
    # Values of a statement, in messages of SQLAlchemy and PostgreSQL.
    (re.compile(r"(\[parameters: )[^\n]*"), rf"\1{REMOVED}]"),
    (re.compile(r"(Key \([^)\n]*\)=)\([^\n]*?\)(?= )"), rf"\1({REMOVED})"),
    # Headers with secrets, however a dictionary or a list of pairs is written.
    (
        re.compile(
            r"""((?:set-)?cookie|authorization|x-upload-key)(b?['"]?\s*[:=,]\s*b?['"]?)[^'"\n]*""", re.IGNORECASE
        ),
        rf"\1\2{REMOVED}",
    ),
    # User and password in a URL.
    (re.compile(r"(\w://)[^\s/@'\"]+@"), rf"\1{REMOVED}@"),
    # Client tokens, which name a visitor's session.
    (re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", re.IGNORECASE), REMOVED),
    (re.compile(r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+"), REMOVED),
)


def get_logger(name: str) -> structlog.stdlib.BoundLogger:
    """Return the logger of a module: ``_log.warning("event_name", field=value)``."""
    return structlog.wrap_logger(
        logging.getLogger(name),
        processors=[
            structlog.stdlib.filter_by_level,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def configure(style: Style) -> None:
    """Write every event of this process in one way; may be called again, with another style."""
    root = logging.getLogger()
    for handler in [handler for handler in root.handlers if isinstance(handler, EventHandler)]:
        root.removeHandler(handler)
        handler.close()
    handler = EventHandler()
    handler.setFormatter(_formatter(style, colours=sys.stderr.isatty()))
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger(SITE).setLevel(logging.INFO)
    for name in OWN_HANDLERS:
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.captureWarnings(capture=True)
    threading.excepthook = _log_thread_exception


def _log_thread_exception(raised: threading.ExceptHookArgs) -> None:
    if raised.exc_value is not None and not isinstance(raised.exc_value, SystemExit):
        name = raised.thread.name if raised.thread else ""
        get_logger(__name__).error("thread_failed", thread=name, exc_info=raised.exc_value)


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
        if key not in self._faults and len(self._faults) >= MAX_FAULTS:
            self._faults = {k: fault for k, fault in self._faults.items() if now - fault[0] < REPEAT_SECONDS}
            key = key if len(self._faults) < MAX_FAULTS else _OTHER
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
    """Return the key of a fault, equal for repetitions: logger, event or place, job, and place of the exception.

    The text of a library's message does not count: it often holds an id or what a visitor sent.
    """
    if isinstance(record.msg, dict):
        event, error = (record.msg.get("event"), record.msg.get("job")), record.msg.get("exc_info")
    else:
        event, error = f"{record.pathname}:{record.lineno}", record.exc_info
    error = sys.exc_info() if error is True else error
    error = error[1] if isinstance(error, tuple) else error
    if not isinstance(error, BaseException):
        return (record.name, event)
    places = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    return (record.name, event, type(error).__qualname__, *places[-1:])


def _formatter(style: Style, *, colours: bool) -> logging.Formatter:
    as_json = structlog.processors.JSONRenderer(default=str, ensure_ascii=False)
    as_text = structlog.dev.ConsoleRenderer(
        colors=colours, exception_formatter=structlog.dev.plain_traceback, pad_event_to=0, sort_keys=False
    )
    return structlog.stdlib.ProcessorFormatter(
        processors=[
            _add_fields,
            structlog.processors.format_exc_info,
            _make_safe,
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            as_json if style == "json" else as_text,
        ]
    )


def _add_fields(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Put time, level, event and logger first, and say how often a fault was left out."""
    record: logging.LogRecord = event["_record"]
    first = {
        "timestamp": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname.lower(),
        "event": event["event"],
        "logger": record.name,
        "process": record.process,
    }
    repeated = getattr(record, "repeated", 0)
    return {**first, **event, **({"repeated": repeated} if repeated else {})}


def _make_safe(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Limit what one event can write, keep it from writing lines of its own, and remove personal data."""
    for name, value in event.items():
        if name == "exception":
            event[name] = clean(_without_middle(value, EXCEPTION_CHARACTERS))
        elif isinstance(value, str):
            event[name] = clean(_printable(_without_middle(value, EVENT_CHARACTERS)))
    return event


def _without_middle(text: str, characters: int) -> str:
    half = characters // 2
    return text if len(text) <= characters else f"{text[:half]} ... {text[-half:]}"


def _printable(text: str) -> str:
    """Return a text with its control characters escaped, so that it stays one line and cannot colour a terminal."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def clean(text: str) -> str:
    """Return a text without e-mail addresses, secrets, tokens, and what visitors sent."""
    for pattern, replacement in _PATTERNS:
        text = pattern.sub(replacement, text)
    return text
