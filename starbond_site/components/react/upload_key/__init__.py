"""The form for the upload key, and the button that ends its session: their behaviour in the browser."""

import reflex as rx

from starbond_site.components.react.local import library
from starbond_site.reflex_adapter import connection as _connection  # noqa: F401  links reconnect.jsx


class _Part(rx.Component):
    library = library("upload_key.jsx")

    action: rx.Var[str]
    """Address that takes the key, and the request to end the session."""


class KeyForm(_Part):
    """The form; its fields are its children."""

    tag = "KeyForm"

    label: rx.Var[str]
    """Accessible name of the form."""

    labels: rx.Var[dict[str, str]]
    """``checking``, ``lost``."""

    refusal: rx.Var[str]
    """Why the key was refused, as known when the page was opened."""

    on_entered: rx.EventHandler[rx.event.no_args_event_spec]
    """The key was right."""


class ForgetKey(_Part):
    """The button; its label is its children."""

    tag = "ForgetKey"

    on_forgotten: rx.EventHandler[rx.event.no_args_event_spec]
    """The session of this browser is over."""


key_form = KeyForm.create
forget_key = ForgetKey.create
