"""Detects the type of a file by its content, and refuses what is not accepted, damaged or harmful.

The first bytes show the container. A hostile file can make the parsers that read the rest use much
memory or time, or crash: they run in a process of their own (`inspection`), with limits and without secrets.
"""

import json
import subprocess
import threading
from pathlib import Path

from starbond_site import logs
from starbond_site.documents import child_process, inspection, names, refusals
from starbond_site.documents.accepted_types import ACCEPTED, EXTENSIONS, FILE_TYPES, FileType
from starbond_site.documents.inspection import MAX_MEGAPIXELS, signatures
from starbond_site.documents.refusals import Refusal

_EXTRA_SECONDS = 20
"""Time to start the process and to wait for a processor, beside what the inspection may take."""
_REFUSALS: dict[str, type[Refusal]] = {
    refusal.code: refusal
    for refusal in (
        refusals.ActivePdf,
        refusals.ActiveOffice,
        refusals.RemoteOffice,
        refusals.Damaged,
        refusals.Encrypted,
        refusals.UnsafeArchive,
        refusals.ArchiveMethod,
        refusals.NotChecked,
        refusals.EmbeddedProgram,
        refusals.EmbeddedActive,
        refusals.EmbeddedUnchecked,
        refusals.ImageTooLarge,
        refusals.BehindPicture,
    )
}
_CONCURRENT = threading.BoundedSemaphore(4)
"""Inspections that may run together: each may use a gigabyte of memory."""
_log = logs.get_logger(__name__)


def refuse_extension(name: str) -> None:
    """Refuse a name whose extension is not accepted; a name without an extension passes.

    Raises:
        refusals.TypeNotAccepted: with the accepted types.

    """
    extension = names.extension(name).lower()
    if extension and extension not in EXTENSIONS:
        raise refusals.TypeNotAccepted(accepted=ACCEPTED)


def detect_type(path: Path, name: str) -> FileType:
    """Return the type of a file, by its content.

    Args:
        path: the complete file, not empty.
        name: its checked name, whose extension has to match the content.

    Raises:
        refusals.Refusal: not accepted, not what the name says, damaged, encrypted, or with content that is refused.

    """
    refuse_extension(name)
    extension = names.extension(name).lower()
    wrong = refusals.TypeMismatch if extension else refusals.TypeNotAccepted
    container = signatures.container(_head(path))
    expected = {accepted.container for accepted in FILE_TYPES.values() if extension in accepted.extensions}
    if container is None or (expected and container not in expected):
        raise wrong(accepted=ACCEPTED)
    found = _inspect(path, container)
    detected = FILE_TYPES.get(found)
    if detected is None:
        raise _REFUSALS.get(found, wrong)(accepted=ACCEPTED, limit=MAX_MEGAPIXELS)
    if extension and extension not in detected.extensions:
        raise refusals.TypeMismatch(accepted=ACCEPTED)
    return detected


def _head(path: Path) -> bytes:
    """Return the first bytes, from the first one that says something."""
    with path.open("rb") as file:
        return file.read(signatures.HEAD_BYTES).lstrip(signatures.BLANK)


def _inspect(path: Path, container: str) -> str:
    """Return the id of the type, or the code of the refusal, as the inspecting process found it."""
    command = child_process.command("inspection", container, str(path.absolute()))
    limit = inspection.seconds(path.stat().st_size) + _EXTRA_SECONDS
    try:
        with _CONCURRENT:
            done = subprocess.run(
                command,
                cwd=child_process.ROOT,
                env=child_process.environment(),
                capture_output=True,
                timeout=limit,
                check=True,
            )
        return str(json.loads(done.stdout)["found"])
    except (subprocess.SubprocessError, ValueError, KeyError) as error:
        output = getattr(error, "stderr", b"") or b""
        _log.warning("file_not_inspected", cause=str(error), output=output.decode(errors="replace")[-500:])
        return refusals.NotChecked.code
