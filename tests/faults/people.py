"""Readers and visitors who go on while something breaks, and remember what they saw. They come through nginx."""

import http.client
import json
import threading
import time
from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass

from tests.faults.live_list import LiveList
from tests.faults.open_page import OpenPage
from tests.faults.proxy import Proxy

CATEGORY = "AllNotice"
PAGES = ("/", "/AllNotice", "/bn/AllNotice", "/GumkingSyntheticResin", "/contact", "/api/documents/AllNotice")
"""What `Reader` asks for, one after another."""
BETWEEN = 0.1
"""Seconds between two requests of a reader."""
END_SECONDS = 150
"""Longest time that what goes on may take to end."""


@dataclass(frozen=True)
class Seen:
    """One answer to a reader."""

    at: float
    path: str
    status: int
    """0 where no answer came."""
    seconds: float


class Background(ABC):
    """Something that goes on in a thread until the context ends."""

    def __init__(self) -> None:
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run_until_the_end, daemon=True)
        self._problem: BaseException | None = None

    def __enter__(self):  # noqa: ANN204  the class of the object
        """Begin."""
        self._thread.start()
        return self

    def __exit__(self, *_given: object) -> None:
        """End, and raise what went wrong inside."""
        self._end.set()
        self._thread.join(END_SECONDS)
        if self._problem:
            raise self._problem

    @abstractmethod
    def once(self) -> None:
        """Do it once."""

    def _run_until_the_end(self) -> None:
        try:
            while not self._end.is_set():
                self.once()
        except BaseException as problem:
            self._problem = problem


class Reader(Background):
    """Asks for one page after another."""

    def __init__(self, proxy: Proxy, paths: tuple[str, ...] = PAGES) -> None:
        super().__init__()
        self.seen: list[Seen] = []
        self._proxy = proxy
        self._paths = paths

    def once(self) -> None:
        """Ask for the next page."""
        path = self._paths[len(self.seen) % len(self._paths)]
        began = time.monotonic()
        status, _body = ask(self._proxy, path)
        self.seen.append(Seen(began, path, status, time.monotonic() - began))
        self._end.wait(BETWEEN)

    def problems(self) -> list[Seen]:
        """Return every answer that was not 200."""
        return [seen for seen in self.seen if seen.status != 200]


class Watcher(Background):
    """A visitor who has the list open, and remembers what arrived."""

    def __init__(self, proxy: Proxy) -> None:
        super().__init__()
        self._list = LiveList(OpenPage(proxy, f"/{CATEGORY}"), CATEGORY, lambda path: _body(proxy, path))

    def once(self) -> None:
        """Take the next update of the list."""
        self._list.wait(1)

    def arrival(self, href: str) -> float | None:
        """Return when the row of a document arrived, on the clock of `time.monotonic`."""
        return self._list.shown_at(href.split("/")[2])


def ask(proxy: Proxy, path: str, seconds: float = 30) -> tuple[int, bytes]:
    """Return status and body of a request; status 0 where no answer came in time."""
    connection = http.client.HTTPSConnection("localhost", proxy.https, timeout=seconds, context=proxy.trust)
    try:
        connection.request("GET", path, headers={"Accept": "text/html,*/*"})
        response = connection.getresponse()
        return response.status, response.read()
    except (OSError, http.client.HTTPException):
        return 0, b""
    finally:
        connection.close()


def _body(proxy: Proxy, path: str) -> bytes:
    status, body = ask(proxy, path)
    return body if status == 200 else b""


def published(proxy: Proxy) -> Counter[str]:
    """Return how often each SHA-256 is in the list."""
    status, body = ask(proxy, f"/api/documents/{CATEGORY}")
    assert status == 200
    return Counter(document["sha256"] for document in json.loads(body)["documents"])
