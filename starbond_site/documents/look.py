"""One look at a file of a stranger, in a process of its own: its type, what it says of itself, its text and first page.

A hostile file can make parsers crash, loop or use much memory: the process (`look_process`) has limits, and nothing of
the server's settings. It reports in stages, so that a publication waits for the type alone, a preflight check for the
sample too, and the text is there soon after the document is public. What it says is not believed: it read that file.
"""

import json
import os
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import IO, Any

from starbond_site.documents.extraction import ExtractedContent, NotReadError, found_in
from starbond_site.documents.inspection import VALUES, Values
from starbond_site.documents.look_process import STAGES, seconds
from starbond_site.shared import logs

PATIENCE = 600
"""Seconds until a process that is busy no longer than it may be has to say type and sample: others may use the machine.
"""
REMARK_SECONDS = 40
"""From the type to the sample."""
SCAN_SECONDS = 4.0
"""From the beginning to the warning of a scan: the page asks for its attempt after five."""
_EXTRA_SECONDS = 60
"""Beside those of processor, for a text: to start the process, and since it runs with a low priority."""
_MAX_LINE = 64 * 1024 * 1024
"""Bytes, more than the limits of texts and picture allow."""
_ARRIVING = threading.BoundedSemaphore(4)
"""Files that are looked at together up to the sample: each process may use a gigabyte of memory."""
_READ_EARLY = threading.BoundedSemaphore(2)
"""Files whose text is read before they are public; that of others is read afterwards."""
MAX_FILES, MAX_TEXTS = 1000, 16
"""Files of which it is remembered that they are sound, and those of them whose text is kept."""
MAX_EARLY = 1_000_000
"""Characters of a text that is kept until its document is public; a longer one is read again then."""
_ROOT = Path(__file__).parents[2]
"""Working directory; the package is found there."""
_log = logs.get_logger(__name__)


def longest(size: int) -> int:
    """Return the seconds after which a process that reads the text of ``size`` bytes is ended."""
    return seconds("content", size) + _EXTRA_SECONDS


def command(stage: str, kind: str) -> list[str]:
    return [sys.executable, "-m", "starbond_site.documents.look_process", stage, kind]


