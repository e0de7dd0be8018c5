"""Handing updates to Nchan: the newest, once, again after it was down, and never in the way of anything else."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pytest

from starbond_site.documents import fanout as module
from starbond_site.documents.fanout import Fanout, Message

pytestmark = pytest.mark.anyio
ADDRESS = "http://nchan.test/publish"


class Channel:
    """Stands in for a channel of Nchan."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []
        self.is_down = False
        self.requests = 0

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        """Answer as the shipped configuration does."""
        self.requests += 1
        if self.is_down:
            message = "nobody listens"
            raise httpx2.ConnectError(message)
        if request.method == "POST":
            self.messages.append(json.loads(request.content))
            return httpx2.Response(202)
        return httpx2.Response(200, json=self.messages[-1]) if self.messages else httpx2.Response(304)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHECK_SECONDS", 0.02)
    monkeypatch.setattr(module, "OTHERS_WAIT_SECONDS", (0.02, 0.03))


def message(version: int) -> Message:
    return Message({"AllNotice": version, "nodes": 2}, {"AllNotice": {"version": version}})


@asynccontextmanager
async def running(answer: Callable[[httpx2.Request], httpx2.Response], count: int = 2) -> AsyncIterator[list[Fanout]]:
    workers = [Fanout(ADDRESS, httpx2.MockTransport(answer)) for _ in range(count)]
    tasks = [asyncio.create_task(worker.run()) for worker in workers]
    yield workers
    for task in tasks:
        assert not task.done(), task
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110  the workers run in this loop
            await asyncio.sleep(0.005)


async def checked(channel: Channel) -> None:
    enough = channel.requests + 6
    await until(lambda: channel.requests >= enough)


def versions(channel: Channel) -> list[int]:
    return [(given["versions"] | given["updates"]["AllNotice"])["version"] for given in channel.messages]


async def test_newest_is_published_when_nchan_is_back(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    channel = Channel()
    channel.is_down = True
    async with running(channel) as (own, _):
        for version in (1, 2, 3):
            own.offer(message(version), is_own=True)
        await checked(channel)
        channel.is_down = False
        await until(lambda: channel.messages)
        await checked(channel)
    assert versions(channel) == [3]
    said = [record.msg["event"] for record in caplog.records if isinstance(record.msg, dict)]
    assert said == ["fanout_lost", "fanout_back"]


async def test_newest_is_published_again_after_nchan_has_lost_its_memory() -> None:
    channel = Channel()
    async with running(channel) as (own, _):
        own.offer(message(2), is_own=True)
        await until(lambda: channel.messages)
        channel.messages.clear()
        await until(lambda: channel.messages)
        await checked(channel)
    assert versions(channel) == [2]


async def test_refusal_is_retried() -> None:
    answers = [httpx2.Response(503), httpx2.Response(201)]
    given: list[str] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        given.append(request.method)
        return httpx2.Response(200, text="not JSON") if request.method == "GET" else answers.pop(0)

    async with running(answer, 1) as (worker,):
        worker.offer(message(1), is_own=True)
        await until(lambda: not answers)
    assert given[:3] == ["POST", "GET", "POST"]


async def test_data_of_an_event_is_one_line() -> None:
    given = Message({"AllNotice": 1}, {"AllNotice": {"name": "two\nlines \u2028 বাংলা"}})
    assert b"\n" not in given.encoded()
    assert "বাংলা".encode() in given.encoded()


async def test_change_that_every_worker_sees_is_published_once() -> None:
    channel = Channel()
    async with running(channel) as (own, other):
        other.offer(message(1), is_own=False)
        own.offer(message(1), is_own=True)
        await until(lambda: channel.messages)
        await checked(channel)
    assert channel.messages == [{"versions": {"nodes": 2}, "updates": {"AllNotice": {"version": 1}}}]
