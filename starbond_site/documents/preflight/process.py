"""Reads the properties of a file in a process of its own, with limits and without secrets."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from starbond_site import logs
from starbond_site.documents import child_process
from starbond_site.documents.preflight import MAX_TEXT, Properties

SECONDS = 40
"""Time to start the process, to wait for a processor and to read."""
_MAX_OUTPUT = 64 * 1024
_log = logs.get_logger(__name__)


def read(kind: str, path: Path) -> Properties | None:
    """Return what a file says of itself; None where it cannot be read within the limits. Blocks."""
    process = child_process.start(child_process.command("preflight", kind, str(path.absolute())))
    output = child_process.output(process, seconds=SECONDS, size=_MAX_OUTPUT)
    found: dict[str, Any] = {}
    lines = output.splitlines()
    with suppress(ValueError, TypeError):
        for line in lines:
            found |= json.loads(line)
    if not lines or process.returncode:
        _log.info("file_not_looked_at", kind=kind, status=process.returncode)
    return _properties(found) if lines else None


def _properties(found: dict[str, Any]) -> Properties:
    """Return what a process said, as far as it has the right types: it read an untrusted file."""
    said, authors = found.get("text_language"), found.get("authors")
    return Properties(
        title=_text(found.get("title")),
        language=_text(found.get("language")),
        authors=tuple(str(name)[:MAX_TEXT] for name in authors[:5]) if isinstance(authors, list) else (),
        is_protected=found.get("is_protected") is True,
        comments=_count(found.get("comments")),
        tracked_changes=_count(found.get("tracked_changes")),
        linked_data=_text(found.get("linked_data")) or "",
        linked_file=(_count(found.get("linked_page")), _text(found.get("linked_file")) or ""),
        text_language="bn" if said == "bn" else "en" if said == "en" else None,
        is_scan=found.get("is_scan") is True,
        is_unreadable=found.get("is_unreadable") is True,
        is_tagged=found.get("is_tagged") is True if "is_tagged" in found else None,
    )


def _text(value: object) -> str | None:
    return value[:MAX_TEXT] if isinstance(value, str) else None


def _count(value: object) -> int:
    return value if isinstance(value, int) and value > 0 else 0
