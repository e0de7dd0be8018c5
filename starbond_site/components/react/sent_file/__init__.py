"""Sends the file of a form when it is chosen, for forms that the server writes and the browser sends."""

import reflex as rx

from starbond_site.components.react import upload_form as _upload_form  # noqa: F401  links send.jsx
from starbond_site.components.react.local import library


class SentFile(rx.Component):
    """Shows nothing of its own: it serves the fields with ``data-sent`` (`presentation.forms.file_field`)."""

    library = library("sent_file.jsx")
    tag = "SentFile"

    action: rx.Var[str]
    """Address at which uploads begin (`web.resumable`)."""

    labels: rx.Var[dict[str, str]]
    """Texts; their ``{places}`` are filled in the browser."""

    digits: rx.Var[str]
    """The ten digits of the language."""


sent_file = SentFile.create
