"""The element of a topic: filled by the server before the first paint, and updated when something is published."""

from typing import Any

from starbond_site.components.react.component import ReactComponent, component
from starbond_site.content import Site
from starbond_site.presentation.topics import LATEST, NODES, SHARED
from starbond_site.shared import local_time
from starbond_site.state.live import Live

_element = component("live/live.jsx", "Live")
"""Of a topic (`presentation.topics.TOPICS`), whose name is also the mark that the server fills."""


def live_list(site: Site, topic: str) -> ReactComponent:
    """Return a list of documents, or all filings, newest first."""
    changes = {"connection_back", "published", "withdrawn", "updated"}
    words = connection_words(site) | site.interface.live.model_dump(include=changes)
    return _live(site, topic, loading=site.interface.documents.loading, class_name="document-list", words=words)


def live_filing(site: Site) -> ReactComponent:
    """Return the latest filing in one line."""
    return live_section(site, LATEST, site.interface.documents.loading)


def live_shared_rows(site: Site) -> ReactComponent:
    return _live(site, SHARED, element="tbody", words=connection_words(site))


def live_header_lines(site: Site) -> ReactComponent:
    """Return the slim lines above the header with the ``Financial`` and ``Dividend`` nodes."""
    return _live(site, NODES, class_name="live-line", words=connection_words(site))


def live_section(site: Site, topic: str, loading: str, class_name: str = "") -> ReactComponent:
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


def _live(site: Site, topic: str, **props: Any) -> ReactComponent:  # noqa: ANN401
    return _element(topic=topic, state=Live.get_full_name(), language=site.language, **props)
