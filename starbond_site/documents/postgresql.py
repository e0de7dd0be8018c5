"""Connections to PostgreSQL that never wait without a limit: a person is told within 10 s that the database is away.

A publication that meets a dead server waits at most `ANSWER_SECONDS` for the answer and `CONNECT_SECONDS` for another
connection. Options in ``STARBOND_DATABASE_URL`` take precedence over those here.
"""

import time
from typing import Any

import psycopg
from psycopg.abc import RV, PQGen
from sqlalchemy import URL, Dialect

CONNECT_SECONDS = 2
"""The shortest that libpq allows; per address of the host name."""
ANSWER_SECONDS = 4.0
"""Kept by the client: the kernel of a frozen server acknowledges every packet, so that neither TCP nor the server's own
``statement_timeout`` ends the wait."""
STATEMENT_MS = 3500
"""Kept by the server, a little shorter than the client's limit: a slow statement ends and its connection lives on."""
LOCK_MS = 3000
"""The lock of a list is held for one short transaction."""
IDLE_IN_TRANSACTION_MS = 15_000
"""Frees the locks of a worker that was frozen within a transaction."""
OPTIONS: dict[str, Any] = {
    "connect_timeout": CONNECT_SECONDS,
    # A server or firewall that vanished without a word is noticed after 10 + 3 * 3 s while nothing is sent,
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    # and after 8 s (in ms) while something is.
    "tcp_user_timeout": 8000,
    "options": (
        f"-c statement_timeout={STATEMENT_MS} -c lock_timeout={LOCK_MS} "
        f"-c idle_in_transaction_session_timeout={IDLE_IN_TRANSACTION_MS}"
    ),
}


class BoundedConnection(psycopg.Connection[Any]):
    """Gives up a server that does not answer; the connection is closed then, since its state is unknown."""

    answer_seconds: float | None = ANSWER_SECONDS
    """None waits for ever, as migrations of large tables need."""

    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        """Wait for an answer of the server.

        Raises:
            psycopg.OperationalError: it did not come in time.
        """
        limit = self.answer_seconds if timeout is None else timeout
        started = time.monotonic()
        try:
            return super().wait(gen, interval, limit)
        except psycopg.OperationalError as error:
            if timeout is not None or limit is None or time.monotonic() - started < limit:
                raise
            self.close()
            raise psycopg.OperationalError(f"the server did not answer within {limit:g} s") from error


def connect(_dialect: Dialect, _record: object, cargs: list[Any], cparams: dict[str, Any]) -> BoundedConnection:
    """Connect as an engine would, but never wait without a limit."""
    return BoundedConnection.connect(*cargs, **cparams)


def connect_options(url: URL) -> dict[str, Any]:
    return {name: value for name, value in OPTIONS.items() if name not in url.query}
