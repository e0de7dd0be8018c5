"""The prospectus upload page: one chooser, and a drop-down for the three single documents of a share issue."""

import reflex as rx

from starbond_site.components.heading import page_heading
from starbond_site.components.react.upload_form import while_idle
from starbond_site.components.upload_access import publishing_page
from starbond_site.components.upload_form import publishing_form
from starbond_site.content import Site
from starbond_site.pages.page import Page
from starbond_site.pages.upload import for_publishing
from starbond_site.reflex_adapter import chakra

PATH = "/prospectus"


def pages(site: Site) -> list[Page]:
    """Return the page."""
    return [for_publishing(site, PATH, _body)]


def _body(site: Site) -> rx.Component:
    words = site.interface.prospectus
    return rx.fragment(
        page_heading(site.page(PATH).title, words.lead),
        publishing_page(
            site,
            PATH,
            publishing_form(
                site,
                _record(site),
                category=site.investors.shared[0].node,
                title=words.form_label,
                button=words.upload,
                list_path="/SharedInformation",
                list_label=words.open_page,
            ),
        ),
    )


def _record(site: Site) -> rx.Component:
    """Return the drop-down; the first row is set."""
    return while_idle(
        chakra.form_control(
            chakra.form_label(site.interface.prospectus.record),
            chakra.select(
                *(rx.el.option(row.title, value=row.node) for row in site.investors.shared),
                name="category",
            ),
            id="record",
        )
    )
