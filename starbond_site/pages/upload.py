"""The upload page: one form per list of documents."""

import reflex as rx

from starbond_site.categories import LISTS
from starbond_site.components.heading import page_heading
from starbond_site.components.upload_form import publishing_page, upload_form
from starbond_site.content import Site
from starbond_site.pages.page import Page
from starbond_site.state.upload import Publishing


def pages(site: Site) -> list[Page]:
    """Return the page."""
    text = site.page("/UploadFiles")
    return [
        Page(
            path=text.path,
            title=text.title,
            description=text.description,
            body=_body,
            on_load=Publishing.load_access,
            indexed=False,
        )
    ]


def _body(site: Site) -> rx.Component:
    return rx.fragment(
        page_heading(site.page("/UploadFiles").title, site.interface.upload.lead),
        publishing_page(site, "/UploadFiles", *(upload_form(site, category.value) for category in LISTS)),
    )
