"""The form for the upload key, and the button that ends its session: their behaviour in the browser."""

import reflex as rx

from starbond_site.components.react import ReactComponent, library


class KeyForm(ReactComponent):
    """The form; its fields are its children."""

    library = library("upload_key/upload_key.jsx")
    tag = "KeyForm"

    on_entered: rx.EventHandler[rx.event.no_args_event_spec]
    """The key was right."""


class ForgetKey(ReactComponent):
    """The button; its label is its children."""

    library = library("upload_key/upload_key.jsx")
    tag = "ForgetKey"

    on_forgotten: rx.EventHandler[rx.event.no_args_event_spec]
    """The session of this browser is over."""


key_form = KeyForm.create
forget_key = ForgetKey.create
