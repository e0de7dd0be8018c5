"""``python -m starbond_site.documents.inspection CONTAINER PATH`` prints ``{"found": ..., "values": ...}``."""

import json
import sys
from pathlib import Path

from starbond_site.documents.inspection import Finding, Values
from starbond_site.documents.inspection.nesting import Budget, Inspection
from starbond_site.shared import processes

SECONDS, BYTES_PER_SECOND = 40, 16 * 1024 * 1024
"""Of processor for any file, and what takes one more."""


def main(container: str, path: str) -> tuple[str, Values]:
    file = Path(path)
    processes.limit(SECONDS + file.stat().st_size // BYTES_PER_SECOND)
    return inspect(file, container)


def inspect(file: Path, container: str) -> tuple[str, Values]:
    """Return the id of the type of a file, or the code of the refusal with its values."""
    try:
        with file.open("rb") as content:
            return Inspection(Budget(file.stat().st_size)).inspect(content, container), {}
    except Finding as finding:
        return finding.code, finding.values
    except (MemoryError, RecursionError):
        return "not_checked", {}


if __name__ == "__main__":
    print(json.dumps(dict(zip(("found", "values"), main(*sys.argv[1:]), strict=True))))
