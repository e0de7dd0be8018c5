"""Readers, an uploader and an open list go on while something breaks; then everything is compared."""

import time
from collections import Counter
from collections.abc import Callable, Collection

from tests.faults import people
from tests.faults.file_sender import Filed, Told, Uploader
from tests.faults.people import Reader, Watcher
from tests.faults.proxy import Proxy
from tests.serving import Server
from tests.unit.documents import samples

WELL_SECONDS = 15
"""Longest time from the end of a fault until everything works, on a machine that does nothing else."""
PATIENCE = 4
"""Times as long on a machine that runs other tests too."""


def survive(proxy: Proxy, server: Server, name: str, during: Callable[[], None]) -> None:
    """Let something break, and assert that nothing was lost, doubled or left without an answer; print what was seen.

    Args:
        proxy: through which everyone comes.
        server: whose command line checks the records.
        name: of the fault.
        during: breaks something, waits and repairs it.
    """
    with Reader(proxy) as reader, Watcher(proxy) as watcher, Uploader(proxy) as uploader:
        _until(lambda: any(filed.is_published for filed in uploader.files), "nobody could publish before the fault")
        began = time.monotonic()
        during()
        ended = time.monotonic()
        well = _well_after(proxy, watcher, ended)
    uploader.finish(WELL_SECONDS * PATIENCE)
    attempts = [told for filed in uploader.files for told in filed.attempts]
    pages = [seen for seen in reader.seen if began <= seen.at <= ended + well]
    print(
        f"\n{name}: {len(pages)} pages, {len(reader.problems())} not 200, slowest {_longest(pages):.1f} s; "
        f"uploaders {dict(Counter(told.outcome for told in attempts))}, told after {_longest(attempts):.1f} s at the "
        f"latest; well after {well:.1f} s"
    )
    assert reader.problems() == []
    assert well < WELL_SECONDS * PATIENCE
    _assert_nothing_lost_or_doubled(proxy, uploader)
    # An interrupted upload may leave an object without a record; nothing else is wrong, and every byte is there.
    server.admin("check", "--repair")
    server.admin("check", "--bytes")


def _longest(timed: Collection[people.Seen] | Collection[Told]) -> float:
    return max((given.seconds for given in timed), default=0)


def _well_after(proxy: Proxy, watcher: Watcher, ended: float) -> float:
    """Return the seconds from the end of a fault until a document was published, listed, downloaded and shown live."""
    second = Uploader(proxy)
    filed = Filed("well.pdf", samples.pdf(str(time.time_ns())))
    second.files.append(filed)
    second.finish(WELL_SECONDS * PATIENCE)
    _until(lambda: filed.digest in people.published(proxy), "the document is not in the list")
    if href := filed.attempts[-1].href:
        _until(lambda: people.ask(proxy, href)[0] in (200, 302), "the document cannot be downloaded")
        _until(lambda: watcher.arrival(href) is not None, "the open page has not got the row")
    return time.monotonic() - ended


def _assert_nothing_lost_or_doubled(proxy: Proxy, uploader: Uploader) -> None:
    """Compare what the uploader knows with what visitors get."""
    assert [filed.attempts for filed in uploader.files if not filed.is_published] == []
    told = {filed.digest for filed in uploader.files}
    # What nginx keeps may be two seconds old.
    _until(lambda: told <= people.published(proxy).keys(), "a published document is not listed")
    assert [digest for digest, count in people.published(proxy).items() if count > 1] == []


def _until(holds: Callable[[], bool], message: str) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + WELL_SECONDS * PATIENCE
    while not holds():
        assert time.monotonic() < deadline, message
        time.sleep(0.1)
