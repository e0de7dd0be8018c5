"""An element that the server writes into, such as a document, and the buttons that copy texts from it."""

import reflex as rx

from starbond_site.components.react.local import library


class DocumentFrame(rx.Component):
    """Keeps what the server wrote; its children stand there otherwise."""

    library = library("document_frame.jsx")
    tag = "DocumentFrame"

    mark: rx.Var[str]
    """What the server finds the element by (``data-live``)."""


document_frame = DocumentFrame.create
