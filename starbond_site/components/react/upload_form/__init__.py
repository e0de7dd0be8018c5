"""A form that publishes one file: what it does in the browser. How it looks, its children decide."""

from typing import Any

import reflex as rx

from starbond_site.components.react import upload_key as _upload_key  # noqa: F401  brings reconnect.jsx
from starbond_site.components.react.local import library

for part in ("transfer.jsx", "use_upload.jsx"):
    library(part)


class _Part(rx.Component):
    library = library("upload_form.jsx")


class UploadForm(_Part):
    """The form; its file input, drop-down ``category`` and submit button may stand anywhere inside."""

    tag = "UploadForm"

    is_open: rx.Var[bool]
    """Whether this visitor may publish; until that is known, its controls are switched off."""

    label: rx.Var[str]
    """Accessible name of the form."""

    handler: rx.Var[str]
    """Full name of the event handler that takes the file."""

    category: rx.Var[str]
    """Where the file goes, unless a drop-down named ``category`` inside says so."""

    language: rx.Var[str]
    """Language of the page, ``en`` or ``bn``."""

    labels: rx.Var[dict[str, str]]
    """Its words; those with ``{places}`` are filled in the browser."""

    extensions: rx.Var[list[str]]
    """Accepted extensions, in small letters with their dot."""

    limit: rx.Var[int]
    """Largest file in MiB."""

    results: rx.Var[dict[str, Any]]
    """What the server says, by attempt."""

    on_refused: rx.EventHandler[rx.event.passthrough_event_spec(str)]
    """The server refused, with this code."""


class ChosenFile(_Part):
    """Name and size of the chosen file."""

    tag = "ChosenFile"

    digits: rx.Var[str]
    """The ten digits of the language."""


class WhileIdle(_Part):
    """Controls that are switched off while a file is on its way, and until the visitor may publish."""

    tag = "WhileIdle"

    needs_file: rx.Var[bool]
    """Whether they also wait until a file is chosen."""


class Transferring(_Part):
    """Progress; its children are the bar and the button that cancels."""

    tag = "Transferring"


class Outcome(_Part):
    """The result in words, as a ``status`` or an ``alert``."""

    tag = "Outcome"

    list_href: rx.Var[str]
    """Address of the page that shows the document."""


upload_form = UploadForm.create
chosen_file = ChosenFile.create
while_idle = WhileIdle.create
transferring = Transferring.create
outcome = Outcome.create
