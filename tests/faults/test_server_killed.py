"""A real server killed with SIGKILL at random moments of uploads, and started again after each.

``make faults`` kills 50 times, as the measured runs in docs/reliability.md; the other tests have no time for that.
Each server has a webhook: its receiver gets every change at least once and in order.
"""

import asyncio
import contextlib
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Coroutine
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from starbond_site.documents.archive import Archive
from starbond_site.documents.consistency import check
from tests.faults.uploaders import CATEGORY, upload
from tests.serving import Server, build, serving
from tests.unit.documents.publishing import archive_in, rows
from tests.unit.webhook_receiver import Receiver, receiving

KILLS = int(os.environ.get("SERVER_KILLS", "16"))
SITES = 2
"""Sites that are killed in parallel, each with its own data, because starting them takes most of the time."""
UPLOADERS = 3
LONGEST = 2
"""From the first byte on the disk to the latest kill, in the time that an upload takes here: every stage is hit."""
SECONDS = 60
LAST_SECONDS = 120
"""For the last changes: a killed worker's claim has to end, on a machine that does other things too."""


@dataclass
class _Site:
    """A server, its archive, and the results that its uploaders got."""

    server: Server
    archive: Archive
    receiver: Receiver
    done: dict[str, str] = field(default_factory=dict)
    """SHA-256 by address of every upload that was reported as published."""
    seen: set[str] = field(default_factory=set)
    leftovers: int = 0

    async def survive_kills(self, kills: int, moments: random.Random) -> None:
        """Kill and restart the server, and check it after each start."""
        began = time.monotonic()
        await asyncio.gather(*self._uploaders(moments, 1))
        longest = LONGEST * (time.monotonic() - began)
        for kill in range(kills):
            await self._upload_until_killed(moments.uniform(0, longest), moments)
            await asyncio.to_thread(self.server.start)
            await asyncio.to_thread(self._assert_consistent, f"after kill {kill + 1}")

    async def _upload_until_killed(self, seconds: float, moments: random.Random) -> None:
        """Run the uploaders, and kill the server some time after the first upload has begun."""
        work = [asyncio.create_task(uploader) for uploader in self._uploaders(moments)]
        await asyncio.to_thread(self._wait_for_an_upload)
        ended, _ = await asyncio.wait(work, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        self.server.stop(signal.SIGKILL)
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)
        for task in ended:
            task.result()

    def _uploaders(self, moments: random.Random, count: int = sys.maxsize) -> list[Coroutine[None, None, None]]:
        """Return running uploaders with a number of files each."""
        return [upload(self.server, moments.randrange(2**32), self.done, count) for _ in range(UPLOADERS)]

    def _wait_for_an_upload(self) -> None:
        """Wait until the first file of this round is on the disk."""
        assert self.server.process is not None
        for _ in range(SECONDS * 100):
            if any(self.archive.incoming.glob("*")):
                return
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.server.process.wait(0.01)
        message = f"no upload has begun:\n{self.server.log.read_text(errors='replace')[-4000:]}"
        raise AssertionError(message)

    def _assert_consistent(self, when: str) -> None:
        """Assert that no reported document is lost, every record has its bytes, and the repair leaves nothing."""
        published = self._published()
        lost = {address: digest for address, digest in self.done.items() if published.get(address) != digest}
        assert not lost, f"{when}: reported as published, and no longer so: {lost}"
        for address in published.keys() - self.seen:
            assert self._served(address) == published[address], f"{when}: {address} has other bytes"
        self.seen.update(published)
        found = check(self.archive)
        assert found.is_sound, f"{when}: records without their bytes: {found.missing + found.altered}"
        assert check(self.archive, repair=True).leftover == found.leftover
        assert check(self.archive, read_bytes=True).leftover == [], f"{when}: the repair left something over"
        self.leftovers += bool(found.leftover)

    def assert_at_the_end(self) -> None:
        """Check everything once more, as a visitor and as the administrator."""
        published = self._published()
        assert {address: self._served(address) for address in self.done} == self.done
        ((audited,),) = rows(self.archive, "SELECT count(*) FROM audit WHERE action = 'publish' AND outcome = 'done'")
        ((version,),) = rows(self.archive, f"SELECT version FROM listversion WHERE name = '{CATEGORY}'")  # noqa: S608
        assert audited == version == len(published)
        self.server.admin("check", "--repair")
        self.server.admin("check")
        self._assert_told(len(published))

    def _assert_told(self, changes: int) -> None:
        """Assert that the receiver got every change at least once, and no change before an earlier one."""
        assert self.receiver.wait_for(changes, LAST_SECONDS), self.server.admin("webhooks", "list")
        highest = 0
        for message in self.receiver.messages:
            first, last = message.numbers[0], message.numbers[-1]
            assert message.numbers == list(range(first, last + 1))
            assert first <= highest + 1, f"{first} came when {highest} was the highest"
            highest = max(highest, last)
        assert highest == changes
        told = len(self.receiver.numbers)
        print(f"\n{changes} changes in {len(self.receiver.messages)} messages, {told - changes} of them told again")

    def _published(self) -> dict[str, str]:
        """Return the SHA-256 of all published documents by address, from the JSON interface."""
        found: dict[str, str] = {}
        address = f"/api/documents/{CATEGORY}"
        while address:
            with urllib.request.urlopen(self.server.url + address, timeout=SECONDS) as answer:  # noqa: S310
                page = json.load(answer)
            found |= {document["DownloadUrl"]: document["sha256"] for document in page["documents"]}
            address = page.get("next", "")
        return found

    def _served(self, address: str) -> str:
        """Return the SHA-256 of a download."""
        with urllib.request.urlopen(self.server.url + address, timeout=SECONDS) as answer:  # noqa: S310
            return hashlib.sha256(answer.read()).hexdigest()


def test_server_killed_while_files_are_uploaded(tmp_path: Path):
    """No record without its object, every reported upload kept byte for byte, a clean check after the repair."""
    build()
    with ExitStack() as stack:
        sites = []
        for number in range(SITES):
            folder = tmp_path / str(number)
            folder.mkdir()
            server = stack.enter_context(serving(folder))
            receiver = stack.enter_context(receiving())
            receiver.secret = server.admin("webhooks", "add", "--private", receiver.url).splitlines()[-1]
            sites.append(_Site(server, stack.enter_context(archive_in(server.data)), receiver))

        async def survive_kills() -> None:
            await asyncio.gather(
                *(site.survive_kills(KILLS // SITES, random.Random(20_11_2026 + n)) for n, site in enumerate(sites))
            )

        asyncio.run(survive_kills())
        for site in sites:
            site.assert_at_the_end()
    # The kills must have hit some uploads, and some uploads must have ended.
    assert sum(site.leftovers for site in sites) > KILLS // 5
    assert sum(len(site.done) for site in sites) > KILLS // 5
