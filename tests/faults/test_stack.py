"""Parts of a running stack fail under load: pages answer, nothing is lost or doubled, and soon all is well again.

``FAULT_SECONDS=30 START_COUNT=10 SEALED_RELEASES=20 THOROUGH=1 python -m pytest -s FILE`` lets each fault last 30
seconds, starts ten stacks, and prints the lines of the table in ``docs/reliability.md``.
"""

import asyncio
import os
import urllib.request
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import timedelta
from importlib.metadata import version
from pathlib import Path

import pytest

from benchmarks.socket_clients import SocketClients
from starbond_site.features.sealed import service
from starbond_site.shared import local_time
from tests.faults import breaking, people, servers, stack, survival
from tests.faults.breaking import Fault
from tests.faults.file_sender import Filed
from tests.faults.stack import Stack
from tests.serving import build
from tests.unit.documents.publishing import archive_in, rows
from tests.unit.documents.storage_contract import environment
from tests.unit.sealed.sealed_filings import LIST, seal

STARTS = int(os.environ.get("START_COUNT", "3"))
RELEASES = int(os.environ.get("SEALED_RELEASES", "1"))
READS = ("/AllNotice", "/api/documents/AllNotice.csv", "/api/search?q=report", "/bn")
"""Pages and answers that need the database, whatever it holds."""
READERS = 8
LEAD, BETWEEN = timedelta(seconds=10), timedelta(seconds=1.5)
"""For sealing files on a busy machine; between two releases."""
CLIENTS = 3
SLOWEST = 1.0
"""Seconds from the moment of a release until the last page of both instances has the row, on a quiet machine."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """Run a stack to which everyone may publish, and ask it for everything as soon as it answers."""
    build()
    with stack.running(tmp_path_factory.mktemp("stack"), (2, 1)) as running:
        assert_all_live_and_read(running, 2, 1)
        yield running


def assert_all_live_and_read(running: Stack, *workers: int) -> None:
    """Assert that every worker lives, and that no first read of an instance fails, many at once."""
    paths = [(instance, path) for instance in running.instances for path in READS] * READERS
    with ThreadPoolExecutor(READERS * len(workers)) as pool:
        statuses = Counter(pool.map(lambda asked: survival.status(*asked), paths))
    alive = [len(servers.family(instance.process.pid)) - 1 for instance in running.instances if instance.process]
    logs = "".join(instance.log.read_text(errors="replace") for instance in running.instances)
    assert (set(statuses), alive) == ({200}, list(workers)), logs[-4000:]
    assert "Traceback" not in logs, logs[-4000:]


@pytest.mark.thorough
@pytest.mark.parametrize("_start", range(STARTS))
def test_seven_workers_live_and_read(tmp_path: Path, _start: int):
    build()
    with stack.running(tmp_path, (2, 5)) as running:
        assert_all_live_and_read(running, 2, 5)


def test_what_a_command_changes_reaches_the_visitors_of_both_instances(site: Stack):
    """A line above the header, and a withdrawal, which takes the file out of what nginx keeps, too."""
    line, address = "Dividend of the year", f"/{people.CATEGORY}"
    assert Filed(site.proxy).send().outcome == "published"
    # The next answer may come from the other instance.
    file = survival.until(lambda: people.published(site.proxy), "no list has it")[0]["DownloadUrl"]
    assert people.ask(site.proxy, file)[0] == 200

    def on_all(text: str) -> set[bool]:
        pages = [urllib.request.urlopen(one.url + address, timeout=10).read() for one in site.instances]  # noqa: S310
        return {text.encode() in page for page in pages}

    survival.until(lambda: on_all(file) == {True}, "an instance has no row")
    site.instances[0].admin("nodes", "set", "Dividend", f'{{"text": "{line}"}}')
    site.instances[0].admin("documents", "withdraw", file.split("/")[2])
    survival.until(lambda: (on_all(line), on_all(file)) == ({True}, {False}), "an instance is not up to date")
    survival.until(lambda: people.ask(site.proxy, file)[0] == 410, "the file is still there")


def test_sealed_filing_is_released_once_by_two_instances(site: Stack):
    variables = {name: value for name, value in site.settings.items() if name.startswith("AWS_")}
    address, storage = site.settings["STARBOND_DATABASE_URL"], site.settings["STARBOND_STORAGE"]
    with ExitStack() as context:
        context.enter_context(environment(**variables))
        folder = site.instances[0].data
        archive = context.enter_context(archive_in(folder, database_address=address, storage=storage))
        first = (local_time.now() + LEAD * (1 + RELEASES // 3)).replace(microsecond=0)
        moments = {f"Sealed release {number:02}": first + BETWEEN * number for number in range(RELEASES)}
        for name, moment in moments.items():
            seal(archive, moment, name=f"{name}.pdf")
        late = [at - moments[name].timestamp() for name, at in asyncio.run(_arrivals(site, list(moments))).items()]
        print(
            f"\n{RELEASES} releases on two instances, on the last of {2 * CLIENTS} open pages after "
            f"{sorted(late)[len(late) // 2]:.3f} s (median), {max(late):.3f} s (slowest)"
        )
        assert 0 < min(late) <= max(late) < 5 * SLOWEST  # This machine may be busy.
        assert archive.read(service.waiting) == []
        released = service.ended(archive)
        assert [filing.state for filing in released] == ["released"] * RELEASES
        assert all((filing.released_at or filing.release_at) >= filing.release_at for filing in released)
        counted = "count(*), count(DISTINCT key), listversion.version FROM document, listversion"
        found = f"SELECT {counted} WHERE category = '{LIST}' AND name = category GROUP BY listversion.version"
        assert rows(archive, found) == [(RELEASES, RELEASES, RELEASES)]


async def _arrivals(site: Stack, names: list[str]) -> dict[str, float]:
    """Return when the last open page of all instances had the row of each filing, which come in this order."""
    crowds = [SocketClients(instance.port, version("reflex")) for instance in site.instances]
    found = {}
    try:
        for crowd in crowds:
            await crowd.connect(CLIENTS)
        for number, name in enumerate(names, 1):
            for crowd in crowds:
                # Of the first row of an empty list only the version is sent, which begins at 1.
                crowd.expect(lambda text, number=number: f'"{LIST}_rx_state_":{{"version":{number + 1}' in text)
            found[name] = max(await asyncio.gather(*(crowd.wait_for_all(60) for crowd in crowds)))
    finally:
        for crowd in crowds:
            await crowd.close()
    return found


EACH = [
    pytest.param(fault, id=fault.name.replace(" ", "-"), marks=[pytest.mark.thorough] * fault.is_thorough)
    for fault in breaking.FAULTS
]


@pytest.mark.parametrize("fault", EACH)
def test_fault(site: Stack, fault: Fault):
    survival.survive(
        site.proxy,
        site.instances[0],
        fault.name,
        lambda lasts: fault.during(site, lasts),
        told=fault.told,
        unwell=fault.unwell,
    )


def test_all_is_well_after_the_faults_and_an_instance_ends_when_it_is_told(site: Stack):
    survival.assert_all_is_well(*site.instances)
    process = site.instances[0].process
    assert process
    process.terminate()
    assert process.wait(30) == 0
