"""Runs the reader of documents in a process of its own, with limits on time, memory and output."""

import base64
import json
from dataclasses import replace
from pathlib import Path

from starbond_site.documents import child_process
from starbond_site.documents.extraction import MAX_LABEL, MAX_PICTURE_BYTES, Found, NotReadError, seconds

_EXTRA_SECONDS = 60
"""Time to start the process and to wait for a processor: it runs with a low priority."""
_MAX_OUTPUT = 64 * 1024 * 1024
"""Bytes of JSON, more than the limits of texts and picture allow."""


def longest(size: int) -> int:
    """Return the seconds after which a process that reads ``size`` bytes is ended."""
    return seconds(size) + _EXTRA_SECONDS


class Process:
    """One process that reads one document; another thread may end it."""

    def __init__(self, kind: str, path: Path) -> None:
        self._limit = longest(path.stat().st_size)
        self._process = child_process.start(child_process.command("extraction", kind, str(path.absolute())))

    def result(self) -> Found:
        """Return what it found; blocks.

        Raises:
            NotReadError: it ended without a result, or took too long.
        """
        output = child_process.output(self._process, seconds=self._limit, size=_MAX_OUTPUT)
        return _found(output, self._process.returncode)

    def end(self) -> None:
        """End it at once."""
        self._process.kill()


def read(kind: str, path: Path) -> Found:
    """Return what a document holds; see `Process`."""
    return Process(kind, path).result()


def _found(output: bytes, status: int) -> Found:
    lines = output.split(b"\n")
    if len(lines) < 2:
        raise NotReadError(f"the reader ended with status {status}")
    try:
        said = json.loads(lines[0])
        pages, texts = said["pages"], tuple(map(str, said["texts"]))
        labels = tuple(str(label)[:MAX_LABEL] for label in said.get("labels", ()))
        found = Found(None if pages is None else int(pages), texts, bool(said["is_scan"]), labels=labels)
    except (ValueError, KeyError, TypeError) as error:
        raise NotReadError("the reader said something else than JSON") from error
    try:
        picture = base64.b64decode(json.loads(lines[1])["picture"])
    except (ValueError, KeyError, TypeError):
        return found
    is_picture = picture[:4] == b"RIFF" and picture[8:12] == b"WEBP" and len(picture) <= MAX_PICTURE_BYTES
    return replace(found, picture=picture) if is_picture else found
