"""The module in the place of socket.io-client speaks its protocol, https://socket.io/docs/v4/socket-io-protocol."""

import json

import pytest

from starbond_site.reflex_adapter.build.step import JAVASCRIPT
from tests.unit import javascript

ADDRESS = "http://site.example/_event"
SCENARIO = """(() => {
  const made = [], said = [];
  globalThis.setTimeout = () => 0; // nothing waits for a server that is not there
  globalThis.WebSocket = class {
    sent = [];
    constructor(address, protocols) { Object.assign(this, { address, protocols }); made.push(this); }
    send(text) { this.sent.push(text); }
    close() { this.isClosed = true; }
  };
  const socket = functions.default("http://site.example/_event", {
    path: "/_event", protocols: ["1"], query: { token: "mine" } });
  const note = (name) => (...values) => said.push([name, ...values.map((value) => value?.message ?? value)]);
  for (const name of ["connect", "disconnect", "connect_error", "event"]) socket.on(name, note(name));
  socket.io.on("ping", note("ping"));
  socket.auth = { event: 1 };
  const step = {
    connect: () => socket.connect(),
    emit: (value) => socket.emit("event", value),
    disconnect: () => socket.disconnect(),
    receive: (text) => made.at(-1).onmessage({ data: text }),
    lose: () => made.at(-1).onclose(),
    fail: () => made.at(-1).onerror(),
    open: () => socket.io.open(note("opened")),
  };
  for (const [name, value] of given) step[name](value);
  return { said, made, connected: socket.connected };
})()"""
HANDSHAKE = "0" + json.dumps({"sid": "e", "upgrades": [], "pingInterval": 20000, "pingTimeout": 12000, "maxPayload": 9})
ENTERED = ("receive", '40/_event,{"sid":"s"}')
OPENED = (("connect", None), ("receive", HANDSHAKE))


def played(*steps: tuple[str, str | None]) -> dict[str, object]:
    """Return what the page heard and sent."""
    found = javascript.run(str(JAVASCRIPT / "socket_client.js"), SCENARIO, steps)
    return found | {"sent": [socket.get("sent") for socket in found["made"]]}


def test_a_page_enters_its_namespace_sends_what_waited_and_answers_pings() -> None:
    found = played(*OPENED, ("emit", "early"), ENTERED, ("emit", "now"), ("receive", "2"),
                   ("receive", '42/_event,["event",{"delta":1}]'), ("receive", '42/other,["event",2]'))  # fmt: skip
    assert found["sent"] == [['40/_event,{"event":1}', '42/_event,["event","early"]', '42/_event,["event","now"]', "3"]]
    assert (found["said"], found["connected"]) == ([["connect"], ["ping"], ["event", {"delta": 1}]], True)
    [socket] = found["made"]  # type: ignore[misc]
    assert (socket["address"], socket["protocols"]) == (
        "ws://site.example/_event/?token=mine&EIO=4&transport=websocket",
        ["1"],
    )


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ([*OPENED, ENTERED, ("lose", None)], [["connect"], ["disconnect", "transport close"]]),
        ([*OPENED, ENTERED, ("receive", "42/_event,0")], [["connect"], ["disconnect", "parse error"]]),
        ([*OPENED, ENTERED, ("receive", "41/_event,")], [["connect"], ["disconnect", "io server disconnect"]]),
        ([*OPENED, ENTERED, ("disconnect", None)], [["connect"], ["disconnect", "io client disconnect"]]),
        ([*OPENED, ("lose", None)], [["disconnect", "transport close"]]),
        ([*OPENED, ("receive", '44/_event,{"message":"no"}')], [["connect_error", "no"]]),
        ([("connect", None), ("fail", None)], [["connect_error", "transport error"]]),
        ([("open", None), ("lose", None)], [["opened", "transport close"]]),
        ([("open", None), ("receive", HANDSHAKE), ("disconnect", None)], [["opened"]]),
    ],
)
def test_a_lost_connection_says_why_and_is_opened_anew(steps: list[tuple[str, str | None]], said: object) -> None:
    found = played(*steps)
    assert (found["said"], found["connected"]) == (said, False)
    assert found["made"][0]["isClosed"]  # type: ignore[index]
    again = played(*steps, ("connect", None), ("receive", HANDSHAKE), ENTERED)
    assert (again["connected"], len(again["made"])) == (True, 2)  # type: ignore[arg-type]
