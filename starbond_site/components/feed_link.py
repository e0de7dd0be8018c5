"""Links to the Atom feed of a list: a quiet link for people, and an element of the head for their programs."""

import reflex as rx

from starbond_site.components.icon import icon
from starbond_site.components.link import plain_link
from starbond_site.content import Site
from starbond_site.presentation import atom


def feed_link(site: Site, name: str) -> rx.Component:
    """Return the link; ``name`` is one of `atom.NAMES`."""
    words = site.interface.feeds
    return plain_link(
        icon("feed"),
        words.link,
        href=atom.address(name, site.language),
        class_name="feed-link no-print",
        aria_label=words.link_name.format(list=atom.title(site, name)),
    )


def feed_element(site: Site, name: str) -> rx.Component:
    """Return the element by which feed readers find a feed."""
    titled = site.interface.feeds.title.format(company=site.company.name, list=atom.title(site, name))
    return rx.el.link(
        rel="alternate",
        href=atom.address(name, site.language),
        custom_attrs={"type": atom.MEDIA_TYPE, "title": titled},
    )
