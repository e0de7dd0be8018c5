"""Runs the checks of all parts, and answers in time even where one of them hangs.

Every check runs in a thread of its own, which nothing else uses: a frozen database blocks neither the other checks nor
the event loop. While a check hangs, no second one of that part is started, so that the number of threads is limited.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from starbond_site import logs
from starbond_site.health.checks import OK, Check

ANSWER_SECONDS = 2.0
"""Longest wait for the checks; a part that takes longer is unwell."""
REPORT_SECONDS = 1.0
"""A report is given again for so long: a flood of requests costs no more than one a second."""
_log = logs.get_logger(__name__)


@dataclass(frozen=True)
class Report:
    """The state of all parts."""

    parts: Mapping[str, str]
    """By name: ``ok``, or a sentence that says what is wrong."""

    @property
    def is_well(self) -> bool:
        return all(state == OK for state in self.parts.values())


class Monitor:
    """Checks the parts of its process when asked, and keeps what they said for a second."""

    def __init__(self, checks: Mapping[str, Check], clock: Callable[[], float] = time.monotonic) -> None:
        self._parts = [_Part(name, check, clock) for name, check in checks.items()]
        self._clock = clock
        self._reported_at = float("-inf")
        self._report = Report({})
        self._asking: asyncio.Task[Report] | None = None

    async def report(self) -> Report:
        """Return the state of all parts, at most `REPORT_SECONDS` old, within `ANSWER_SECONDS`."""
        if self._clock() - self._reported_at < REPORT_SECONDS:
            return self._report
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._check())
        # One request that is cancelled must not cancel the check of the others.
        return await asyncio.shield(self._asking)

    def states_from_thread(self, loop: asyncio.AbstractEventLoop) -> list[tuple[str, bool]]:
        """Return name and state of every part to a thread; nothing where the event loop does not answer."""
        asked = asyncio.run_coroutine_threadsafe(self.report(), loop)
        try:
            report = asked.result(ANSWER_SECONDS + 1)
        except TimeoutError:
            asked.cancel()
            return []
        return [(part, state == OK) for part, state in report.parts.items()]

    async def _check(self) -> Report:
        loop = asyncio.get_running_loop()
        await asyncio.wait([part.start(loop) for part in self._parts], timeout=ANSWER_SECONDS)
        self._report = Report({part.name: part.state() for part in self._parts})
        self._reported_at = self._clock()
        return self._report


class _Part:
    """One part: its check, and what it said last."""

    def __init__(self, name: str, check: Check, clock: Callable[[], float]) -> None:
        self.name = name
        self._check = check
        self._clock = clock
        self._began_at = 0.0
        self._done: asyncio.Future[str] | None = None

    def start(self, loop: asyncio.AbstractEventLoop) -> "asyncio.Future[str]":
        """Start the check, unless it still runs, and return what it will say."""
        if self._done is None or self._done.done():
            done = self._done = loop.create_future()
            self._began_at = self._clock()
            # Not a pool: its threads are waited for at exit, and this one may hang.
            threading.Thread(target=self._run, args=(loop, done), name=f"health-{self.name}", daemon=True).start()
        return self._done

    def state(self) -> str:
        """Return what the check said, or that it has said nothing yet; log a problem."""
        if self._done is None or not self._done.done():
            seconds = round(self._clock() - self._began_at)
            state = f"The check of this part has not answered for {seconds} seconds."
        else:
            state = self._done.result()
        if state != OK:
            _log.error(f"{self.name}_failed", problem=state)
        return state

    def _run(self, loop: asyncio.AbstractEventLoop, done: "asyncio.Future[str]") -> None:
        try:
            state = self._check()
        except Exception:
            _log.exception("health_check_failed", part=self.name)
            state = "The check of this part failed; the log says why."
        if not loop.is_closed():
            loop.call_soon_threadsafe(done.set_result, state)
