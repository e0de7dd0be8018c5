"""The messenger chat, a plain link: nothing of it is loaded before a visitor follows it."""

import reflex as rx

from starbond_site.components.icon import icon
from starbond_site.components.link import outside_link
from starbond_site.components.react.prerendered import prerendered
from starbond_site.content import Site


def messenger(site: Site) -> rx.Component | None:
    """Return the chat button, where the company has a chat."""
    if site.company.messenger is None:
        return None
    words = site.interface.footer
    chat = rx.el.details(
        rx.el.summary(icon("chat"), words.messenger, class_name="button"),
        rx.el.div(
            rx.el.p(words.messenger_consent),
            outside_link(
                site,
                words.messenger_open,
                href=f"https://m.me/{site.company.messenger.page_id}",
                class_name="button button--primary",
            ),
            class_name="messenger__panel stack",
        ),
        class_name="messenger no-print",
    )
    return prerendered(chat)
