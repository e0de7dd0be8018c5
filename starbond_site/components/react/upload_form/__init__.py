"""A form that publishes one file: its behaviour in the browser. Its look is that of its children."""

from typing import Any

import reflex as rx

from starbond_site.components.react.local import library
from starbond_site.reflex_adapter import uploads as _uploads  # noqa: F401  links transfer.jsx and reconnect.jsx

library("use_upload.jsx")


class _Part(rx.Component):
    library = library("upload_form.jsx")


class UploadForm(_Part):
    """The form; its file input, drop-down ``category`` and submit button may stand anywhere inside."""

    tag = "UploadForm"

    is_open: rx.Var[bool]
    """Whether this visitor may publish; until that is known, its controls are disabled."""

    label: rx.Var[str]
    """Accessible name of the form."""

    handler: rx.Var[str]
    """Full name of the event handler that takes the file."""

    ask_action: rx.Var[str]
    """Address that says what became of an attempt."""

    category: rx.Var[str]
    """Category of the file, unless a drop-down named ``category`` inside the form has one."""

    language: rx.Var[str]
    """Language of the page, ``en`` or ``bn``."""

    labels: rx.Var[dict[str, str]]
    """Texts; their ``{places}`` are filled in the browser."""

    digits: rx.Var[str]
    """The ten digits of the language, for sizes."""

    extensions: rx.Var[list[str]]
    """Accepted extensions, in lower case with their dot."""

    limit: rx.Var[int]
    """Largest file in MiB."""

    results: rx.Var[dict[str, Any]]
    """Results of the server, by attempt."""

    on_refused: rx.EventHandler[rx.event.passthrough_event_spec(str)]
    """The server refused, with this code; empty from time to time, so that it does not forget the page."""


class AccessUnknown(_Part):
    """Says that the server is asked who may publish, and after 10 s without an answer what may be wrong."""

    tag = "AccessUnknown"

    asking: rx.Var[str]
    """Shown at first."""

    blocked: rx.Var[str]
    """Shown afterwards, as an alert."""


class ChosenFile(_Part):
    """Name and size of the chosen file."""

    tag = "ChosenFile"


class WhileIdle(_Part):
    """Controls that are disabled during an upload, and for visitors who may not publish."""

    tag = "WhileIdle"


class Transferring(_Part):
    """Progress; its children are the bar and the button that cancels."""

    tag = "Transferring"


class Outcome(_Part):
    """The result as a sentence, in a ``status`` or an ``alert``."""

    tag = "Outcome"

    list_href: rx.Var[str]
    """Address of the page that shows the document."""


upload_form = UploadForm.create
access_unknown = AccessUnknown.create
chosen_file = ChosenFile.create
while_idle = WhileIdle.create
transferring = Transferring.create
outcome = Outcome.create
