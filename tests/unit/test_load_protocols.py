"""What the clients of the load tests read and answer."""

import json

from tests.load.protocols import NAMESPACE, EventSource, Step, WebSocket

EVENTS = EventSource(80, 1.0)
SOCKET = WebSocket(80, 1.0, "0.0")
EVENT_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
SOCKET_HEAD = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"


def frame(text: str) -> bytes:
    """Return a frame as a server sends it."""
    data = text.encode()
    length = bytes([len(data)]) if len(data) < 126 else b"\x7e" + len(data).to_bytes(2, "big")
    return b"\x81" + length + data


def unmasked(data: bytes) -> list[str]:
    """Return the texts of frames as a client sends them, with a mask of zeros."""
    texts = []
    while data:
        assert data[0] == 0x81
        assert data[1] & 128
        length, start = data[1] & 127, 2
        if length == 126:
            length, start = int.from_bytes(data[2:4], "big"), 4
        assert data[start : start + 4] == bytes(4)
        texts.append(data[start + 4 : start + 4 + length].decode())
        data = data[start + 4 + length :]
    return texts


def read_in_pieces(protocol: EventSource | WebSocket, data: bytes, size: int) -> Step:
    """Read data as it may arrive, and return all that followed."""
    total = Step(b"")
    for at in range(0, len(data), size):
        step = protocol.read(total.rest + data[at : at + size], is_connected=total.is_connected)
        total.rest, total.answer = step.rest, total.answer + step.answer
        total.messages += step.messages
        total.is_connected |= step.is_connected
        total.is_refused |= step.is_refused
    return total


def test_events_are_read_however_they_arrive() -> None:
    for size in [1, 7, 1000]:
        step = read_in_pieces(EVENTS, EVENT_HEAD + b": hi\n\nid: 1:0\ndata: {}\n\nid: 2", size)
        assert step.is_connected, size
        assert step.messages[-1] == b"id: 1:0\ndata: {}", size
        assert step.rest == b"id: 2", size


def test_websocket_joins_answers_pings_and_reads_events() -> None:
    for size in [1, 7, 1000]:
        event = f"42{NAMESPACE}," + json.dumps(["event", "x" * 300])
        frames = [frame('0{"sid":"1"}'), frame(f'40{NAMESPACE},{{"sid":"2"}}'), frame("2"), frame(event)]
        step = read_in_pieces(SOCKET, SOCKET_HEAD + b"".join(frames), size)
        assert step.is_connected, size
        assert step.messages == [event.encode()], size
        join, pong = unmasked(step.answer)
        assert join.startswith(f'40{NAMESPACE},{{"event"'), size
        assert pong == "3", size


def test_refusal_is_told() -> None:
    for protocol in [EVENTS, SOCKET]:
        assert read_in_pieces(protocol, b"HTTP/1.1 503 Service Unavailable\r\n\r\n", 1000).is_refused, protocol


def test_browser_says_which_event_was_the_last() -> None:
    assert b"\r\nLast-Event-ID: 7:0\r\n" in EventSource(80, 1.0, last_event="7:0").request()
    assert b"Last-Event-ID" not in EVENTS.request()
