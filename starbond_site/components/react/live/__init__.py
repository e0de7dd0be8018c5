"""The element of a topic: filled by the server before the first paint, and updated when something is published."""

from typing import Any

import reflex as rx

from starbond_site.components.react import ReactComponent, library
from starbond_site.content import Site
from starbond_site.documents.reading import FILINGS
from starbond_site.presentation import markup
from starbond_site.presentation.topics import LATEST, NODES, SHARED
from starbond_site.shared import local_time
from starbond_site.state.live import Live


def _refresh_arguments(
    topic: rx.Var[str], version: rx.Var[int], language: rx.Var[str], query: rx.Var[str]
) -> tuple[rx.Var[str], rx.Var[int], rx.Var[str], rx.Var[str]]:
    """Return the arguments of the event."""
    return topic, version, language, query


class _LiveElement(ReactComponent):
    """The element of a topic (`presentation.topics.TOPICS`), whose name is also the mark that the server fills."""

    library = library("live/live.jsx")
    tag = "Live"

    on_refresh: rx.EventHandler[_refresh_arguments]
    """Requests a topic: its name, the version in the page (0 for none), language, and query of the page's address."""


def live_list(site: Site, topic: str) -> rx.Component:
    """Return a list of documents, or all filings, newest first."""
    changes = {"connection_back", "published", "withdrawn", "updated"}
    words = connection_words(site) | site.interface.live.model_dump(include=changes)
    loading = site.interface.documents.loading
    # Pages of all filings get no single rows: see `presentation.payloads`.
    template = "" if topic == FILINGS else markup.row_template(site)
    return _live(site, topic, loading=loading, class_name="document-list", words=words, template=template)


def live_filing(site: Site) -> rx.Component:
    """Return the latest filing in one line."""
    loading, template = site.interface.documents.loading, markup.filing_template(site)
    words = connection_words(site)
    return _live(site, LATEST, loading=loading, class_name="latest", words=words, template=template)


def live_shared_rows(site: Site) -> rx.Component:
    return _live(site, SHARED, element="tbody", words=connection_words(site))


def live_header_lines(site: Site) -> rx.Component:
    """Return the slim lines above the header with the ``Financial`` and ``Dividend`` nodes."""
    return _live(site, NODES, class_name="live-line", words=connection_words(site))


def live_section(site: Site, topic: str, loading: str, class_name: str = "") -> rx.Component:
    """Return the investor block, calendar, figures, dealers or duties; the topic is its class where none is given."""
    return _live(site, topic, loading=loading, class_name=class_name or topic, words=connection_words(site))


def connection_words(site: Site) -> dict[str, Any]:
    """Return the words for the time without a connection, and the format of that time."""
    live = site.interface.live
    return {
        "connection_lost": live.connection_lost,
        "polled": live.polled,
        "unavailable": site.interface.documents.unavailable,
        "digits": site.interface.dates.digits,
        "zone": local_time.in_browser(),
    }


def _live(site: Site, topic: str, element: str = "div", loading: str = "", **props: Any) -> rx.Component:  # noqa: ANN401
    return _LiveElement.create(
        topic=topic,
        state=Live.get_full_name(),
        language=site.language,
        element=element,
        loading=loading,
        on_refresh=Live.refresh,
        **props,
    )
