"""``python -m starbond_site.documents.extraction.scan < FILE`` prints ``{"is_scan": ...}`` for a PDF.

It looks at few pages only, while a publication is under way; `scan_check` runs it.
"""

import json
import os
import sys

from starbond_site import processes
from starbond_site.documents.extraction import pdf

MEMORY = 512 * 1024 * 1024
"""Bytes of address space."""
SECONDS = 5
"""Of processor."""


def main() -> None:
    os.nice(10)
    processes.limit(SECONDS, memory=MEMORY)
    print(json.dumps({"is_scan": pdf.looks_scanned(sys.stdin.buffer)}))


if __name__ == "__main__":
    main()
