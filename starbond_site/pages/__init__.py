"""The pages: a template lists its pages."""

from collections.abc import Iterator
from functools import partial

from starbond_site import features
from starbond_site.content import Site
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
from starbond_site.pages.live import live_page
from starbond_site.pages.page import Page, optional_page


def _of_features(site: Site) -> Iterator[Page]:
    for feature in features.FEATURES:
        live = feature.hooks.live
        if body := feature.body() if feature.body else live and partial(live_page, feature, live):
            yield from optional_page(site, feature.place or feature.page, body)


TEMPLATES = (
    *(home.pages, news.pages, about.pages, people.pages, message.pages, contact.pages),
    *(products.pages, product.pages, frames.compare, investor_list.pages, investors.pages),
    _of_features,
    *(frames.document, frames.search, verify.pages, publishing.pages, frames.desk),
    *(simple.pages, styleguide.pages),
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
