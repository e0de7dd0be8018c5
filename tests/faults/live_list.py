"""A list on an open page, as ``components/react/live`` keeps it: what arrives for it, and what it asks for."""

import json
import random
import re
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from benchmarks.socket_clients import EVENT, data_of
from starbond_site.state.live import Live
from tests.faults.open_page import FAILURES, OpenPage

STATE = Live.get_full_name()
LANGUAGE = "en"
OFFLINE_AFTER, POLL = 10, 15
"""Seconds without a connection until the page polls, and between two polls (``updates.jsx``)."""
DOCUMENT = re.compile(r"/files/(\d+)/")


class LiveList:
    """The first page of a list: the version that it shows, and when each document was first shown."""

    def __init__(self, page: OpenPage, topic: str, get: Callable[[str], bytes]) -> None:
        """Take the page, the name of the list, and what returns the body of a path, empty where none came."""
        self._page = page
        self._topic = topic
        self._get = get
        self._version = 0
        self._shown_at: dict[str, float] = {}
        self._poll_at: float | None = None

    def shown_at(self, number: str) -> float | None:
        """Return when a document was first shown, on the clock of `time.monotonic`."""
        return self._shown_at.get(number)

    def wait(self, seconds: float) -> None:
        """Show what arrives next; poll where there has been no connection for a while."""
        with suppress(TimeoutError):
            packet = self._page.wait_for(lambda text: text.startswith(EVENT), seconds)
            # The name of a var has a marker behind it.
            values = dict(data_of(packet).get("delta") or {}).get(STATE, {})
            for view in (value for name, value in values.items() if name.startswith(self._topic)):
                self._show(view)
        if self._page.is_connected:
            self._poll_at = None
        elif self._poll_at is None:
            self._poll_at = time.monotonic() + OFFLINE_AFTER
        elif time.monotonic() > self._poll_at:
            self._poll_at = time.monotonic() + POLL * random.uniform(0.5, 1.5)
            if body := self._get(f"/api/live/{self._topic}?language={LANGUAGE}"):
                self._show(json.loads(body))

    def _show(self, view: dict[str, Any]) -> None:
        """Show an update; ask for the whole list where it is empty or based on another version (``live.jsx``)."""
        version = view.get("version", 0)
        if version and version <= self._version:
            return
        html = view.get("html", {}).get(LANGUAGE)
        if version and view.get("base") == self._version:
            self._shows(version, [row["id"] for row in view["added"]])
        elif version and html is not None:
            self._shows(version, DOCUMENT.findall(html))
        else:
            self._request()

    def _shows(self, version: int, documents: list[str]) -> None:
        self._version = version
        for number in documents:
            self._shown_at.setdefault(number, time.monotonic())

    def _request(self) -> None:
        asked = {"topic": self._topic, "version": self._version, "language": LANGUAGE, "query": ""}
        # Whenever the page connects again, hydration empties the var, which asks again.
        with suppress(*FAILURES, TimeoutError):
            self._page.send(f"{STATE}.refresh", asked)
