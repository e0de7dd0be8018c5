"""``python -m starbond_site.documents.inspection CONTAINER PATH`` prints ``{"found": ..., "values": ...}``."""

import json
import resource
import sys
from pathlib import Path

from starbond_site.documents.inspection import Code, Finding, Values, seconds
from starbond_site.documents.inspection.nesting import Budget, Inspection

MEMORY = 1024 * 1024 * 1024
"""Bytes of address space: more than any harmless file of the accepted size needs."""


def main(container: str, path: str) -> tuple[str, Values]:
    """Limit what this process may use, and inspect a file."""
    file = Path(path)
    size = file.stat().st_size
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds(size), seconds(size)))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return inspect(file, container)


def inspect(file: Path, container: str) -> tuple[str, Values]:
    """Return the id of the type of a file, or the code of the refusal with its values."""
    try:
        with file.open("rb") as content:
            return Inspection(Budget(file.stat().st_size)).inspect(content, container), {}
    except Finding as finding:
        return finding.code, finding.values
    except (MemoryError, RecursionError):
        return Code.NOT_CHECKED, {}


if __name__ == "__main__":
    print(json.dumps(dict(zip(("found", "values"), main(*sys.argv[1:]), strict=True))))
