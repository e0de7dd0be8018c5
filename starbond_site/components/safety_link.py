"""The link to first aid, on every page that somebody has open while working with a product."""

import reflex as rx

from starbond_site.components.link import localized, plain_link
from starbond_site.content import Site
from starbond_site.content.addresses import SAFETY


def safety_link(site: Site) -> rx.Component | None:
    """Return the link; None where the site has no such page."""
    if not site.has(SAFETY):
        return None
    return plain_link(site.page(SAFETY).title, href=localized(SAFETY, site.language), class_name="button")
