"""Email alerts: the form, or a notice where this server sends no mail; below it the link to the feed."""

import reflex as rx

from starbond_site.components.elements import heading_of, link, plain_link
from starbond_site.components.react import alert_fields, availability, consent, honeypot, posted_form
from starbond_site.content import Site
from starbond_site.content.addresses import ALERTS, ALERTS_AVAILABLE, FEED_OF_ALL, FILINGS
from starbond_site.features.alerts.service import field_name


def body(site: Site) -> rx.Component:
    words = site.interface.alerts
    return rx.fragment(
        heading_of(site, ALERTS, words.lead),
        rx.el.div(
            rx.el.div(
                availability(_form(site), _unavailable(site), address=ALERTS_AVAILABLE),
                rx.el.p(words.feed, " ", plain_link(words.feed_link, href=FEED_OF_ALL)),
                class_name="alerts",
            ),
            class_name="container section--tight",
        ),
    )


def _form(site: Site) -> rx.Component:
    words, sheets = site.interface.alerts, site.sheets
    labels = {"email": words.email, "lists": words.lists} | ({"sheets": sheets.title} if sheets else {})
    lists = [{"name": field_name(one.id), "title": one.title} for one in site.investors.categories if one != sheets]
    products = [(field_name(f"{sheets.id}/{product.id}"), product.name) for product in site.products] if sheets else []
    return rx.el.section(
        rx.el.h2(words.form_heading),
        posted_form(
            alert_fields(
                labels=labels, lists=lists, sheets=[{"name": name, "title": title} for name, title in products]
            ),
            consent(text=words.consent.format(company=site.company.name)),
            honeypot(label=words.honeypot),
            rx.el.p(words.purpose, " ", words.retention, class_name="muted alerts__note"),
            rx.el.div(rx.el.button(words.button, type="submit", class_name="button button--primary")),
            action=site.address(ALERTS),
            label=words.form_heading,
            labels={"sending": words.sending, "lost": site.errors.not_stored},
            class_name="alerts__form",
        ),
        class_name="alerts__card alerts__on stack",
    )


def _unavailable(site: Site) -> rx.Component:
    words = site.interface.alerts
    return rx.el.section(
        rx.el.h2(words.unavailable_heading),
        rx.el.p(words.unavailable, " ", link(site.page(FILINGS).title, href=site.address(FILINGS))),
        class_name="alerts__card alerts__off stack",
    )
