"""Email alerts: the form, or a notice where this server sends no mail; below it the link to the feed."""

import htpy as h
from htpy import Element, Node

from starbond_site.components.elements import heading_of
from starbond_site.components.react import alert_fields, availability, consent, honeypot, posted_form
from starbond_site.content import Site
from starbond_site.content.addresses import ALERTS, ALERTS_AVAILABLE, FEED_OF_ALL, FILINGS
from starbond_site.features.alerts.service import field_name
from starbond_site.presentation.html_parts import link


def body(site: Site) -> Node:
    words = site.interface.alerts
    return [
        heading_of(site, ALERTS, words.lead),
        h.div(".container.section--tight")[
            h.div(".alerts")[
                availability(_form(site), _unavailable(site), address=ALERTS_AVAILABLE),
                h.p[words.feed, " ", h.a(href=FEED_OF_ALL)[words.feed_link]],
            ]
        ],
    ]


def _form(site: Site) -> Element:
    words, sheets = site.interface.alerts, site.sheets
    labels = {"email": words.email, "lists": words.lists} | ({"sheets": sheets.title} if sheets else {})
    lists = [{"name": field_name(one.id), "title": one.title} for one in site.investors.categories if one != sheets]
    products = [(field_name(f"{sheets.id}/{product.id}"), product.name) for product in site.products] if sheets else []
    form = posted_form(
        alert_fields(labels=labels, lists=lists, sheets=[{"name": name, "title": title} for name, title in products]),
        consent(text=words.consent.format(company=site.company.name)),
        honeypot(label=words.honeypot),
        h.p(".muted.alerts__note")[words.purpose, " ", words.retention],
        h.div[h.button(".button.button--primary", type="submit")[words.button]],
        action=site.address(ALERTS),
        label=words.form_heading,
        labels={"sending": words.sending, "lost": site.errors.not_stored},
        class_name="alerts__form",
    )
    return h.section(".alerts__card.alerts__on.stack")[h.h2[words.form_heading], form]


def _unavailable(site: Site) -> Element:
    words = site.interface.alerts
    return h.section(".alerts__card.alerts__off.stack")[
        h.h2[words.unavailable_heading],
        h.p[words.unavailable, " ", link(site, FILINGS, site.page(FILINGS).title)],
    ]
