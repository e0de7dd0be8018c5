"""The pages that publish: the upload page, with one form per list of filings, and that of the prospectus."""

import reflex as rx
from htpy import Node

from starbond_site.components.elements import heading_of
from starbond_site.components.react import gate
from starbond_site.components.upload_access import publishing_page
from starbond_site.components.upload_form import publishing_form, upload_form
from starbond_site.content import Site
from starbond_site.content.addresses import PROSPECTUS, SHARED, UPLOAD
from starbond_site.reflex_adapter import chakra
from starbond_site.shared.categories import FILED


def upload(site: Site) -> Node:
    forms = (upload_form(site, category.value) for category in FILED)
    return heading_of(site, UPLOAD, site.interface.upload.lead), publishing_page(site, UPLOAD, *forms)


def prospectus(site: Site) -> Node:
    """Return one chooser, and a drop-down for the single documents that it publishes."""
    words = site.interface.prospectus
    form = publishing_form(
        site,
        _record(site),
        category=site.investors.shared[0].node,
        title=words.form_label,
        button=words.upload,
        list_path=SHARED,
        list_label=words.open_page.format(page=site.page(SHARED).title),
    )
    return heading_of(site, PROSPECTUS), publishing_page(site, PROSPECTUS, form)


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
