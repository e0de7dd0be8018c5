"""Contact Us: the ways to reach the company, its offices on a drawn map, and the form."""

from typing import Literal

import reflex as rx

from starbond_site.components.elements import (
    Icon,
    fragment_link,
    heading_of,
    html,
    icon,
    mail_link,
    outside_link,
    phone_link,
    plain_link,
)
from starbond_site.components.react import chakra_field, chakra_island, consent, honeypot, open_now, posted_form
from starbond_site.content import Site
from starbond_site.content.addresses import CONTACT
from starbond_site.content.company import WEEKDAYS, Office, OpeningHours
from starbond_site.mail.submissions import MESSAGE_CHARACTERS, NAME_CHARACTERS
from starbond_site.pages.page import Page, page_at
from starbond_site.presentation.city_map import city_map
from starbond_site.reflex_adapter import chakra
from starbond_site.shared import local_time

ROWS = 5
"""Rows of the message field (``docs/requirements.md``, Contact form)."""
FORM = "write"
"""Id of the section with the form."""
MESSAGE_HINT = "contact-message-hint"
"""Id of the hint below the message. Chakra's own helper text would render the form twice during hydration."""


def pages(site: Site) -> list[Page]:
    return [page_at(site, CONTACT, _body)]


def _body(site: Site) -> rx.Component:
    words = site.interface.contact
    return rx.fragment(
        heading_of(site, CONTACT, words.lead),
        _channels(site),
        rx.el.div(
            rx.el.section(
                rx.el.h2(words.offices_heading, class_name="visually-hidden"),
                *(_office(site, office) for office in site.company.offices),
                class_name="offices",
            )
            if site.company.offices
            else None,
            rx.el.div(
                _form(site),
                html(city_map(site, site.map)) if site.map else None,
                class_name="contact__write",
            ),
            class_name="contact container section--tight",
        ),
    )


def _channels(site: Site) -> rx.Component:
    """Return the four ways, each with its number or address in words, for those who read it on another device."""
    words, company, product = site.interface.contact, site.company, site.interface.product
    whatsapp, phone = f"+{company.whatsapp}", company.sales_phone
    # Grouped as the telephone where it is the same number.
    written = phone.shown if whatsapp == phone.dial else site.digits(whatsapp)
    ways = [
        plain_link(*_channel("phone", product.call_short, phone.shown), href=f"tel:{phone.dial}"),
        outside_link(site, *_channel("whatsapp", product.whatsapp_short, written), href=company.chat()),
        plain_link(*_channel("mail", words.channel_mail, company.email), href=f"mailto:{company.email}"),
        fragment_link(*_channel("chat", words.channel_form, words.form_heading), fragment=FORM),
    ]
    return rx.el.nav(
        rx.el.ul(*(rx.el.li(way) for way in ways), class_name="channels plain-list"),
        class_name="container",
        aria_label=words.channels,
    )


def _channel(name: Icon, label: str, value: str) -> tuple[rx.Component, rx.Component, str, rx.Component]:
    return icon(name), rx.el.strong(label), " ", rx.el.span(value, class_name="channels__value")


def _office(site: Site, office: Office) -> rx.Component:
    words = site.interface.contact
    return rx.el.article(
        rx.el.h3(office.title),
        rx.el.address(*(rx.el.span(line) for line in office.lines)),
        rx.el.p(icon("clock"), office.hours, class_name="with-icon"),
        _open_now(site, office.opening) if office.opening else None,
        rx.el.div(
            phone_link(
                office.phone, aria_label=words.call_office.format(office=office.title, phone=office.phone.shown)
            ),
            mail_link(
                site.company.email,
                aria_label=words.mail_office.format(office=office.title, email=site.company.email),
            ),
            outside_link(
                site,
                icon("pin"),
                words.map,
                href=office.map_url,
                class_name="with-icon",
                aria_label=words.map_of.format(office=office.title),
            ),
            class_name="office__ways",
        ),
        class_name="office stack",
    )


def _open_now(site: Site, opening: OpeningHours) -> rx.Component:
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


def _form(site: Site) -> rx.Component:
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
                action=site.address(CONTACT),
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
