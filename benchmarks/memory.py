"""Memory of a process and everything it has started, from Linux's ``/proc``."""

import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType

PROC = Path("/proc")
INTERVAL = 0.02
"""Seconds between two looks at processes that come and go."""
RESET_PEAK = "5"
"""What ``clear_refs`` takes to begin a new peak (proc_pid_clear_refs(5))."""


class Watch:
    """Watches from entry to exit; see `grown` and `others`."""

    def __init__(self, pid: int) -> None:
        """Prepare to watch a process and its descendants."""
        self._pid = pid
        self._before: dict[int, int] = {}
        self._ended = threading.Event()
        self._looking = threading.Thread(target=self._look, daemon=True)
        self.grown = 0
        """Bytes: peaks of the processes that were there, less what they held before."""
        self.others = 0
        """Bytes: the most that processes held together which were started meanwhile."""

    def __enter__(self) -> "Watch":
        """Begin."""
        for pid in _family(self._pid):
            (PROC / str(pid) / "clear_refs").write_text(RESET_PEAK)
            self._before[pid] = _status(pid, "VmRSS")
        self._looking.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End, and sum up."""
        self._ended.set()
        self._looking.join()
        self.grown = sum(_status(pid, "VmHWM") - held for pid, held in self._before.items())

    def _look(self) -> None:
        while not self._ended.wait(INTERVAL):
            started = _family(self._pid) - self._before.keys()
            self.others = max(self.others, sum(_status(pid, "VmRSS") for pid in started))


def _family(pid: int) -> set[int]:
    """Return a process and its descendants."""
    found = {pid}
    with suppress(OSError):
        for thread in (PROC / str(pid) / "task").iterdir():
            for child in (thread / "children").read_text().split():
                found |= _family(int(child))
    return found


def _status(pid: int, name: str) -> int:
    """Return a size in bytes; 0 for a process that is gone."""
    with suppress(OSError):
        for line in (PROC / str(pid) / "status").read_text().splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1]) * 1024
    return 0
