"""The event by which Reflex's frontend reports an exception to the server's log, for an error boundary of our own."""

from reflex.state import FrontendEventExceptionState
from reflex_components_core.base.error_boundary import on_error_spec

__all__ = ["on_error_spec", "report_exception"]

report_exception = FrontendEventExceptionState.handle_frontend_exception
