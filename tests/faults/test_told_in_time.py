"""A database that is locked or frozen under a running server: uploaders are told within 10 s, readers read on."""

import asyncio
import sqlite3
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from starbond_site import content
from tests.faults.freezing import frozen, server_of
from tests.faults.uploaders import CATEGORY, send
from tests.serving import Server, build, serving
from tests.unit.documents import samples

TOLD_SECONDS = 10
PAGES = ("/", "/SuperGlue", f"/{CATEGORY}", "/bn/AnnualReport", "/UploadFiles")
SENTENCE = content.read("en").errors.database_unavailable


@contextmanager
def locked(server: Server) -> Iterator[None]:
    """Hold the write lock of a server's SQLite database, as a program for backups might."""
    other = sqlite3.connect(server.data / "starbond.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.execute("ROLLBACK")
    other.close()


async def _answers(server: Server) -> None:
    """Upload, while pages are read; the uploader gets the sentence in time, and every page its answer."""
    sending = asyncio.create_task(send(server, samples.pdf("away")))
    while not sending.done():
        for page in PAGES:
            assert await asyncio.to_thread(_status, server.url + page) == 200
    result, seconds = sending.result()
    assert (result["outcome"], result["sentence"]) == ("refused", SENTENCE)
    assert seconds < TOLD_SECONDS


def _status(address: str) -> int:
    """Return the status of a page."""
    with urllib.request.urlopen(address, timeout=TOLD_SECONDS) as answer:  # noqa: S310  our own server
        return answer.status


def test_locked_sqlite(tmp_path: Path):
    """Downloads and pages are served beside the lock, and uploads when it is gone."""
    build()
    with serving(tmp_path) as server:
        first, _ = asyncio.run(send(server, samples.pdf("before")))
        with locked(server):
            asyncio.run(_answers(server))
            assert _status(server.url + first["href"]) == 200
        assert asyncio.run(send(server, samples.pdf("after")))[0]["outcome"] == "published"


def test_frozen_postgresql(tmp_path: Path, postgresql: str):
    """Pages come from memory; a download says 503 in time; all is well as soon as the server goes on."""
    build()
    with serving(tmp_path, STARBOND_DATABASE_URL=postgresql) as server:
        first, _ = asyncio.run(send(server, samples.pdf("before")))
        process = server_of(postgresql)
        with frozen(process):
            asyncio.run(_answers(server))
            with pytest.raises(urllib.error.HTTPError, match="503"):
                _status(server.url + first["href"])
        assert asyncio.run(send(server, samples.pdf("after")))[0]["outcome"] == "published"
        assert _status(server.url + first["href"]) == 200
