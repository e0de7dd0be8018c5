"""A form that is posted and answered in place, or by the browser where no script runs; and the parts of such forms."""

import reflex as rx

from starbond_site.components.react.local import library

library("use_form_submission.jsx")


class _Part(rx.Component):
    library = library("posted_form.jsx")


class PostedForm(_Part):
    """Posts the named fields among its children, and moves the focus to the first that has to be corrected."""

    tag = "PostedForm"

    action: rx.Var[str]
    """Address that takes the fields (`web.posted_form`)."""

    label: rx.Var[str]
    """Accessible name of the form."""

    labels: rx.Var[dict[str, str]]
    """``sending``, ``lost``."""


class Consent(_Part):
    """The box to tick before a form is sent."""

    tag = "Consent"

    text: rx.Var[str]
    """What the visitor agrees to."""


class Honeypot(_Part):
    """A field that people do not see; only programs fill it."""

    tag = "Honeypot"

    label: rx.Var[str]
    """Asks to leave it empty, where a screen reader finds it after all."""


posted_form = PostedForm.create
consent = Consent.create
honeypot = Honeypot.create
