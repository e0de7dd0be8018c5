"""Finds out during a publication whether a PDF is a scan, so that its uploader is told at once.

PDFium looks at a few pages in a process of its own, beside the other checks of the publication and with a low priority.
No publication waits for it: the answer to the uploader waits, for a short time, and any failure means "not a scan".
"""

import json
import subprocess
import threading
import time
from pathlib import Path
from typing import Self

from starbond_site.documents import child_process
from starbond_site.shared import logs

SECONDS = 4.0
"""From the start to the result: the page asks for its attempt after five."""
_COMMAND = child_process.command("extraction", "scan")
_MAGIC = b"%PDF-"
_MAX_OUTPUT = 1024
_CONCURRENT = threading.BoundedSemaphore(2)
"""Checks that may run together; further publications go without."""
_log = logs.get_logger(__name__)


class ScanCheck:
    """One check of one file; a context manager, which ends the process."""

    def __init__(self, path: Path) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._until = time.monotonic() + SECONDS
        try:
            self._start(path)
        except OSError as error:
            _log.warning("scan_not_checked", cause=str(error))

    def result(self) -> bool:
        """Return whether the file is known to be a scan; blocks until `SECONDS` after the start at most."""
        if self._process is None:
            return False
        seconds = max(0.0, self._until - time.monotonic())
        output = child_process.output(self._process, seconds=seconds, size=_MAX_OUTPUT)
        try:
            return json.loads(output)["is_scan"] is True
        except (ValueError, KeyError, TypeError) as error:
            _log.info("scan_not_checked", cause=type(error).__name__)
            return False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_problem: object) -> None:
        if self._process:
            # Also waits for it and closes the pipe.
            with self._process:
                self._process.kill()
            self._process = None
            _CONCURRENT.release()

    def _start(self, path: Path) -> None:
        with path.open("rb") as file:
            if file.read(len(_MAGIC)) != _MAGIC or not _CONCURRENT.acquire(blocking=False):
                return
            file.seek(0)
            try:
                self._process = child_process.start(_COMMAND, stdin=file)
            finally:
                if self._process is None:
                    _CONCURRENT.release()
