"""The form of the contact page, built with Chakra's form components."""

from typing import Any, Literal

import reflex as rx

from starbond_site.components.react.chakra_island import chakra_island
from starbond_site.components.react.message_form import message_form
from starbond_site.content import Site
from starbond_site.forms import HONEYPOT, MESSAGE_CHARACTERS, NAME_CHARACTERS
from starbond_site.reflex_adapter import chakra
from starbond_site.state.contact import Contact

ROWS = 5
"""Rows of the message field (``docs/requirements.md``, Contact form)."""
MESSAGE_HINT = "contact-message-hint"
"""Id of the hint below the message. Chakra's own helper text would render the form twice during hydration."""
PROBLEMS: Any = Contact.problems
"""Errors by field: a Reflex var, which type checkers see as a plain dictionary."""


def contact_form(site: Site) -> rx.Component:
    """Return the form with its heading."""
    words, language = site.interface.contact, site.language
    return rx.el.section(
        rx.el.h2(words.form_heading),
        rx.el.p(words.form_lead, class_name="muted"),
        chakra_island(
            message_form(
                _field(site, "name", words.name, autocomplete="name", limit=NAME_CHARACTERS),
                _field(site, "email", words.email_field, autocomplete="email", kind="email"),
                _field(site, "phone", words.phone_field, autocomplete="tel", kind="tel"),
                _message(site),
                _consent(site),
                _honeypot(words.honeypot),
                rx.el.p(words.purpose, " ", words.retention, class_name="muted small"),
                rx.el.div(chakra.button(words.send, type_="submit")),
                label=words.form_heading,
                labels={"sending": words.sending, "lost": site.errors.not_stored},
                answer=Contact.answer,
                on_send=lambda fields, attempt: Contact.send(fields, attempt, language),
            )
        ),
        rx.el.noscript(rx.el.p(words.no_script.format(email=site.company.email), class_name="form-outcome")),
        class_name="contact-form stack",
        on_mount=Contact.open,
    )


def _field(
    site: Site,
    name: str,
    label: str,
    *,
    autocomplete: str,
    kind: Literal["text", "email", "tel"] = "text",
    limit: int | None = None,
) -> rx.Component:
    more = {"maxLength": limit} if limit else {}
    control = chakra.input_field(name=name, type_=kind, custom_attrs={"autoComplete": autocomplete, **more})
    return _control(site, name, label, control)


def _message(site: Site) -> rx.Component:
    words = site.interface.contact
    # Twice the limit can be typed: browsers cut a text at maxlength without a message.
    most = 2 * MESSAGE_CHARACTERS[1]
    control = chakra.text_area(
        name="message", custom_attrs={"rows": ROWS, "maxLength": most, "aria-describedby": MESSAGE_HINT}
    )
    hint = rx.el.p(words.message_hint, id=MESSAGE_HINT, class_name="field__hint")
    return _control(site, "message", words.message, control, hint)


def _control(site: Site, name: str, label: str, control: rx.Component, *more: rx.Component) -> rx.Component:
    """Return a labelled control with its error below."""
    return chakra.form_control(
        chakra.form_label(label, rx.el.span(f" ({site.interface.contact.required})", class_name="required")),
        control,
        *more,
        chakra.form_error_message(Contact.problems[name]),
        id=f"contact-{name}",
        is_invalid=PROBLEMS.contains(name),
        is_required=True,
    )


def _consent(site: Site) -> rx.Component:
    words = site.interface.contact
    is_invalid = PROBLEMS.contains("consent")
    return rx.el.div(
        rx.el.label(
            rx.el.input(
                type="checkbox",
                name="consent",
                required=True,
                aria_invalid=is_invalid,
                aria_describedby="contact-consent-problem",
            ),
            rx.el.span(words.consent.format(company=site.company.name)),
            class_name="tick",
        ),
        rx.el.p(Contact.problems["consent"], id="contact-consent-problem", class_name="field__error"),
    )


def _honeypot(label: str) -> rx.Component:
    """Return a field that people do not see; only robots fill it."""
    return rx.el.label(
        label,
        rx.el.input(name=HONEYPOT, custom_attrs={"tabIndex": -1, "autoComplete": "off"}),
        class_name="honeypot",
        aria_hidden=True,
    )
