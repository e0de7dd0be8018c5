"""A form that publishes files: its behaviour in the browser. Its look is that of its children."""

import reflex as rx

from starbond_site.components.react import ReactComponent, component, library


def _step(upload: rx.Var[str], fields: rx.Var[dict[str, str]]) -> tuple[rx.Var[str], rx.Var[dict[str, str]]]:
    return upload, fields


class UploadForm(ReactComponent):
    """The form; its file input, drop-down ``category`` and submit button may stand anywhere inside."""

    library = library("upload_form/upload_form.jsx")
    tag = "UploadForm"

    on_step: rx.EventHandler[_step]
    """A step is to be taken with an upload: its token, and the fields of `web.upload_steps.Step`."""

    on_refused: rx.EventHandler[rx.event.passthrough_event_spec(str)]
    """The server refused, with this code; empty from time to time, so that it does not forget the page."""


upload_form = UploadForm.create
access_unknown = component("upload_form/upload_form.jsx", "AccessUnknown")
chosen_file = component("upload_form/upload_form.jsx", "ChosenFile")
title_fields = component("upload_form/upload_form.jsx", "TitleFields")
gate = component("upload_form/upload_form.jsx", "Gate")
transferring = component("upload_form/upload_form.jsx", "Transferring")
outcome = component("upload_form/upload_form.jsx", "Outcome")
look_panel = component("upload_form/look_panel.jsx", "LookPanel")
pair_offer = component("upload_form/look_panel.jsx", "PairOffer")
