"""``python -m starbond_site.documents.inspection CONTAINER PATH`` prints ``{"found": ...}``."""

import importlib
import json
import resource
import sys
from pathlib import Path

from starbond_site.documents.inspection import DAMAGED, Finding

MEMORY = 1024 * 1024 * 1024
"""Bytes of address space: more than any harmless file of the accepted size needs."""
SECONDS = 40
_MODULES = {"pdf": "pdf", "zip": "zip_files", "compound": "compound_files", "jpeg": "images", "png": "images"}


def main(container: str, path: str) -> str:
    """Return the id of the type of a file, or the code of the refusal."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Only the parser that is needed: importing all takes longer than most inspections.
    module = importlib.import_module(f"starbond_site.documents.inspection.{_MODULES[container]}")
    try:
        return module.inspect(Path(path), container)
    except Finding as finding:
        return finding.code
    except (MemoryError, RecursionError):
        return DAMAGED


if __name__ == "__main__":
    print(json.dumps({"found": main(*sys.argv[1:])}))
