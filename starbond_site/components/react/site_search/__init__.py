"""The search of the header: products, pages and documents."""

import reflex as rx

from starbond_site.components.icon import icon
from starbond_site.components.react import component
from starbond_site.content import Site
from starbond_site.content.addresses import SEARCH, SEARCH_RESULTS, localized

_site_search = component("site_search/site_search.jsx", "SiteSearch")


def site_search(site: Site) -> rx.Component:
    words = {"open", "label", "placeholder", "close", "hint", "loading", "failed"}
    return _site_search(
        icon("search"),
        page=localized(SEARCH, site.language),
        source=f"{SEARCH_RESULTS}?language={site.language}&q=",
        labels=site.interface.search.model_dump(include=words),
    )
