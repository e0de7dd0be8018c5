"""Whether this process should get requests: once it has read the lists, and until it drains."""

import asyncio
from collections.abc import Callable

from starbond_site import logs
from starbond_site.processes import DRAIN

_log = logs.get_logger(__name__)


class Readiness:
    """True while its process should get requests."""

    def __init__(self, has_started: Callable[[], bool]) -> None:
        self._has_started = has_started
        self.is_draining = False

    def __bool__(self) -> bool:
        """Return whether new visitors should come here."""
        return self._has_started() and not self.is_draining

    def drain(self) -> None:
        """Ask the proxy to send new visitors elsewhere; those who are here stay until the process ends."""
        if not self.is_draining:
            self.is_draining = True
            _log.info("draining")

    def drain_on_signal(self) -> None:
        """Drain at `DRAIN`; call it in the event loop of the server."""
        asyncio.get_running_loop().add_signal_handler(DRAIN, self.drain)