class Look:
    """One look at one file, which goes on beside other work; any thread may wait for a stage, or end it."""

    def __init__(self, path: Path, sha256: str = "") -> None:
        self._path = path
        self.sha256 = sha256
        self.began = time.monotonic()
        self._said: dict[str, str] = {}
        self._changed = threading.Condition()
        self._process: subprocess.Popen[bytes] | None = None
        self._timer = threading.Timer(0, str)
        self._is_begun = self._is_over = self._is_taken = False

    def type(self, container: str) -> tuple[str, Values]:
        """Return the id of the type of the file, or the code of its refusal with the values of a sentence; blocks."""
        if not self._is_begun:
            self._begin("type", container)
        said = self.said("type", PATIENCE)
        try:
            found, values = said
            return str(found), {name: values[name] for name in VALUES if name in values}
        except (ValueError, TypeError):
            status = self._process.returncode if self._process else None
        self.end()
        # A SIGKILL is of an operator, or where memory ran out.
        code = "machine_busy" if status in (None, -9) else "not_checked"
        _log.warning("file_not_inspected", code=code, status=status, cause=self._words("type"))
        return code, {}

    def said(self, stage: str, patience: float | None = None) -> Any:  # noqa: ANN401  JSON
        """Return what was said at a stage; None for nothing within some seconds, or until the end; blocks."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_over or stage in self._said, patience)
        try:
            return json.loads(self._said.get(stage, ""))
        except ValueError:
            return None

    def take(self) -> bool:
        """Return whether the text of the file is being read, or was, and nobody else takes it."""
        with self._changed:
            is_free = not self._is_taken and (not self._is_over or "content" in self._said)
            self._is_taken = True
            return is_free

    def read(self, kind: str, first: str = "content") -> None:
        """Begin with the text, or an earlier stage: the document is public.

        Raises:
            OSError: there is no such file.
        """
        self._is_taken = True
        self._begin(first, kind)

    def content(self) -> ExtractedContent:
        """Return text and first page of the file, which are forgotten, when its properties are known too; blocks.

        Raises:
            NotReadError: it is damaged, too large for the limits, or made the parser crash.
        """
        said, picture, _ = map(self.said, ("content", "picture", "properties"))
        cause = self._words("content") or f"the reader ended with status {self._process and self._process.returncode}"
        self.end()
        if said is None:
            raise NotReadError(cause)
        return found_in(said, picture)

    def end(self) -> None:
        """End the process, and forget the text."""
        with self._changed:
            self._is_over = self._is_taken = True
            if self._process:
                self._process.kill()
            for stage in ("content", "picture"):
                self._said.pop(stage, None)
            self._changed.notify_all()

    def _words(self, stage: str) -> str:
        return self._said.get(stage, "")[:500].strip()

    def _begin(self, stage: str, kind: str) -> None:
        self._is_begun, slots = True, ExitStack()
        file = slots.enter_context(self._path.open("rb"))
        self._text_seconds = longest(self._path.stat().st_size)
        if stage == "type":
            slots.enter_context(_ARRIVING)
        given = command(stage, kind), file, PATIENCE if stage == "type" else self._text_seconds, slots
        # In a thread of its own, since the process ends with the thread that starts it (`processes.limit`).
        threading.Thread(target=self._follow, args=given, daemon=True).start()

    def _follow(self, given: list[str], file: IO[bytes], patience: float, slots: ExitStack) -> None:
        """Keep what a process says, stage by stage, until its end."""
        environment = {"PATH": os.environ.get("PATH", ""), "PYTHONPATH": str(_ROOT)}
        try:
            with slots:
                with self._changed:
                    if self._is_over:
                        return
                    self._process = process = subprocess.Popen(
                        given, cwd=_ROOT, env=environment, stdin=file, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
                    )
                self._end_after(patience)
                with process:
                    for line in iter(partial(process.stdout.readline, _MAX_LINE), b""):  # pyright: ignore[reportOptionalMemberAccess]
                        if not self._keep(line, slots):
                            process.kill()
                self._timer.cancel()
        except OSError as error:
            _log.warning("machine_busy", cause=str(error))
        finally:
            with self._changed:
                self._is_over = True
                self._changed.notify_all()

    def _end_after(self, patience: float) -> None:
        self._timer.cancel()
        self._timer = threading.Timer(patience, self._process.kill if self._process else str)
        self._timer.daemon = True
        self._timer.start()

    def _keep(self, line: bytes, slots: ExitStack) -> bool:
        """Keep what was said at a stage; return whether the process may go on."""
        stage, _, words = line.decode(errors="replace").partition(" ")
        with self._changed:
            is_kept = stage != "content" or self._is_taken or len(words) <= MAX_EARLY
            may_go_on = stage in STAGES and stage not in self._said and is_kept
            self._is_taken |= not is_kept
            if may_go_on and not self._is_over:
                self._said[stage] = words
            if stage == "sample" and may_go_on:
                slots.close()
                self._end_after(self._text_seconds)
                may_go_on = _READ_EARLY.acquire(blocking=False)
                if may_go_on:
                    slots.push(_READ_EARLY)
                else:
                    self._is_taken = True
            self._changed.notify_all()
        return may_go_on


class Looks:
    """Looks at sound files that arrived here: what is known of a file when it comes again, and when it is public.

    What is known is of this process, and so of the rules that it began with.
    """

    def __init__(self) -> None:
        self._of_files: dict[tuple[int, int, int], Look] = {}
        self._of_bytes: dict[str, Look] = {}

    def at(self, state: tuple[int, int, int]) -> Look | None:
        """Return the look at a file, which has not changed since."""
        return self._of_files.get(state)

    def add(self, look: Look, state: tuple[int, int, int] | None) -> None:
        """Keep a look; without a state of the file only for what follows its publication."""
        if state:
            if len(self._of_files) >= MAX_FILES:
                self._of_files.clear()
            self._of_files[state] = look
        self._of_bytes.pop(look.sha256, None)
        self._of_bytes[look.sha256] = look
        for older in list(self._of_bytes)[::-1][MAX_TEXTS:]:
            if given_up := self._of_bytes.pop(older, None):
                given_up.end()

    def is_scan(self, sha256: str) -> bool:
        """Return whether a file that was published is known to be a scan; blocks, for `SCAN_SECONDS` at most."""
        look = self._of_bytes.get(sha256)
        said = look.said("sample", max(0.0, look.began + SCAN_SECONDS - time.monotonic())) if look else None
        return isinstance(said, dict) and said.get("is_scan") is True

    def take(self, sha256: str) -> Look | None:
        """Return the look that reads the text of a file, once; None where none does."""
        look = self._of_bytes.get(sha256)
        return look if look and look.take() else None
