"""The prospectus upload page: one chooser, and a drop-down for the single documents that it publishes."""

import reflex as rx

from starbond_site.components.heading import heading_of
from starbond_site.components.react import gate
from starbond_site.components.upload_access import publishing_page
from starbond_site.components.upload_form import publishing_form
from starbond_site.content import Site
from starbond_site.content.addresses import PROSPECTUS as PATH
from starbond_site.content.addresses import SHARED
from starbond_site.pages.page import Page, optional_page
from starbond_site.reflex_adapter import chakra
from starbond_site.state.upload import Publishing


def pages(site: Site) -> list[Page]:
    return optional_page(site, PATH, _body, on_load=Publishing.load_access, indexed=False)


def _body(site: Site) -> rx.Component:
    words = site.interface.prospectus
    return rx.fragment(
        heading_of(site, PATH),
        publishing_page(
            site,
            PATH,
            publishing_form(
                site,
                _record(site),
                category=site.investors.shared[0].node,
                title=words.form_label,
                button=words.upload,
                list_path=SHARED,
                list_label=words.open_page.format(page=site.page(SHARED).title),
            ),
        ),
    )


def _record(site: Site) -> rx.Component:
    """Return the drop-down; the first row is set."""
    return gate(
        chakra.form_control(
            chakra.form_label(site.interface.prospectus.record),
            chakra.select(
                *(rx.el.option(row.title, value=row.node) for row in site.investors.shared),
                name="category",
            ),
            id="record",
        ),
        enabled_while="maySubmit",
    )
