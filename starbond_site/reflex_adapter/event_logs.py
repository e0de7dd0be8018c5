"""Filters what Reflex logs of events and browsers: never what a visitor sent, and never headers of the connection.

Reflex writes an event that it cannot process as ``repr(Event)``, which holds the headers of the websocket's request,
session cookie included, and the arguments, which may be a contact message. ``docs/reflex.md`` has the details;
``tests/unit/reflex_adapter/test_reflex.py`` fails when Reflex logs them in another way.
"""

from reflex.state import FrontendEventExceptionState
from reflex_base.event import Event
from reflex_components_core.base.error_boundary import on_error_spec

from starbond_site.shared import logs

__all__ = ["hide_visitor_data", "log_backend_exception", "log_frontend_exception", "on_error_spec", "report_exception"]

report_exception = FrontendEventExceptionState.handle_frontend_exception
"""The event by which a page reports an exception to the server's log, for an error boundary of our own."""

_log = logs.get_logger(__name__)


def hide_visitor_data() -> None:
    """Let the representation of an event name its handler alone."""
    Event.__repr__ = _name_of_event  # pyright: ignore[reportAttributeAccessIssue]


def log_backend_exception(exception: Exception) -> None:
    """Log an exception of an event handler; in place of Reflex's function, which also opens a toast in English."""
    _log.error("event_failed", exc_info=exception)


def log_frontend_exception(exception: Exception) -> None:
    """Log what a browser reports; anyone can send any text."""
    _log.warning("browser_failed", report=str(exception))


def _name_of_event(event: Event) -> str:
    # A name from a browser can be long, or anything else than a name.
    return f"Event({event.name[:100]!r})" if isinstance(event.name, str) else "Event()"
