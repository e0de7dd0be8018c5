"""The filter of the dealers: by place, by text, and nearest first, all in the browser."""

import reflex as rx

from starbond_site.components.react.local import library

library("distance.jsx")


class DealerFilter(rx.Component):
    """Shows and orders what the server wrote into the element of a topic."""

    library = library("dealer_filter.jsx")
    tag = "DealerFilter"

    topic: rx.Var[str]
    """The mark of the element with the dealers (``data-live``)."""

    labels: rx.Var[dict[str, str]]
    """Texts; their ``{places}`` are filled in the browser."""

    digits: rx.Var[str]
    """The ten digits of the language."""


dealer_filter = DealerFilter.create
