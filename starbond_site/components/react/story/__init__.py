"""A story that opens in a native dialog."""

import reflex as rx

from starbond_site.components.react.local import library


class Story(rx.Component):
    """A button, and the dialog with the children that it opens."""

    library = library("story.jsx")
    tag = "Story"

    title: rx.Var[str]
    """Heading of the dialog."""

    label: rx.Var[str]
    """What stands on the button."""

    name: rx.Var[str]
    """Accessible name of the button; contains its label."""

    close: rx.Var[str]
    """What stands on the button that closes."""


story = Story.create
