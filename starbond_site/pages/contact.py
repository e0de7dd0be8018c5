"""Contact Us: three offices and the form."""

import reflex as rx

from starbond_site.components.contact_form import contact_form
from starbond_site.components.heading import page_heading
from starbond_site.components.icon import icon
from starbond_site.components.link import outside_link, plain_link
from starbond_site.content import Site
from starbond_site.content.models import Office
from starbond_site.pages.page import Page


def pages(site: Site) -> list[Page]:
    """Return the page."""
    text = site.page("/contact")
    return [Page(path=text.path, title=text.title, description=text.description, body=_body)]


def _body(site: Site) -> rx.Component:
    words = site.interface.contact
    return rx.fragment(
        page_heading(site.page("/contact").title, words.lead),
        rx.el.div(
            rx.el.section(
                rx.el.h2(words.offices_heading, class_name="visually-hidden"),
                *(_office(site, office) for office in site.company.offices),
                class_name="offices",
            ),
            contact_form(site),
            class_name="contact container section--tight",
        ),
    )


def _office(site: Site, office: Office) -> rx.Component:
    words = site.interface.contact
    return rx.el.article(
        rx.el.h3(office.title),
        rx.el.address(*(rx.el.span(line) for line in office.lines)),
        rx.el.p(icon("clock"), office.hours, class_name="with-icon"),
        rx.el.div(
            plain_link(
                icon("phone"),
                office.phone.shown,
                href=f"tel:{office.phone.dial}",
                class_name="with-icon",
                aria_label=words.call_office.format(office=office.title, phone=office.phone.shown),
            ),
            outside_link(
                site,
                icon("pin"),
                words.map,
                href=office.map_url,
                class_name="with-icon",
                aria_label=words.map_of.format(office=office.title),
            ),
            class_name="button-row",
        ),
        class_name="office stack",
    )
