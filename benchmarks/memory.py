"""Measures the memory of a process and its descendants, from ``/proc`` (Linux)."""

import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType

PROC = Path("/proc")
INTERVAL = 0.02
"""Seconds between two samples of processes that may end at any time."""
RESET_PEAK = "5"
"""Written to ``clear_refs`` to reset the peak (proc_pid_clear_refs(5))."""


class MemoryMonitor:
    """Context manager: measures from entry to exit; see `grown` and `others`."""

    def __init__(self, pid: int) -> None:
        """Prepare to measure a process and its descendants."""
        self._pid = pid
        self._before: dict[int, int] = {}
        self._ended = threading.Event()
        self._sampler = threading.Thread(target=self._sample, daemon=True)
        self.grown = 0
        """Bytes: sum of the peaks of the processes that existed at entry, minus what they used then."""
        self.others = 0
        """Bytes: peak of the sum over processes that were started meanwhile."""

    def __enter__(self) -> "MemoryMonitor":
        """Reset the peaks and start sampling."""
        for pid in _process_tree(self._pid):
            (PROC / str(pid) / "clear_refs").write_text(RESET_PEAK)
            self._before[pid] = _status(pid, "VmRSS")
        self._sampler.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop sampling and compute `grown`."""
        self._ended.set()
        self._sampler.join()
        self.grown = sum(_status(pid, "VmHWM") - held for pid, held in self._before.items())

    def _sample(self) -> None:
        while not self._ended.wait(INTERVAL):
            started = _process_tree(self._pid) - self._before.keys()
            self.others = max(self.others, sum(_status(pid, "VmRSS") for pid in started))


def resident(pid: int) -> int:
    """Return the resident memory of a process and its descendants in bytes."""
    return sum(_status(found, "VmRSS") for found in _process_tree(pid))


def _process_tree(pid: int) -> set[int]:
    """Return a process and its descendants."""
    found = {pid}
    with suppress(OSError):
        for thread in (PROC / str(pid) / "task").iterdir():
            for child in (thread / "children").read_text().split():
                found |= _process_tree(int(child))
    return found


def _status(pid: int, name: str) -> int:
    """Return a size in bytes; 0 for a process that is gone."""
    with suppress(OSError):
        for line in (PROC / str(pid) / "status").read_text().splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1]) * 1024
    return 0
