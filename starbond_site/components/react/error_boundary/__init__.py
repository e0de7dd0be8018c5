"""What a visitor sees where drawing a page fails: a sentence and a way on, in place of an empty window."""

import reflex as rx
from reflex.state import FrontendEventExceptionState
from reflex_components_core.base.error_boundary import on_error_spec

from starbond_site.components.react.local import library
from starbond_site.content import LANGUAGES, read


class ErrorBoundary(rx.Component):
    """Stands around every page; the library that Reflex brings for it weighs more than it does."""

    library = library("error_boundary.jsx")
    tag = "ErrorBoundary"

    words: rx.Var[dict[str, dict[str, str]]]
    """Heading, sentence and button by language; it stands outside the pages, so it knows all of them."""

    on_error: rx.EventHandler[on_error_spec]
    """Tells the server, which writes it to its log."""


def error_boundary() -> rx.Component:
    """Return the boundary in all languages."""
    words = {language: read(language).interface.failure.model_dump() for language in LANGUAGES}
    return ErrorBoundary.create(words=words, on_error=FrontendEventExceptionState.handle_frontend_exception)
