"""The health of a running site while its parts are gone, frozen or full: it answers in time and names the part."""

import asyncio
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import cast

import boto3
import pytest
from redis import Redis

from benchmarks.socket_clients import SocketClients
from starbond_site.settings import MEBIBYTE
from tests.faults import servers
from tests.faults.freezing import frozen, server_of
from tests.serving import Server, serving
from tests.unit.documents.storage_contract import environment

ANSWER_SECONDS = 3.5
"""The health promises 2 to 3; this machine may be busy."""
RECOVERY_SECONDS = 15
FEED_SECONDS = 60


def ask(site: Server, path: str = "/_health") -> tuple[int, dict[str, str]]:
    """Return the status and what is wrong, by part."""
    began = time.monotonic()
    try:
        with urllib.request.urlopen(site.url + path, timeout=30) as answer:  # noqa: S310
            status, body = answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        status, body = error.code, json.load(error)
    assert time.monotonic() - began < ANSWER_SECONDS
    assert body["status"] is (status == 200)
    return status, {name: state for name, state in body.get("parts", {}).items() if state != "ok"}


def wait_for(site: Server, wanted: Callable[[dict[str, str]], bool], seconds: float) -> dict[str, str]:
    """Ask until the wrong parts are those that are wanted; every answer has the status that belongs to it."""
    deadline = time.monotonic() + seconds
    while True:
        status, wrong = ask(site)
        assert status == (503 if wrong else 200)
        if wanted(wrong):
            return wrong
        assert time.monotonic() < deadline, f"{wrong}\n{site.log.read_text()[-3000:]}"


def assert_wrong(site: Server, *parts: str) -> None:
    """Wait until some parts are wrong; assert that pages come all the while, and that no sentence names a path."""
    found = wait_for(site, lambda wrong: set(parts) <= set(wrong), RECOVERY_SECONDS)
    assert all(found[part].endswith(".") for part in parts)
    assert str(site.data) not in json.dumps(found)
    urllib.request.urlopen(site.url + "/AllNotice", timeout=ANSWER_SECONDS).close()  # noqa: S310


def assert_well(site: Server, seconds: float = RECOVERY_SECONDS) -> None:
    """Wait until all parts are well."""
    wait_for(site, lambda wrong: not wrong, seconds)


@contextmanager
def stopped(process: int) -> Iterator[None]:
    """Freeze a process."""
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


@contextmanager
def moved(path: Path) -> Iterator[None]:
    """Take a file or folder away."""
    away = path.with_name(f"{path.name}-away")
    path.rename(away)
    try:
        yield
    finally:
        if path.is_dir():
            shutil.rmtree(path)
        away.rename(path)


@contextmanager
def small_disk(path: Path, size: str) -> Iterator[None]:
    """Mount a file system in memory."""
    path.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(path)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(path)], check=True)


def fill(path: Path) -> None:
    """Write until the disk is full."""
    with path.open("ab", buffering=0) as file:
        while file.write(bytes(1024)):
            pass


def test_database_storage_and_feed_of_one_machine(tmp_path: Path):
    with serving(tmp_path) as site:
        assert_well(site, 30)
        assert ask(site, "/_ready")[0] == 200
        for path, part in ((site.data / "objects", "storage"), (site.data / "starbond.db", "database")):
            with moved(path):
                assert_wrong(site, part)
            assert_well(site)
        with closing(sqlite3.connect(site.data / "starbond.db", timeout=10)) as database:
            # A database that answers, and a feed that cannot read the list that changed.
            database.execute("ALTER TABLE document RENAME TO away")
            database.execute("UPDATE listversion SET version = version + 1 WHERE name = 'AllNotice'")
            database.commit()
            assert set(wait_for(site, lambda wrong: "feed" in wrong, FEED_SECONDS)) == {"feed"}
            database.execute("ALTER TABLE away RENAME TO document")
            database.commit()
        assert_well(site)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a disk; the unit tests patch the free space")
def test_disk_that_is_full_or_read_only(tmp_path: Path):
    with small_disk(tmp_path / "data", "40m"), serving(tmp_path, STARBOND_MAX_UPLOAD_MB="5") as site:
        assert_well(site, 30)
        filling = site.data / "filling"
        filling.write_bytes(bytes(30 * MEBIBYTE))
        assert_wrong(site, "disk")
        with pytest.raises(OSError, match="No space left"):
            fill(filling)
        assert_wrong(site, "disk", "storage")
        filling.unlink()
        assert_well(site)
        objects = str(site.data / "objects")
        subprocess.run(["mount", "--bind", objects, objects], check=True)
        try:
            subprocess.run(["mount", "-o", "remount,bind,ro", objects], check=True)
            assert_wrong(site, "storage")
        finally:
            subprocess.run(["umount", objects], check=True)
        assert_well(site)


@pytest.fixture
def bucket(tmp_path: Path) -> Iterator[tuple[str, int]]:
    """Return the address of a bucket and the process of its server; the variables of boto3 are set to it."""
    port = servers.free_port()
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    variables = {
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}",
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    with servers.running(command, servers.listens(port), tmp_path / "moto.log") as process, environment(**variables):
        boto3.client("s3").create_bucket(Bucket="documents")
        yield "s3://documents/site", process.pid


def test_services_that_are_frozen_or_gone(postgresql: str, redis: str, bucket: tuple[str, int], tmp_path: Path):
    """PostgreSQL, S3 and Redis fail one after the other: both workers answer in time, and name what fails."""
    address, storage = bucket
    settings = {"STARBOND_DATABASE_URL": postgresql, "STARBOND_STORAGE": address, "REFLEX_REDIS_URL": redis}
    port = servers.free_pair()
    with serving(tmp_path, GRANIAN_WORKERS="2", STARBOND_METRICS_PORT=str(port), **settings) as site:
        assert_well(site, 60)
        for further in (port, port + 1):
            until(servers.listens(further), f"no worker serves metrics on port {further}")
        assert_metrics(site, port)
        with frozen(server_of(postgresql)):
            assert_wrong(site, "database")
        assert_well(site)
        for process, part in ((storage, "storage"), (process_of(redis), "redis")):
            with stopped(process):
                assert_wrong(site, part)
            assert_well(site)
        os.kill(storage, signal.SIGTERM)
        assert_wrong(site, "storage")


def until(holds: Callable[[], bool], message: str) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline, message
        threading.Event().wait(0.1)


def assert_metrics(site: Server, first_port: int) -> None:
    """Both workers have metrics of their own; together they count every visitor and every request."""

    def total(name: str) -> float:
        found = 0.0
        for port in (first_port, first_port + 1):
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
                lines = answer.read().decode().splitlines()
            assert 'starbond_part_up{part="database"} 1.0' in lines
            found += sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(name))
        return found

    pages = 'starbond_request_seconds_count{route="page",status="2xx"}'
    before = total(pages)
    for _ in range(20):
        urllib.request.urlopen(f"{site.url}/AllNotice", timeout=10).close()  # noqa: S310
    assert total(pages) == before + 20

    async def visit() -> float:
        visitors = SocketClients(site.port, version("reflex"))
        await visitors.connect(10)
        try:
            return await asyncio.to_thread(total, "starbond_visitors ")
        finally:
            await visitors.close()

    assert asyncio.run(visit()) == 10


def process_of(redis: str) -> int:
    """Return the process id of a Redis server."""
    with Redis.from_url(redis) as client:
        return cast("dict[str, int]", client.info("server"))["process_id"]
