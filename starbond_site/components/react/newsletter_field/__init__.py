"""The field of the newsletter form in the footer."""

import reflex as rx

from starbond_site.components.react import posted_form as _posted_form  # noqa: F401  brings posted_form.jsx
from starbond_site.components.react.local import library


class NewsletterField(rx.Component):
    """One address."""

    library = library("newsletter_field.jsx")
    tag = "NewsletterField"

    labels: rx.Var[dict[str, str]]
    """``label``, ``placeholder``."""


newsletter_field = NewsletterField.create
