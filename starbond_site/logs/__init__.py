"""Structured logs (structlog) on standard error: one line an event, as text for a terminal or as JSON.

``STARBOND_LOGS`` selects which. Every logger goes through one handler: the site's own, whose events have a name and
fields, and those of libraries, whose message is the event. Personal data is removed (`logs.privacy`); what repeats is
counted (`logs.handler`).
"""

import logging
import sys
import threading
from typing import Literal

import structlog

from starbond_site.logs.handler import EventHandler
from starbond_site.logs.rendering import formatter

Style = Literal["console", "json"]
SITE = "starbond_site"
"""Root of the site's own loggers, which log from INFO; libraries log from WARNING."""
OWN_HANDLERS = ("engineio.server", "socketio.server")
"""Libraries that add a handler of their own unless their logger has a level."""


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
    handler.setFormatter(formatter(style, colours=sys.stderr.isatty()))
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
