"""A form that is sent and answered over the websocket: its behaviour in the browser. Its fields are its children."""

from typing import Any

import reflex as rx

from starbond_site.components.react.local import library

library("use_form_submission.jsx")


def fields_and_attempt(fields: rx.Var[dict[str, str]], attempt: rx.Var[str]) -> tuple[rx.Var[Any], rx.Var[str]]:
    """Return the arguments of a submission: the fields, and the id that the page gave to its attempt."""
    return fields, attempt


class MessageForm(rx.Component):
    """Sends its named fields, and moves the focus to the first that has to be corrected."""

    library = library("message_form.jsx")
    tag = "MessageForm"

    label: rx.Var[str]
    """Accessible name of the form."""

    labels: rx.Var[dict[str, str]]
    """``sending``, ``lost``."""

    answer: rx.Var[dict[str, Any]]
    """The answer of the server: ``attempt``, ``sentence`` and ``problems`` by field."""

    on_send: rx.EventHandler[fields_and_attempt]
    """Takes the fields and the id of the attempt."""


message_form = MessageForm.create
