"""The form of the contact page, built with Chakra's form components."""

from typing import Literal

import reflex as rx

from starbond_site.components.react import chakra_field, chakra_island, consent, honeypot, posted_form
from starbond_site.content import Site
from starbond_site.content.addresses import CONTACT, localized
from starbond_site.forms import MESSAGE_CHARACTERS, NAME_CHARACTERS
from starbond_site.reflex_adapter import chakra

ROWS = 5
"""Rows of the message field (``docs/requirements.md``, Contact form)."""
FORM = "write"
"""Id of the section with the form."""
MESSAGE_HINT = "contact-message-hint"
"""Id of the hint below the message. Chakra's own helper text would render the form twice during hydration."""


def contact_form(site: Site) -> rx.Component:
    words = site.interface.contact
    return rx.el.section(
        rx.el.h2(words.form_heading),
        rx.el.p(words.form_lead, class_name="muted"),
        chakra_island(
            posted_form(
                _field(site, "name", words.name, autocomplete="name", limit=NAME_CHARACTERS),
                _field(site, "email", words.email_field, autocomplete="email", kind="email"),
                _field(site, "phone", words.phone_field, autocomplete="tel", kind="tel"),
                _message(site),
                consent(text=words.consent.format(company=site.company.name)),
                honeypot(label=words.honeypot),
                rx.el.p(words.purpose, " ", words.retention, class_name="muted small"),
                rx.el.div(chakra.button(words.send, type_="submit")),
                action=localized(CONTACT, site.language),
                label=words.form_heading,
                labels={"sending": words.sending, "lost": site.errors.not_stored},
                class_name="message-form",
            )
        ),
        id=FORM,
        class_name="contact-form stack",
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
    return chakra_field(
        chakra.form_label(label, rx.el.span(f" ({site.interface.contact.required})", class_name="required")),
        control,
        *more,
        id=f"contact-{name}",
        name=name,
    )
