"""Elements of every kind of page: headings, icons, links, print buttons."""

import htpy as h
from htpy import Attribute, Element, Node
from markupsafe import Markup

from starbond_site.components.react import print_page
from starbond_site.components.react.component import ReactComponent
from starbond_site.content import Site
from starbond_site.content.addresses import SAFETY
from starbond_site.content.company import Phone
from starbond_site.content.icons import PATHS, Icon
from starbond_site.presentation.html_parts import link

PROFILES: dict[str, Icon] = {name.casefold(): name for name in ("Facebook", "YouTube", "Instagram", "LinkedIn", "X")}
"""Social networks with an icon of their own, by name in lower case."""


def page_heading(title: str, lead: str) -> Element:
    return h.div(".page-heading")[h.div(".container.stack")[h.h1[title], lead and h.p(".lead")[lead]]]


def heading_of(site: Site, path: str, lead: str = "") -> Element:
    """Return the heading of a page of ``pages.toml``, with its lead there, else the given one."""
    text = site.page(path)
    return page_heading(text.title, text.lead or lead)


def titled_section(site: Site, path: str, lead: str, *inside: Node) -> Node:
    """Return the heading of such a page, and the section with all that is below it."""
    return [
        heading_of(site, path, lead),
        h.section(".container.section--tight.stack", aria_label=site.page(path).title)[inside],
    ]


def icon(name: Icon) -> Element:
    """Return a decorative icon in the colour of the text beside it."""
    return drawing(PATHS[name])


def drawing(path: str) -> Element:
    return h.svg(".icon", viewBox="0 0 24 24", aria_hidden="true")[h.path(d=path)]


def profile_icon(name: str) -> Element:
    """Return the icon of a social network; that of a link where it has none here."""
    return icon(PROFILES.get(name.casefold(), "link"))


def outside_link(site: Site, inside: Node, *, href: str, style: str | None = None, name: str | None = None) -> Element:
    """Return a link to another site, opened in a new tab that cannot reach back; its name says so (WCAG 2.2, G201).

    A ``name`` replaces what stands inside: it has to say so itself.
    """
    said = not name and h.span(".visually-hidden")[f" ({site.interface.links.new_tab})"]
    return h.a(class_=style, aria_label=name, href=href, target="_blank", rel="noopener")[inside, said]


def phone_link(phone: Phone, **attributes: Attribute) -> Element:
    return h.a(".with-icon", href=f"tel:{phone.dial}", **attributes)[icon("phone"), phone.shown]


def mail_link(address: str, **attributes: Attribute) -> Element:
    return h.a(".with-icon", href=f"mailto:{address}", **attributes)[icon("mail"), address]


def more_link(text: str, about: str, href: str, style: str | None = None) -> Element:
    """Return a link to a page of this site whose name, unlike its text, says what there is more of."""
    return h.a(class_=style, href=href)[text, h.span(".visually-hidden")[f": {about}"]]


def safety_link(site: Site, style: str = "button") -> Node:
    """Return the link to first aid, for pages that are open while somebody works; nothing where the site has none."""
    return site.has(SAFETY) and link(site, SAFETY, site.page(SAFETY).title, style)


def print_button(label: str) -> ReactComponent:
    return print_page(icon("print"), label)


def html(markup: str, style: str | None = None) -> Element:
    """Return trusted markup: of htpy, or of content files, whose Markdown allows no raw HTML."""
    return h.div(class_=style)[Markup(markup)]  # noqa: S704
