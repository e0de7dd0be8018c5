"""A websocket whose message never ends is ended; those with as many bytes in complete messages go on."""

import asyncio
import socket
from contextlib import ExitStack
from typing import Any
from unittest.mock import AsyncMock

import pytest
from starlette.types import Message, Receive, Scope, Send

from starbond_site.web import unfinished_messages
from starbond_site.web.unfinished_messages import MAX_UNFINISHED, UnfinishedMessages


class Visitor:
    """A connection whose server has received some bytes, and what it makes of them."""

    def __init__(self, stack: ExitStack, listening: str, host: str, messages: list[str], size: int) -> None:
        family = socket.AF_INET6 if ":" in listening else socket.AF_INET
        both = listening == "::"
        listener = stack.enter_context(socket.create_server((listening, 0), family=family, dualstack_ipv6=both))
        self.client = stack.enter_context(socket.create_connection((host, listener.getsockname()[1])))
        self.server = stack.enter_context(listener.accept()[0])
        self.messages: list[Message] = [{"type": "websocket.receive", "text": text} for text in messages]
        self.all_read, self.left = asyncio.Event(), asyncio.Event()
        for _ in range(size // 1024):
            self.client.sendall(bytes(1024))
            self.server.recv(1024, socket.MSG_WAITALL)
        self.client.setblocking(False)

    async def receive(self) -> Message:
        if self.messages:
            return self.messages.pop()
        self.all_read.set()
        await self.left.wait()
        return {"type": "websocket.disconnect"}


async def site(_scope: Scope, receive: Receive, _send: Send) -> None:
    while (await receive())["type"] != "websocket.disconnect":
        pass


@pytest.mark.anyio
@pytest.mark.parametrize("at", [("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("::", "127.0.0.1")], ids=str)
async def test_only_the_message_without_end(monkeypatch: pytest.MonkeyPatch, at: tuple[str, str]) -> None:
    memory: Any = iter(range(0, 10**12, 2 * unfinished_messages.GROWTH))
    monkeypatch.setattr(unfinished_messages, "_memory", lambda: next(memory))
    monkeypatch.setattr(unfinished_messages, "SECONDS", 0)
    layer = UnfinishedMessages(site)
    with ExitStack() as stack:
        endless = Visitor(stack, *at, ["hello"], MAX_UNFINISHED + 2048)
        bangla = Visitor(stack, *at, ["বিজ্ঞপ্তি " * 100] * 200, MAX_UNFINISHED + 2048)
        idle = Visitor(stack, *at, [], MAX_UNFINISHED // 2)
        tasks = []
        for visitor in (bangla, idle, endless):
            scope = {"type": "websocket", "client": (at[1], str(visitor.client.getsockname()[1]))}
            tasks.append(asyncio.create_task(layer(scope, visitor.receive, AsyncMock())))
            await visitor.all_read.wait()
        async with asyncio.timeout(20):
            assert await asyncio.get_running_loop().sock_recv(endless.client, 1) == b""
        for visitor in (bangla, idle):
            with pytest.raises(BlockingIOError):
                visitor.client.recv(1)
        for visitor in (endless, bangla, idle):
            visitor.left.set()
        await asyncio.gather(*tasks)
        assert layer._complete == {}
