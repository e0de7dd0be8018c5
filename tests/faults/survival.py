"""Readers, an uploader and an open list go on while something breaks; then everything is compared."""

import json
import os
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Collection
from contextlib import ExitStack
from typing import TypeVar

from tests.faults import people
from tests.faults.file_sender import Filed, Told, Uploader
from tests.faults.people import FRESH, Reader, Watcher
from tests.faults.proxy import Proxy
from tests.serving import Server

SECONDS = float(os.environ.get("FAULT_SECONDS", "0"))
"""A fault lasts so long at least, and until readers, the uploader and the health have met it."""
KEPT_SECONDS = 2.05
"""Longest time in which nginx answers with what it kept for a second: it compares whole seconds."""
WELL_SECONDS = 15
"""Longest time from the end of a fault until everything works, on a machine that does nothing else."""
PATIENCE = 4
"""Times as long on a machine that runs other tests too."""
TOLD_SECONDS = 10
"""An uploader is told by then that a part is away."""
HEALTH_SECONDS = 3.5
"""The health promises 2 to 3; this machine may be busy."""
Found = TypeVar("Found")
Lasts = Callable[[], None]
"""Returns when everyone has met what is broken."""


def survive(
    proxy: Proxy,
    server: Server,
    name: str,
    during: Callable[[Lasts], None],
    *,
    told: str = "",
    unwell: tuple[str, ...] = (),
) -> None:
    """Let something break, and assert that nothing was lost, doubled or left without an answer; print what was seen.

    Args:
        proxy: through which everyone comes.
        server: whose health is asked for.
        name: of the fault.
        during: breaks something, calls what it is given, and repairs it.
        told: what an uploader must be told meanwhile.
        unwell: the parts that the health must name meanwhile.
    """
    with Reader(proxy) as reader, Uploader(proxy) as uploader, ExitStack() as pages:
        watchers = [pages.enter_context(Watcher(proxy))]
        until(lambda: reader.downloads, "nobody could publish and download before the fault")
        began = time.monotonic()

        def heard() -> set[str]:
            return {answer.outcome for answer in uploader.answers}

        def lasts() -> None:
            # A page that is opened meanwhile.
            watchers.append(pages.enter_context(Watcher(proxy)))
            since = time.monotonic() + KEPT_SECONDS
            threading.Event().wait(SECONDS)
            until(
                lambda: set(people.PAGES) <= {seen.path for seen in tuple(reader.seen) if seen.at > since}, "no pages"
            )
            # Whose commit was on its way hears nothing until it is known: somebody else sends a file, too.
            until(lambda: not told or told in heard() or Filed(proxy).send().outcome == told, f"nobody heard {told}")
            until(lambda: not unwell or set(unwell) <= unwell_parts(server), f"the health does not name {unwell}")

        during(lasts)
        ended = time.monotonic()
        _assert_well(proxy, watchers)
        well = time.monotonic() - ended
    uploader.files[-1].finish(WELL_SECONDS * PATIENCE)
    asked = [seen for seen in reader.seen if began <= seen.at <= ended + well]
    problems = [seen for seen in reader.seen if seen.status != 200]
    downloads = Counter(seen.status for seen in reader.downloads)
    print(
        f"\n{name}: {len(asked)} pages, {len(problems)} not 200, slowest {_longest(asked):.1f} s; "
        f"downloads {dict(downloads)}, slowest {_longest(reader.downloads):.1f} s; "
        f"uploaders {dict(Counter(answer.outcome for answer in uploader.answers))}, told after "
        f"{_longest(uploader.answers):.1f} s at the latest; well after {well:.1f} s"
    )
    assert problems == []
    # Without an instance or the storage bytes are nowhere.
    assert downloads.keys() == {200} or "database" not in name
    assert well < WELL_SECONDS * PATIENCE
    assert _longest([answer for answer in uploader.answers if told and answer.outcome == told]) < TOLD_SECONDS
    assert [filed.attempts for filed in uploader.files if not filed.is_published] == []
    told_of = {filed.digest for filed in uploader.files}
    # What nginx keeps may be two seconds old, and another worker has a list some milliseconds later.
    until(lambda: told_of <= _listed(proxy).keys(), "a published document is not listed")
    assert set(_listed(proxy).values()) == {1}


def _listed(proxy: Proxy) -> Counter[str]:
    return Counter(document["sha256"] for document in people.published(proxy))


def assert_all_is_well(*servers: Server) -> None:
    """Assert that the health of each instance is well, and that the storage has every byte of every record."""
    for server in servers:
        until(lambda server=server: status(server, "/_health") == 200, "a part is still unwell")
    # An interrupted upload may leave an object without a record; nothing else is wrong, and every byte is there.
    servers[-1].admin("check", "--repair")
    assert "without their bytes: 0, altered: 0, left over: 0" in servers[-1].admin("check", "--bytes")


def status(server: Server, path: str) -> int:
    try:
        with urllib.request.urlopen(server.url + path, timeout=WELL_SECONDS) as answer:  # noqa: S310
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def unwell_parts(server: Server) -> set[str]:
    """Return the parts of which the health says in time that they are unwell, in a sentence without a path."""
    began = time.monotonic()
    try:
        with urllib.request.urlopen(f"{server.url}/_health", timeout=WELL_SECONDS) as answer:  # noqa: S310
            code, body = answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        code, body = error.code, json.load(error)
    seconds = time.monotonic() - began
    found = {part: sentence for part, sentence in body["parts"].items() if sentence != "ok"}
    assert (code, body["status"]) == ((503, False) if found else (200, True))
    assert all(sentence.endswith(".") and str(server.data) not in sentence for sentence in found.values())
    return set(found) if seconds < HEALTH_SECONDS else set()


def until(holds: Callable[[], Found], message: str) -> Found:
    """Wait until something holds that nothing announces; return what was found."""
    pause, deadline = threading.Event(), time.monotonic() + WELL_SECONDS * PATIENCE
    while not (found := holds()):
        assert time.monotonic() < deadline, message
        pause.wait(0.05)
    return found


def _longest(timed: Collection[people.Seen] | Collection[Told]) -> float:
    return max((given.seconds for given in timed), default=0)


def _assert_well(proxy: Proxy, watchers: list[Watcher]) -> None:
    """Wait until a further document is published, listed, downloaded and shown live on each page."""
    filed = Filed(proxy)
    filed.finish(WELL_SECONDS * PATIENCE)
    until(lambda: filed.digest in {document["sha256"] for document in people.published(proxy)}, "it is not listed")
    if href := filed.attempts[-1].href:
        until(lambda: people.ask(proxy, href, **FRESH)[0] in (200, 302), "the document cannot be downloaded")
        until(lambda: all(watcher.arrival(href) for watcher in watchers), "an open page has not got the row")
