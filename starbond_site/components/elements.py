"""Elements of every kind of page: headings, icons, links, print buttons, and two that `rx.el` does not have.

Those two are HTML that is written as text, and forms that the browser itself sends.
"""

from typing import Any, Literal

import reflex as rx
from reflex_components_core.el.elements.inline import A
from reflex_components_core.react_router.dom import ReactRouterLink

from starbond_site.components.react import print_page
from starbond_site.content import Site
from starbond_site.content.addresses import SAFETY
from starbond_site.content.company import Phone
from starbond_site.content.icons import PATHS, Icon

PROFILES: dict[str, Icon] = {name.casefold(): name for name in ("Facebook", "YouTube", "Instagram", "LinkedIn", "X")}
"""Social networks with an icon of their own, by name in lower case."""


def page_heading(title: str, lead: str) -> rx.Component:
    return rx.el.div(
        rx.el.div(
            rx.el.h1(title),
            rx.el.p(lead, class_name="lead") if lead else None,
            class_name="container stack",
        ),
        class_name="page-heading",
    )


def heading_of(site: Site, path: str, lead: str = "") -> rx.Component:
    """Return the heading of a page of ``pages.toml``, with its lead there, else the given one."""
    text = site.page(path)
    return page_heading(text.title, text.lead or lead)


def titled_section(site: Site, path: str, lead: str, *inside: rx.Component) -> rx.Component:
    """Return the heading of such a page, and the section with all that is below it."""
    style = "container section--tight stack"
    below = rx.el.section(*inside, class_name=style, aria_label=site.page(path).title)
    return rx.fragment(heading_of(site, path, lead), below)


def icon(name: Icon) -> rx.Component:
    """Return a decorative icon in the colour of the text beside it."""
    return drawing(PATHS[name])


def drawing(path: str) -> rx.Component:
    return rx.el.svg(
        rx.el.path(d=path),
        class_name="icon",
        custom_attrs={"viewBox": "0 0 24 24", "aria-hidden": "true"},
    )


def profile_icon(name: str) -> rx.Component:
    """Return the icon of a social network; that of a link where it has none here."""
    return icon(PROFILES.get(name.casefold(), "link"))


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


def phone_link(phone: Phone, **props: Any) -> rx.Component:  # noqa: ANN401
    return plain_link(icon("phone"), phone.shown, href=f"tel:{phone.dial}", class_name="with-icon", **props)


def mail_link(address: str, **props: Any) -> rx.Component:  # noqa: ANN401
    return plain_link(icon("mail"), address, href=f"mailto:{address}", class_name="with-icon", **props)


def more_link(text: str, about: str, href: str, class_name: str | None = None) -> rx.Component:
    """Return a link to a page of this site whose name, unlike its text, says what there is more of."""
    return link(text, rx.el.span(f": {about}", class_name="visually-hidden"), href=href, class_name=class_name)


def safety_link(site: Site, class_name: str = "button") -> rx.Component | None:
    """Return the link to first aid, for pages that are open while somebody works; None where the site has none."""
    if not site.has(SAFETY):
        return None
    return plain_link(site.page(SAFETY).title, href=site.address(SAFETY), class_name=class_name)


def print_button(label: str) -> rx.Component:
    return print_page(icon("print"), label)


def html(markup: str, class_name: str = "") -> rx.Component:
    """Return trusted markup: of htpy, or of content files, whose Markdown allows no raw HTML."""
    return rx.el.div(class_name=class_name, custom_attrs={"dangerouslySetInnerHTML": {"__html": markup}})


class _NativeForm(rx.el.Div):
    tag = "form"


def native_form(*children: Any, action: str, method: Literal["get", "post"], **props: Any) -> rx.Component:  # noqa: ANN401
    """Return a form; ``rx.el.form`` keeps the browser from sending it, also where nothing handles it."""
    return _NativeForm.create(*children, **{**props, "custom_attrs": {"action": action, "method": method}})
