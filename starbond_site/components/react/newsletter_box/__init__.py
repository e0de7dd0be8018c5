"""The newsletter box of the footer, small enough for every page."""

from typing import Any

import reflex as rx

from starbond_site.components.react import letter_form as _letter_form  # noqa: F401  brings use_letter.jsx
from starbond_site.components.react.letter_form import fields_and_attempt
from starbond_site.components.react.local import library


class NewsletterBox(rx.Component):
    """One address, a box to tick, a button; without scripts the browser sends it to ``action``."""

    library = library("newsletter_box.jsx")
    tag = "NewsletterBox"

    action: rx.Var[str]
    """Address that takes the form without scripts."""

    labels: rx.Var[dict[str, str]]
    """Its words."""

    answer: rx.Var[dict[str, Any]]
    """What the server says: ``attempt``, ``sentence`` and ``problems`` by field."""

    on_send: rx.EventHandler[fields_and_attempt]
    """Takes the fields and the number of the attempt."""


newsletter_box = NewsletterBox.create
