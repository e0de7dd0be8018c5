"""A React error boundary: a sentence and a button where rendering a page fails, in place of an empty window."""

import reflex as rx

from starbond_site.components.react import ReactComponent, library
from starbond_site.content import LANGUAGES, read
from starbond_site.reflex_adapter.event_logs import on_error_spec, report_exception


class ErrorBoundary(ReactComponent):
    """Wraps every page; smaller than the library that Reflex uses for it."""

    library = library("error_boundary/error_boundary.jsx")
    tag = "ErrorBoundary"

    on_error: rx.EventHandler[on_error_spec]
    """Reports the exception to the server, which logs it."""


def error_boundary() -> rx.Component:
    # It wraps pages of every language, so it holds the words of all of them.
    words = {language: read(language).interface.failure.model_dump() for language in LANGUAGES}
    return ErrorBoundary.create(words=words, on_error=report_exception)
