"""The newsletter box of the footer."""

import reflex as rx

from starbond_site.components.react.newsletter_field import newsletter_field
from starbond_site.components.react.posted_form import consent, honeypot, posted_form
from starbond_site.components.react.prerendered import prerendered
from starbond_site.content import Site
from starbond_site.content.addresses import SUBSCRIBE
from starbond_site.content.languages import DEFAULT


def newsletter(site: Site) -> rx.Component:
    """Return the box with the purpose and the retention period of an address."""
    words = site.interface.newsletter
    language = site.language
    return posted_form(
        newsletter_field(labels={"label": words.label, "placeholder": words.placeholder}),
        prerendered(rx.el.p(f"{words.purpose} {words.retention}", class_name="newsletter__note")),
        consent(text=words.consent.format(company=site.company.name)),
        honeypot(label=words.honeypot),
        rx.el.div(rx.el.button(words.subscribe, type="submit", class_name="button button--primary")),
        action=SUBSCRIBE if language == DEFAULT else f"{SUBSCRIBE}?language={language}",
        labels={"sending": words.sending, "lost": site.errors.not_stored},
        class_name="newsletter",
    )
