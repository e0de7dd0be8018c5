"""The contract with Reflex's states: they know the websocket at whose other end the visitor is."""

from types import SimpleNamespace
from typing import Any

from starbond_site.reflex_adapter import connection


def test_connection_is_that_of_the_websocket() -> None:
    headers = {connection.PEER_HEADER: "127.0.0.1", "host": "localhost:3000"}
    router = SimpleNamespace(
        headers=SimpleNamespace(raw_headers=headers), session=SimpleNamespace(client_ip="10.0.0.7")
    )
    state: Any = SimpleNamespace(router=router)
    assert connection.connection_of(state) == connection.Connection("127.0.0.1", "10.0.0.7", headers)
