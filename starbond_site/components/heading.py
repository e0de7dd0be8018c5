"""The heading of a page: its title and a lead."""

import reflex as rx

from starbond_site.content import Site


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
