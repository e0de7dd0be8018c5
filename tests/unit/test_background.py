"""Each thread beside the server runs once."""

import asyncio
import threading
from collections import Counter
from pathlib import Path

import pytest

from starbond_site import background
from tests.unit.documents.publishing import archive_in


class Idle:
    """In place of the threads that need mail and webhooks."""

    def start(self) -> None:
        """Do nothing."""

    def stop(self) -> None:
        """Do nothing."""


def test_each_thread_runs_once_and_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name in ("_mail_thread", "_webhook_thread"):
        monkeypatch.setattr(background, name, lambda _archive: Idle())
    before = set(threading.enumerate())

    async def started() -> Counter[str]:
        with archive_in(tmp_path) as archive:
            async with background.running(archive):
                return Counter(thread.name for thread in set(threading.enumerate()) - before)

    names = asyncio.run(started())
    wanted = ["extraction", "node-ends", "releases", "unfinished-uploads"]
    assert {name: names[name] for name in wanted} == dict.fromkeys(wanted, 1)
    assert not {thread.name for thread in threading.enumerate()} & set(wanted)
