"""The newsletter form of the footer."""

from typing import Any

import reflex as rx

from starbond_site.components.react import message_form as _message_form  # noqa: F401  brings use_form_submission.jsx
from starbond_site.components.react.local import library
from starbond_site.components.react.message_form import fields_and_attempt


class NewsletterBox(rx.Component):
    """One address, a box to tick, a button; without scripts the browser sends it to ``action``."""

    library = library("newsletter_box.jsx")
    tag = "NewsletterBox"

    action: rx.Var[str]
    """Address that takes the form without scripts."""

    labels: rx.Var[dict[str, str]]
    """Its words."""

    answer: rx.Var[dict[str, Any]]
    """The answer of the server: ``attempt``, ``sentence`` and ``problems`` by field."""

    on_send: rx.EventHandler[fields_and_attempt]
    """Takes the fields and the id of the attempt."""


newsletter_box = NewsletterBox.create
