"""Removes personal data from events: logs are read, copied and kept by more people than the database.

The site's own events hold none. What libraries write, and the texts of exceptions, can hold what a visitor sent.
"""

import re

from structlog.typing import EventDict, WrappedLogger

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


def remove_personal_data(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    for name, value in event.items():
        if isinstance(value, str):
            event[name] = clean(value)
    return event


def clean(text: str) -> str:
    """Return a text without e-mail addresses, secrets, tokens, and what visitors sent."""
    for pattern, replacement in _PATTERNS:
        text = pattern.sub(replacement, text)
    return text
