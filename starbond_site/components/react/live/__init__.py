"""What is in the page before the first paint and changes when something is published."""

from typing import Any

import reflex as rx

from starbond_site.components.react.local import library


def _topic_and_version(topic: rx.Var[str], version: rx.Var[int]) -> tuple[rx.Var[str], rx.Var[int]]:
    """Return what the event carries."""
    return topic, version


class _Live(rx.Component):
    """What all of them share: the newest view that arrived, and the way to ask for it."""

    library = library("live.jsx")

    view: rx.Var[dict[str, Any]]
    """The newest view that arrived; see ``documents/views.py``."""

    labels: rx.Var[dict[str, str]]
    """Its words, in the language of the page."""

    language: rx.Var[str]
    """Language of the page, ``en`` or ``bn``."""

    on_stale: rx.EventHandler[_topic_and_version]
    """Asks for a topic: its name, and the version that stands in the page (0 for none)."""


class LiveList(_Live):
    """A list of documents, newest first."""

    tag = "LiveList"

    topic: rx.Var[str]
    """Category of the list."""


class LatestFiling(_Live):
    """The newest document of a list, in one line."""

    tag = "LatestFiling"

    topic: rx.Var[str]
    """Category of the list."""

    mark: rx.Var[str]
    """Names the element that the server fills."""


class SharedRows(_Live):
    """The body of the table on Shared Information."""

    tag = "SharedRows"

    titles: rx.Var[dict[str, str]]
    """Title of each row by its node."""


class LiveLine(_Live):
    """The slim line above the header with the ``Financial`` and ``Dividend`` nodes."""

    tag = "LiveLine"

    label: rx.Var[str]
    """Name of the region, for screen readers."""


live_list = LiveList.create
latest_filing_line = LatestFiling.create
shared_rows = SharedRows.create
live_line = LiveLine.create
