"""Turns a record into one line: the event, its fields, and its exception."""

import logging
from datetime import UTC, datetime

import structlog
from structlog.typing import EventDict, WrappedLogger

from starbond_site.logs import privacy

EVENT_CHARACTERS = 1000
EXCEPTION_CHARACTERS = 12_000
"""Longer traces lose their middle: the first and the last lines say most."""


def formatter(style: str, *, colours: bool) -> logging.Formatter:
    as_json = structlog.processors.JSONRenderer(default=str, ensure_ascii=False)
    return structlog.stdlib.ProcessorFormatter(
        processors=[
            _add_fields,
            structlog.processors.format_exc_info,
            _shorten,
            privacy.remove_personal_data,
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            as_json if style == "json" else _console(colours=colours),
        ]
    )


def _console(*, colours: bool) -> structlog.dev.ConsoleRenderer:
    return structlog.dev.ConsoleRenderer(
        colors=colours, exception_formatter=structlog.dev.plain_traceback, pad_event_to=0, sort_keys=False
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


def _shorten(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Limit what one event can write, and keep it from writing lines of its own."""
    for name, value in event.items():
        if name == "exception":
            event[name] = _without_middle(value, EXCEPTION_CHARACTERS)
        elif isinstance(value, str):
            event[name] = _printable(_without_middle(value, EVENT_CHARACTERS))
    return event


def _without_middle(text: str, characters: int) -> str:
    half = characters // 2
    return text if len(text) <= characters else f"{text[:half]} ... {text[-half:]}"


def _printable(text: str) -> str:
    """Return a text with its control characters escaped, so that it stays one line and cannot colour a terminal."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
