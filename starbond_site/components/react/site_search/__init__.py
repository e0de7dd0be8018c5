"""The search of the header: products, pages and documents."""

import reflex as rx

from starbond_site.components.icon import icon
from starbond_site.components.react.local import library
from starbond_site.content import Site
from starbond_site.content.addresses import SEARCH, SEARCH_RESULTS, localized


class SiteSearch(rx.Component):
    """A button, and the dialog that it opens; its children are the button's picture."""

    library = library("site_search.jsx")
    tag = "SiteSearch"

    page: rx.Var[str]
    """Address of the page of results, to which the form leads before the scripts run."""

    source: rx.Var[str]
    """Address of the results alone, up to what is typed."""

    labels: rx.Var[dict[str, str]]
    """Its words, of ``interface.search`` of the content."""


def site_search(site: Site) -> rx.Component:
    words = {"open", "label", "placeholder", "close", "hint", "loading", "failed"}
    return SiteSearch.create(
        icon("search"),
        page=localized(SEARCH, site.language),
        source=f"{SEARCH_RESULTS}?language={site.language}&q=",
        labels=site.interface.search.model_dump(include=words),
    )
