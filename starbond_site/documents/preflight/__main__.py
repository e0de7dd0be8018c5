"""``python -m starbond_site.documents.preflight KIND PATH`` prints what a file says of itself, a line of JSON each.

First its properties, then what a sample of its text shows: a text that cannot be read costs the second line alone.
"""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from starbond_site.shared import processes

SECONDS = 20
"""Of processor."""


def main(kind: str, path: str) -> None:
    """Limit what this process may use, and print both lines."""
    os.nice(10)
    processes.limit(SECONDS)
    for said in read(kind, Path(path)):
        print(json.dumps(said), flush=True)


def read(kind: str, path: Path) -> Iterator[dict[str, Any]]:
    """Yield the properties of a file, then what a sample of its text shows."""
    # Only the parser that is needed: importing all takes longer than most checks.
    if kind == "pdf":
        from starbond_site.documents.preflight import pdf as reader
    else:
        from starbond_site.documents.preflight import office as reader
    yield reader.properties(path, kind)
    yield reader.sample(path, kind)


if __name__ == "__main__":
    main(*sys.argv[1:])
