"""A form that is answered through the websocket: what it does in the browser. Its fields come from the page."""

from typing import Any

import reflex as rx

from starbond_site.components.react.local import library

library("use_letter.jsx")


def fields_and_attempt(fields: rx.Var[dict[str, str]], attempt: rx.Var[str]) -> tuple[rx.Var[Any], rx.Var[str]]:
    """Return what a sent letter carries: its fields, and the number that the page gave to its attempt."""
    return fields, attempt


class LetterForm(rx.Component):
    """The form; sends its named fields, and moves the focus to the first that has to be corrected."""

    library = library("letter_form.jsx")
    tag = "LetterForm"

    label: rx.Var[str]
    """Accessible name of the form."""

    labels: rx.Var[dict[str, str]]
    """``sending``, ``lost``."""

    answer: rx.Var[dict[str, Any]]
    """What the server says: ``attempt``, ``sentence`` and ``problems`` by field."""

    on_send: rx.EventHandler[fields_and_attempt]
    """Takes the fields and the number of the attempt."""


letter_form = LetterForm.create
