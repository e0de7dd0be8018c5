"""A button that opens its children in a native modal dialog."""

import reflex as rx

from starbond_site.components.react.local import library


class Dialog(rx.Component):
    """A button, and the modal dialog with the children that it opens."""

    library = library("dialog.jsx")
    tag = "Dialog"

    title: rx.Var[str]
    """Heading and accessible name of the dialog."""

    label: rx.Var[str]
    """Text of the button."""

    name: rx.Var[str]
    """Accessible name of the button; it contains the label (WCAG 2.2 SC 2.5.3)."""

    close: rx.Var[str]
    """Text of the button that closes the dialog."""


dialog = Dialog.create
