"""``python -m starbond_site.documents.look_process STAGE KIND`` looks at the file that is its standard input (`look`).

It prints a line for each of `STAGES`, from STAGE on: its name and JSON, or what else is known where a parser failed.
From ``content`` on, the properties of a PDF come last.
KIND is the container that the first bytes show, and for the stage ``content`` the id of a type.
"""

import base64
import json
import os
import sys
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

from starbond_site.documents.extraction import KINDS
from starbond_site.documents.inspection.nesting import inspect_file
from starbond_site.shared import processes

STAGES = ("type", "properties", "sample", "content", "picture")
FILE = Path("/dev/stdin")
"""Open, so that the file may get another place meanwhile."""


def seconds(stage: str, size: int) -> int:
    """Return the seconds of processor for a stage of a file of some bytes; a sample has what its properties left."""
    more = {"type": 40 + size // (16 * 1024**2), "properties": 20, "content": 60 + size // (8 * 1024**2), "picture": 20}
    return more.get(stage, 0)


def main(first: str, kind: str) -> None:
    """Limit what this process may use, and report."""
    size = FILE.stat().st_size
    # The properties of a document that is read come last: nothing in them may cost its text.
    stages = ("content", "picture", "properties") if first == "content" else STAGES[STAGES.index(first) :]
    processes.limit(seconds(first, size), sum(seconds(stage, size) for stage in stages))
    for stage in stages:
        if stage != first and (more := seconds(stage, size)):
            processes.allow(more)
        if stage in ("properties", "content"):
            os.nice(10 - os.nice(0))
        try:
            said = report(stage, kind, FILE)
            kind = said[0] if stage == "type" else kind
            words = json.dumps(said, ensure_ascii=False)
        except Exception as problem:
            words = repr(problem)
        sys.stdout.buffer.write(f"{stage} {words}\n".encode(errors="ignore"))
        sys.stdout.buffer.flush()
        if (stage == "properties" and kind not in KINDS) or (stage == "content" and kind != "pdf"):
            break


def report(stage: str, kind: str, file: Path) -> Any:  # noqa: ANN401  JSON
    """Return what a stage says: what the function of its name returns for a file of some kind."""
    if stage == "type":
        return inspect_file(file, kind)
    # Only the parser that is needed: importing all takes longer than reading most documents.
    room = "preflight" if stage in ("properties", "sample") else "extraction"
    parser = {"pdf": "pdf", "jpeg": "pictures", "png": "pictures"}.get(kind, "office")
    found = getattr(import_module(f"starbond_site.documents.{room}.{parser}"), stage)(file, kind)
    return base64.b64encode(found).decode() if stage == "picture" else asdict(found) if stage == "content" else found


if __name__ == "__main__":
    main(*sys.argv[1:])
