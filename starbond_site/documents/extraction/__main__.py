"""``python -m starbond_site.documents.extraction KIND PATH`` prints what it found, a line of JSON each: text, picture.

The text comes first and by itself, so that a first page that cannot be drawn costs the picture alone. With ``scan``
and a PDF as standard input it looks at few pages only and prints ``{"is_scan": ...}``, for `scan`.
"""

import base64
import contextlib
import json
import os
import resource
import sys
from pathlib import Path

from starbond_site.documents.extraction import seconds
from starbond_site.shared import processes

PICTURE_SECONDS = 20
"""Seconds of processor for the picture."""
SCAN_SECONDS, SCAN_MEMORY = 5, 512 * 1024 * 1024
"""Of processor, and bytes of address space."""


def main(kind: str, path: str = "") -> None:
    """Print pages and text of a document, then the picture of its first page if it has one."""
    os.nice(10)
    if kind == "scan":
        from starbond_site.documents.extraction import pdf

        processes.limit(SCAN_SECONDS, memory=SCAN_MEMORY)
        _say({"is_scan": pdf.sample(sys.stdin.buffer)[1]})
        return
    file = Path(path)
    limit = seconds(file.stat().st_size)
    processes.limit(limit, limit + PICTURE_SECONDS)
    # Only the parser that is needed: importing all takes longer than reading most documents.
    if kind == "pdf":
        from starbond_site.documents.extraction import pdf as reader
    else:
        from starbond_site.documents.extraction import office as reader
    found = reader.read(file, kind)
    _say({"pages": found.pages, "texts": found.texts, "is_scan": found.is_scan, "labels": found.labels})
    if kind == "pdf":
        from starbond_site.documents.extraction import pdf

        used = int(sum(resource.getrusage(resource.RUSAGE_SELF)[:2])) + 1
        allowed = min(used + PICTURE_SECONDS, limit + PICTURE_SECONDS)
        with contextlib.suppress(ValueError):
            resource.setrlimit(resource.RLIMIT_CPU, (allowed, limit + PICTURE_SECONDS))
        _say({"picture": base64.b64encode(pdf.first_page(file)).decode()})


def _say(found: dict[str, object]) -> None:
    sys.stdout.buffer.write(json.dumps(found, ensure_ascii=False).encode(errors="ignore") + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
