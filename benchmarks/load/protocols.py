"""What the clients say and read: Engine.IO over a websocket as Reflex's frontend does, or EventSource."""

import base64
import json
import os
import uuid
from dataclasses import dataclass, field

from benchmarks.socket_clients import HYDRATE, NAMESPACE

HEADER_END = b"\r\n\r\n"
SMALL, MEDIUM = 126, 127
"""Lengths of a websocket frame that announce two or eight bytes of length (RFC 6455, section 5.2)."""


@dataclass
class Step:
    """What follows from bytes that were read."""

    rest: bytes
    """Not complete yet."""
    messages: list[bytes] = field(default_factory=list)
    answer: bytes = b""
    """To send at once."""
    is_connected: bool = False
    is_refused: bool = False


@dataclass(frozen=True)
class Protocol:
    """How to connect to a port of this machine."""

    port: int
    pause: float
    """Seconds before connecting again after a loss; half as much random time more or less."""

    def request(self) -> bytes:
        """Return what a client sends first."""
        raise NotImplementedError

    def read(self, data: bytes, *, is_connected: bool) -> Step:
        """Return what follows from everything that was read and not used yet."""
        raise NotImplementedError


@dataclass(frozen=True)
class EventSource(Protocol):
    """``text/event-stream`` (WHATWG HTML, section 9.2)."""

    path: str = "/live"
    last_event: str = ""
    """Id of the last event, which a browser sends when it connects again."""

    def request(self) -> bytes:
        """Return the head of a request for the events."""
        head = [
            f"GET {self.path} HTTP/1.1",
            f"Host: localhost:{self.port}",
            "Accept: text/event-stream",
            *([f"Last-Event-ID: {self.last_event}"] if self.last_event else []),
        ]
        return "\r\n".join((*head, "", "")).encode()

    def read(self, data: bytes, *, is_connected: bool) -> Step:
        """Read the head of the answer, then events."""
        if not is_connected:
            head, found, data = data.partition(HEADER_END)
            if not found:
                return Step(head)
            if b" 200 " not in head.split(b"\r\n")[0]:
                return Step(b"", is_refused=True)
        *messages, rest = data.split(b"\n\n")
        return Step(rest, messages, is_connected=True)


@dataclass(frozen=True)
class WebSocket(Protocol):
    """Socket.IO 5 over Engine.IO 4 over a websocket."""

    version: str
    """Of Reflex, its subprotocol."""
    page: str = "/AllNotice"
    schema: str | None = None
    """Hash of the states that its page was built with; without one the server compares nothing."""

    def request(self) -> bytes:
        """Return the head of a handshake."""
        token = uuid.uuid4()
        head = [
            f"GET {NAMESPACE}/?EIO=4&transport=websocket&token={token} HTTP/1.1",
            f"Host: localhost:{self.port}",
            f"Origin: http://localhost:{self.port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Protocol: {self.version}",
        ]
        return "\r\n".join((*head, "", "")).encode()

    def read(self, data: bytes, *, is_connected: bool) -> Step:
        """Read the handshake, then frames; answer what Engine.IO and Socket.IO ask."""
        if data.startswith(b"HTTP/"):
            head, found, data = data.partition(HEADER_END)
            if not found:
                return Step(head)
            if b" 101 " not in head.split(b"\r\n")[0]:
                return Step(b"", is_refused=True)
        step = Step(data)
        while frame := _frame(step.rest):
            opcode, text, step.rest = frame
            if opcode == 8:
                step.is_refused = True
            elif text.startswith(b"0{"):
                step.answer += _masked(f"40{NAMESPACE},{self._first_event()}".encode())
            elif text == b"2":
                step.answer += _masked(b"3")
            elif text.startswith(f"40{NAMESPACE},".encode()):
                step.is_connected = True
            else:
                step.messages.append(text)
        return step

    def _first_event(self) -> str:
        """Return the event that Reflex's frontend sends while connecting, which loads the state."""
        router = {"pathname": self.page, "asPath": self.page, "query": {}}
        event = {"name": HYDRATE, "payload": {}, "router_data": router}
        return json.dumps({"event": event, "state_schema": self.schema})


def _frame(data: bytes) -> tuple[int, bytes, bytes] | None:
    """Return opcode and payload of the first frame, and what follows; None where it is not complete."""
    if len(data) < 2:
        return None
    length, start = data[1] & 127, 2
    if length in (SMALL, MEDIUM):
        start = 4 if length == SMALL else 10
        length = int.from_bytes(data[2:start], "big")
    if len(data) < start + length:
        return None
    return data[0] & 15, data[start : start + length], data[start + length :]


def _masked(text: bytes) -> bytes:
    """Return a text frame as clients send it, with a mask of zeros."""
    length = bytes([128 | len(text)]) if len(text) < SMALL else bytes([128 | SMALL]) + len(text).to_bytes(2, "big")
    return b"\x81" + length + bytes(4) + text
