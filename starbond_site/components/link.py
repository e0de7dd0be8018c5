"""Links: inside the site, to files and other languages, to other places."""

from typing import Any

import reflex as rx
from reflex_components_core.el.elements.inline import A
from reflex_components_core.react_router.dom import ReactRouterLink

from starbond_site.content import Site
from starbond_site.content.addresses import SAFETY


def link(*children: Any, href: str, **props: Any) -> rx.Component:  # noqa: ANN401
    """Return a link to a page of this site; the router follows it without loading everything anew."""
    if "#" in href:
        # The router does not scroll to a fragment: the browser does.
        return plain_link(*children, href=href, **props)
    return ReactRouterLink.create(*children, to=href, **props)


def plain_link(*children: Any, href: str, **props: Any) -> rx.Component:  # noqa: ANN401
    """Return a link that the browser follows itself: files, other languages, fragments, telephone numbers."""
    return A.create(*children, href=href, **props)


def fragment_link(*children: Any, fragment: str, **props: Any) -> rx.Component:  # noqa: ANN401
    """Return a link to a part of the same page; the browser itself moves scroll position and focus there."""
    return plain_link(*children, href=f"#{fragment}", **props)


def outside_link(site: Site, *children: Any, href: str, **props: Any) -> rx.Component:  # noqa: ANN401
    """Return a link to another site, opened in a new tab that cannot reach back; its name says so (WCAG 2.2, G201).

    An ``aria_label`` replaces what stands inside: it has to say so itself.
    """
    said = (
        []
        if "aria_label" in props
        else [rx.el.span(f" ({site.interface.links.new_tab})", class_name="visually-hidden")]
    )
    return plain_link(*children, *said, href=href, target="_blank", rel="noopener", **props)


def safety_link(site: Site, class_name: str = "button") -> rx.Component | None:
    """Return the link to first aid, for pages that are open while somebody works; None where the site has none."""
    if not site.has(SAFETY):
        return None
    return plain_link(site.page(SAFETY).title, href=site.address(SAFETY), class_name=class_name)
