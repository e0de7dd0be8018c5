"""A form that publishes files: its behaviour in the browser. Its look is that of its children."""

from typing import Any

import reflex as rx

from starbond_site.components.react.local import library
from starbond_site.reflex_adapter import connection as _connection  # noqa: F401  links reconnect.jsx

for script in ("use_upload.jsx", "use_steps.jsx", "send.jsx", "rate.jsx"):
    library(script)


class _Part(rx.Component):
    library = library("upload_form.jsx")


def _step(upload: rx.Var[str], fields: rx.Var[dict[str, str]]) -> tuple[rx.Var[str], rx.Var[dict[str, str]]]:
    return upload, fields


class UploadForm(_Part):
    """The form; its file input, drop-down ``category`` and submit button may stand anywhere inside."""

    tag = "UploadForm"

    is_open: rx.Var[bool]
    """Whether this visitor may publish; until that is known, its controls are disabled."""

    label: rx.Var[str]
    """Accessible name of the form."""

    action: rx.Var[str]
    """Address at which uploads begin (`web.resumable`)."""

    results: rx.Var[dict[str, Any]]
    """What became of steps, by the names that the form gave them."""

    category: rx.Var[str]
    """Category of the file, unless a drop-down named ``category`` inside the form has one."""

    language: rx.Var[str]
    """Language of the page."""

    labels: rx.Var[dict[str, str]]
    """Texts; their ``{places}`` are filled in the browser."""

    digits: rx.Var[str]
    """The ten digits of the language, for sizes."""

    extensions: rx.Var[list[str]]
    """Accepted extensions, in lower case with their dot."""

    limit: rx.Var[int]
    """Largest file in MiB."""

    is_multiple: rx.Var[bool]
    """Whether several files can be chosen, and more while some are sent."""

    on_step: rx.EventHandler[_step]
    """A step is to be taken with an upload: its token, and the fields of `web.upload_steps.Step`."""

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
    """Name and size of the chosen file, or the list of several."""

    tag = "ChosenFile"


class TitleFields(_Part):
    """A field for the title of the next file, or of each of several that are chosen."""

    tag = "TitleFields"

    category: rx.Var[str]
    """Part of the ids of the fields."""


class Gate(_Part):
    """Controls that are enabled only while they are of use, and for visitors who may publish."""

    tag = "Gate"

    enabled_while: rx.Var[str]
    """``mayChoose``: another file is taken; ``maySubmit``: there is something to send."""


class Transferring(_Part):
    """Progress; its children are the bar and the button that cancels."""

    tag = "Transferring"


class Outcome(_Part):
    """The results as sentences, in a ``status`` and an ``alert``."""

    tag = "Outcome"

    list_href: rx.Var[str]
    """Address of the page that shows the document."""


class LookPanel(rx.Component):
    """What visitors would get, and what may be a slip, above its children: the button that publishes."""

    library = library("look_panel.jsx")
    tag = "LookPanel"

    labels: rx.Var[dict[str, str]]
    """Texts; their ``{places}`` are filled in the browser."""


class PairOffer(rx.Component):
    """Offers to add the other language of what was published."""

    library = library("look_panel.jsx")
    tag = "PairOffer"

    labels: rx.Var[dict[str, str]]
    """Texts."""


upload_form = UploadForm.create
look_panel = LookPanel.create
pair_offer = PairOffer.create
access_unknown = AccessUnknown.create
chosen_file = ChosenFile.create
title_fields = TitleFields.create
gate = Gate.create
transferring = Transferring.create
outcome = Outcome.create
