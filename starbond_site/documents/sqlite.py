"""The file of an SQLite database: opened only where it exists, and watched, since an open file can be removed.

SQLite goes on writing into a file that has no name any more. Such a commit succeeds, and is lost with the last
connection. The identity of the file (device and inode) is therefore compared whenever a connection is taken from the
pool, and again after every commit.
"""

import os
import sqlite3
import time
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Engine, event
from sqlalchemy.exc import DisconnectionError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

BUSY_SECONDS = 3
"""Longest wait for another process that writes. With the wait for another thread of this process (`database.writing`),
a person is told within 10 s."""
PAUSE_SECONDS = 0.01
GONE = "the database file is gone"
READ_ONLY = "the database file cannot be written"
REPLACED = "the database file was replaced during a transaction"
FileIdentity = tuple[int, int]


class DatabaseFile:
    """The file of one engine."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._uses_wal = False

    def attach(self, engine: Engine) -> None:
        """Let the connections of an engine open and watch the file."""
        event.listen(engine, "do_connect", self._connect)
        event.listen(engine, "connect", self._prepare)
        event.listen(engine, "checkout", self._verify)

    def create(self) -> None:
        """Create an empty file where there is none; connections never do."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))

    def identity(self) -> FileIdentity:
        """Return device and inode of the file.

        Raises:
            OperationalError: there is no such file, or this process may not write it.
        """
        try:
            found = self.path.stat()
        except OSError as error:
            raise self._error(GONE) from error
        if not os.access(self.path, os.R_OK | os.W_OK):
            raise self._error(READ_ONLY)
        return found.st_dev, found.st_ino

    def assert_same(self, before: FileIdentity) -> None:
        """Fail after a commit into a file that was removed or replaced meanwhile.

        Raises:
            OperationalError: what was committed is not in the file that the next start opens.
        """
        if self.identity() != before or (self._uses_wal and not Path(f"{self.path}-wal").exists()):
            raise self._error(REPLACED)

    def _connect(self, _dialect: object, _record: object, _cargs: object, _cparams: object) -> sqlite3.Connection:
        """Open the file without creating it."""
        address = f"file:{quote(str(self.path.absolute()))}?mode=rw"
        return sqlite3.connect(address, uri=True, check_same_thread=False, timeout=BUSY_SECONDS)

    def _prepare(self, connection: sqlite3.Connection, record: ConnectionPoolEntry) -> None:
        """Set the pragmas, which SQLite keeps per connection only, and remember which file was opened."""
        record.info["file"] = self.identity()
        # The sqlite3 module begins transactions late, and not before DDL; `database` begins them instead.
        connection.isolation_level = None
        self._uses_wal = _begin_wal(connection) == "wal"
        connection.execute("PRAGMA foreign_keys=ON")
        # In WAL mode, NORMAL could lose the last commits at a power failure.
        connection.execute("PRAGMA synchronous=FULL")

    def _verify(self, _connection: object, record: ConnectionPoolEntry, _proxy: object) -> None:
        """Replace a connection whose file is not the present one."""
        if record.info.get("file") != self.identity():
            raise DisconnectionError

    def _error(self, what: str) -> OperationalError:
        message = f"{what}: {self.path}"
        return OperationalError(None, None, sqlite3.OperationalError(message))


def _begin_wal(connection: sqlite3.Connection) -> str:
    """Ask for a write-ahead log; return the mode of the journal.

    Of several processes that change the mode of a new file together, SQLite refuses all but one at once, whatever time
    it was given to wait: its busy handler is not called where waiting could be for ever.
    """
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            (mode,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(PAUSE_SECONDS)
        else:
            return str(mode)
