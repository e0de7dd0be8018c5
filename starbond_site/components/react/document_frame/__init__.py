"""An element that the server writes into, such as a document, and the buttons that copy texts from it."""

from typing import Any

import reflex as rx

from starbond_site.components.react.local import library


class DocumentFrame(rx.Component):
    """Keeps what the server wrote; its children stand there otherwise."""

    library = library("document_frame.jsx")
    tag = "DocumentFrame"

    mark: rx.Var[str]
    """What the server finds the element by (``data-live``)."""

    topics: rx.Var[list[str]]
    """The content is read again when one of them changes; none where it stays as it came."""

    state: rx.Var[str]
    """Name of the state that has a var for each topic."""

    words: rx.Var[dict[str, Any]]
    """What is said of the connection, see `live.connection_words`; without them nothing is said, and nothing polled."""

    changed: rx.Var[str]
    """Said where the content has changed and is not read again, since somebody has typed into it."""


document_frame = DocumentFrame.create
