"""The newsletter box of the footer."""

import reflex as rx

from starbond_site.components.react.newsletter_box import newsletter_box
from starbond_site.content import Site
from starbond_site.state.newsletter import Newsletter
from starbond_site.web.newsletter import SUBSCRIBE_PATH


def newsletter(site: Site) -> rx.Component:
    """Return the box with the purpose and the retention period of an address."""
    words = site.interface.newsletter
    language = site.language
    return newsletter_box(
        action=SUBSCRIBE_PATH if language == "en" else f"{SUBSCRIBE_PATH}?language={language}",
        labels={
            "label": words.label,
            "placeholder": words.placeholder,
            "subscribe": words.subscribe,
            "consent": words.consent.format(company=site.company.name),
            "honeypot": words.honeypot,
            "note": f"{words.purpose} {words.retention}",
            "sending": words.sending,
            "lost": site.errors.not_stored,
        },
        answer=Newsletter.answer,
        on_send=lambda fields, attempt: Newsletter.subscribe(fields, attempt, language),
    )
