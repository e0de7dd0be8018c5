"""The search box of the header: products, pages and documents."""

import reflex as rx

from starbond_site.components.icon import icon
from starbond_site.components.react.local import library
from starbond_site.content import Site
from starbond_site.content.addresses import localized, search_index

library("ranking.jsx")


class SiteSearch(rx.Component):
    """A button, and the dialog that it opens; its children are the button's picture."""

    library = library("site_search.jsx")
    tag = "SiteSearch"

    index: rx.Var[str]
    """Address of the index of products and pages, see ``build/search_index.py``."""

    prefix: rx.Var[str]
    """What addresses of pages begin with in the language: empty, or such as ``/bn``."""

    digits: rx.Var[str]
    """The ten digits of the language."""

    contact: rx.Var[dict[str, str]]
    """Telephone as shown and as dialled, and the address of the chat up to its message."""

    labels: rx.Var[dict[str, str]]
    """Its words, as ``interface.search`` of the content has them."""


def site_search(site: Site) -> rx.Component:
    """Return the search box."""
    phone = site.company.sales_phone
    return SiteSearch.create(
        icon("search"),
        index=search_index(site.language),
        prefix=localized("/", site.language).rstrip("/"),
        digits=site.interface.dates.digits,
        contact={
            "shown": phone.shown,
            "dial": phone.dial,
            "chat": f"{site.company.chat()}?text=",
        },
        labels=site.interface.search.model_dump(),
    )
