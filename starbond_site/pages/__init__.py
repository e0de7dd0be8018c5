"""The pages: those of one body each, and templates, which list theirs."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from starbond_site import features
from starbond_site.content import Site
from starbond_site.content.addresses import (
    COMPARE,
    CONTACT,
    DESK,
    DOCUMENT_FRAME,
    INVESTORS,
    NOT_FOUND,
    PROSPECTUS,
    SEARCH,
    UNDER_CONSTRUCTION,
    UPLOAD,
    VERIFY,
)
from starbond_site.pages import (
    about,
    contact,
    frames,
    home,
    investor_list,
    investors,
    message,
    news,
    people,
    product,
    products,
    publishing,
    simple,
    styleguide,
    verify,
)
from starbond_site.pages.layout import MAIN
from starbond_site.pages.live import live_page
from starbond_site.pages.page import Page, PageBody, page_at
from starbond_site.state.upload import Publishing

UPLOADS: dict[str, Any] = {"indexed": False, "on_load": Publishing.load_access}
SINGLE: tuple[tuple[str, PageBody, dict[str, Any]], ...] = (
    (CONTACT, contact.body, {}),
    (COMPARE, frames.compare, {}),
    (INVESTORS, investors.body, {}),
    (VERIFY, verify.body, {}),
    (UNDER_CONSTRUCTION, simple.under_construction, {}),
    (NOT_FOUND, simple.not_found, {}),
    (SEARCH, frames.search, {"indexed": False}),
    (DOCUMENT_FRAME, frames.document, {"indexed": False, "is_frame": True}),
    (DESK, frames.desk, {"indexed": False, "is_frame": True, "is_tool": True, "below": MAIN}),
    (UPLOAD, publishing.upload, UPLOADS),
    (PROSPECTUS, publishing.prospectus, UPLOADS),
)
"""Path, body and further options of a page."""


def _of_features() -> Iterator[tuple[str, PageBody, dict[str, Any]]]:
    for feature in features.FEATURES:
        live = feature.hooks.live
        if body := feature.body() if feature.body else live and partial(live_page, feature, live):
            yield feature.place or feature.page, body, {}


def _single(site: Site) -> Iterator[Page]:
    for path, body, options in (*SINGLE, *_of_features()):
        if site.has(path) or path == NOT_FOUND:
            yield page_at(site, path, body, **options)


TEMPLATES = (
    *(home.pages, news.pages, about.pages, people.pages, message.pages, products.pages, product.pages),
    *(investor_list.pages, _single, styleguide.pages),
)


def all_pages(site: Site) -> list[Page]:
    """Return every page in the language of the content.

    Raises:
        ValueError: two templates list the same path.
    """
    pages = [page for template in TEMPLATES for page in template(site)]
    paths = [page.path for page in pages]
    if twice := {path for path in paths if paths.count(path) > 1}:
        message_ = f"these paths have two pages: {', '.join(sorted(twice))}"
        raise ValueError(message_)
    return pages
