"""The upload page: one form per list of filings."""

import reflex as rx

from starbond_site.components.heading import heading_of
from starbond_site.components.upload_access import publishing_page
from starbond_site.components.upload_form import upload_form
from starbond_site.content import Site
from starbond_site.pages.page import Page, page_at
from starbond_site.shared.categories import FILED
from starbond_site.state.upload import Publishing

PATH = "/UploadFiles"


def pages(site: Site) -> list[Page]:
    return [page_at(site, PATH, _body, on_load=Publishing.load_access, indexed=False)]


def _body(site: Site) -> rx.Component:
    return rx.fragment(
        heading_of(site, PATH, site.interface.upload.lead),
        publishing_page(site, PATH, *(upload_form(site, category.value) for category in FILED)),
    )
