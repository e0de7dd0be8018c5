"""Contact Us: the ways to reach the company, its offices on a drawn map, and the form."""

from typing import Literal

import htpy as h
import reflex as rx
from htpy import Element, Node

from starbond_site.components.elements import (
    Icon,
    heading_of,
    icon,
    mail_link,
    outside_link,
    phone_link,
)
from starbond_site.components.react import chakra_field, chakra_island, consent, honeypot, open_now, posted_form
from starbond_site.content import Site
from starbond_site.content.addresses import CONTACT
from starbond_site.content.company import WEEKDAYS, Office, OpeningHours
from starbond_site.mail.submissions import MESSAGE_CHARACTERS, NAME_CHARACTERS
from starbond_site.presentation.city_map import city_map
from starbond_site.presentation.html_parts import bullets
from starbond_site.reflex_adapter import chakra
from starbond_site.shared import local_time

ROWS = 5
"""Rows of the message field (``docs/requirements.md``, Contact form)."""
FORM = "write"
"""Id of the section with the form."""
MESSAGE_HINT = "contact-message-hint"
"""Id of the hint below the message. Chakra's own helper text would render the form twice during hydration."""


def body(site: Site) -> Node:
    words, offices = site.interface.contact, site.company.offices
    return [
        heading_of(site, CONTACT, words.lead),
        _channels(site),
        h.div(".contact.container.section--tight")[
            offices
            and h.section(".offices")[
                h.h2(".visually-hidden")[words.offices_heading], [_office(site, office) for office in offices]
            ],
            h.div(".contact__write")[_form(site), site.map and h.div[city_map(site, site.map)]],
        ],
    ]


def _channels(site: Site) -> Element:
    """Return the four ways, each with its number or address in words, for those who read it on another device."""
    words, company, product = site.interface.contact, site.company, site.interface.product
    whatsapp, phone = f"+{company.whatsapp}", company.sales_phone
    # Grouped as the telephone where it is the same number.
    written = phone.shown if whatsapp == phone.dial else site.digits(whatsapp)
    ways = [
        h.a(href=f"tel:{phone.dial}")[_channel("phone", product.call_short, phone.shown)],
        outside_link(site, _channel("whatsapp", product.whatsapp_short, written), href=company.chat()),
        h.a(href=f"mailto:{company.email}")[_channel("mail", words.channel_mail, company.email)],
        h.a(href=f"#{FORM}")[_channel("chat", words.channel_form, words.form_heading)],
    ]
    return h.nav(".container", aria_label=words.channels)[bullets(ways, "channels plain-list")]


def _channel(name: Icon, label: str, value: str) -> Node:
    return icon(name), h.strong[label], " ", h.span(".channels__value")[value]


def _office(site: Site, office: Office) -> Element:
    words, email = site.interface.contact, site.company.email
    call = words.call_office.format(office=office.title, phone=office.phone.shown)
    place, map_name = [icon("pin"), words.map], words.map_of.format(office=office.title)
    return h.article(".office.stack")[
        h.h3[office.title],
        h.address[[h.span[line] for line in office.lines]],
        h.p(".with-icon")[icon("clock"), office.hours],
        office.opening and _open_now(site, office.opening),
        h.div(".office__ways")[
            phone_link(office.phone, aria_label=call),
            mail_link(email, aria_label=words.mail_office.format(office=office.title, email=email)),
            outside_link(site, place, href=office.map_url, style="with-icon", name=map_name),
        ],
    ]


def _open_now(site: Site, opening: OpeningHours) -> Node:
    """Return whether an office is open now, as the browser computes it: empty until scripts run, hidden without."""
    words = site.interface.contact
    return open_now(
        days=sorted(WEEKDAYS.index(day) for day in opening.days),
        first=_minute(opening.first),
        last=_minute(opening.last),
        zone=local_time.in_browser(),
        words={
            "open": words.open_now,
            "closed": words.closed_now,
            "today": words.today,
            "weekdays": list(words.weekdays),
            "opens": opening.opens,
            "closes": opening.closes,
        },
    )


def _minute(time: str) -> int:
    hours, minutes = time.split(":")
    return int(hours) * 60 + int(minutes)


def _form(site: Site) -> Element:
    words = site.interface.contact
    form = posted_form(
        _field(site, "name", words.name, autocomplete="name", limit=NAME_CHARACTERS),
        _field(site, "email", words.email_field, autocomplete="email", kind="email"),
        _field(site, "phone", words.phone_field, autocomplete="tel", kind="tel"),
        _message(site),
        consent(text=words.consent.format(company=site.company.name)),
        honeypot(label=words.honeypot),
        h.p(".muted.small")[words.purpose, " ", words.retention],
        rx.el.div(chakra.button(words.send, type_="submit")),
        action=site.address(CONTACT),
        label=words.form_heading,
        labels={"sending": words.sending, "lost": site.errors.not_stored},
        class_name="message-form",
    )
    return h.section(".contact-form.stack", id=FORM)[
        h.h2[words.form_heading], h.p(".muted")[words.form_lead], chakra_island(form)
    ]


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
