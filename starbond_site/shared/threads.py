"""Thread pools for blocking work, one for each kind, so that a storage that hangs under uploads never blocks the rest.

Writing and compressing pages uses the pool of the event loop (``asyncio.to_thread``) and shares it with none of these.
A thread waits for the database with a limit (`documents.database`); for the storage it may wait for long.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


class Pool:
    """Threads of one kind of work; they are started when they are needed."""

    def __init__(self, name: str, threads: int) -> None:
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix=name)

    def run(
        self, work: Callable[Parameters, Result], *given: Parameters.args, **named: Parameters.kwargs
    ) -> asyncio.Future[Result]:
        """Run blocking work in one of the threads; the future belongs to the running event loop."""
        return asyncio.get_running_loop().run_in_executor(self._executor, partial(work, *given, **named))


UPLOADS = Pool("upload", 16)
"""Files that arrive, are checked and are stored."""
PREFLIGHT = Pool("preflight", 2)
"""Preflight checks: they keep no upload waiting, which has the other places of `documents.file_types`."""
ATTEMPTS = Pool("attempt", 4)
"""Short transactions beside an upload: results of attempts, entries of the audit."""
LIMITS = Pool("limit", 4)
"""Rate limits, which may ask Redis, and rights; these wait for the database only where people sign in."""
READS = Pool("read", 16)
"""Records of downloads and older pages: whatever else a reader needs from the database."""
DOWNLOADS = Pool("download", 16)
"""Pieces of files that a bucket has."""
SEARCHES = Pool("search", 2)
"""They need the processor more than the database: the event loop competes with few threads."""
TABLES = Pool("table", 2)
"""Lists as CSV, which may be long; few at a time."""
FORMS = Pool("form", 8)
"""Contact messages and newsletter subscriptions."""
EVIDENCE = Pool("evidence", 2)
"""Evidence packs, which copy whole documents; few at a time."""
