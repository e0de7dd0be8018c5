"""The file types that are accepted (docs/requirements.md, "Documents"), and which of them a file is, by its content.

What is not accepted, damaged or harmful is refused. The first bytes show the container. A hostile file can make the
parsers that read the rest use much memory or time, or crash: they run in a process of their own (`inspection`), with
limits and without secrets.
"""

import json
import signal
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from starbond_site.documents import child_process, names
from starbond_site.documents.inspection import MAX_MEGAPIXELS, VALUES, Values, signatures
from starbond_site.documents.refusals import OF_FILE, Refusal, of_code
from starbond_site.shared import logs
from starbond_site.shared.settings import Settings

Kind = Literal["pdf", "word", "excel", "powerpoint", "odf", "picture", "zip"]
"""By which readers select files."""
ACCEPTED = "PDF, Word, Excel, PowerPoint, ODF, JPEG, PNG, ZIP"
"""As sentences name them; names of formats are the same in every language."""


@dataclass(frozen=True, slots=True)
class FileType:
    """One type of file."""

    id: str
    kind: Kind
    extensions: tuple[str, ...]
    media_type: str
    container: str
    """The format that the first bytes show: several types are ZIP files inside."""


_OPEN_XML = "application/vnd.openxmlformats-officedocument"
_OPEN_DOCUMENT = "application/vnd.oasis.opendocument"
FILE_TYPES = {
    accepted.id: accepted
    for accepted in (
        FileType("pdf", "pdf", (".pdf",), "application/pdf", "pdf"),
        FileType("doc", "word", (".doc",), "application/msword", "compound"),
        FileType("xls", "excel", (".xls",), "application/vnd.ms-excel", "compound"),
        FileType("ppt", "powerpoint", (".ppt",), "application/vnd.ms-powerpoint", "compound"),
        FileType("docx", "word", (".docx",), f"{_OPEN_XML}.wordprocessingml.document", "zip"),
        FileType("xlsx", "excel", (".xlsx",), f"{_OPEN_XML}.spreadsheetml.sheet", "zip"),
        FileType("pptx", "powerpoint", (".pptx",), f"{_OPEN_XML}.presentationml.presentation", "zip"),
        FileType("odt", "odf", (".odt",), f"{_OPEN_DOCUMENT}.text", "zip"),
        FileType("ods", "odf", (".ods",), f"{_OPEN_DOCUMENT}.spreadsheet", "zip"),
        FileType("odp", "odf", (".odp",), f"{_OPEN_DOCUMENT}.presentation", "zip"),
        FileType("odg", "odf", (".odg",), f"{_OPEN_DOCUMENT}.graphics", "zip"),
        FileType("jpeg", "picture", (".jpg", ".jpeg"), "image/jpeg", "jpeg"),
        FileType("png", "picture", (".png",), "image/png", "png"),
        FileType("zip", "zip", (".zip",), "application/zip", "zip"),
    )
}
EXTENSIONS = tuple(extension for accepted in FILE_TYPES.values() for extension in accepted.extensions)
"""Every accepted extension, in lower case: what a file chooser offers."""
_PATIENCE = 600
"""Seconds until a process that is busy no longer than it may be has to end: others may use the machine meanwhile."""
_HEIC = (".heic", ".heif")
_REFUSED = OF_FILE | {"machine_busy"} - {"type_mismatch"}
"""Codes that the inspecting process returns in place of a type."""
_CONCURRENT = threading.BoundedSemaphore(4)
"""Inspections that may run together: each may use a gigabyte of memory."""
_log = logs.get_logger(__name__)


def refuse_extension(name: str) -> None:
    """Refuse a name whose extension is not accepted; a name without an extension passes.

    Raises:
        Refusal: type_not_accepted: with the accepted types.
        Refusal: heic_picture: a picture as telephones of Apple take it.
    """
    extension = names.extension(name).lower()
    if extension in _HEIC:
        raise Refusal("heic_picture")
    if extension and extension not in EXTENSIONS:
        raise Refusal("type_not_accepted", accepted=ACCEPTED)


def refuse_size(settings: Settings, size: int) -> None:
    if not size:
        raise Refusal("empty_file")
    if size > settings.max_upload_bytes:
        raise Refusal("too_large", limit=settings.max_upload_mb)


def detect_type(path: Path, name: str) -> FileType:
    """Return the type of a file, by its content.

    Raises:
        Refusal: not accepted, not what the name says, damaged, encrypted, or with content that is refused.
    """
    refuse_extension(name)
    extension = names.extension(name).lower()
    wrong = "type_mismatch" if extension else "type_not_accepted"
    with path.open("rb") as file:
        head = file.read(signatures.HEAD_BYTES).lstrip(signatures.BLANK)
    if signatures.is_heic(head):
        raise Refusal("heic_picture")
    container = signatures.container(head)
    expected = {accepted.container for accepted in FILE_TYPES.values() if extension in accepted.extensions}
    # Word, Excel and PowerPoint put what they lock with a password into a compound file.
    may_be_locked = container == "compound" and "zip" in expected
    if container is None or (expected and container not in expected and not may_be_locked):
        raise Refusal(wrong, accepted=ACCEPTED)
    found, values = _inspect(path, container)
    detected = FILE_TYPES.get(found)
    if detected is None and (found == "encrypted" or not expected or container in expected):
        known = {"accepted": ACCEPTED, "limit": MAX_MEGAPIXELS} | values
        raise of_code(found if found in _REFUSED else wrong, known)
    if detected is None or (extension and extension not in detected.extensions):
        raise Refusal("type_mismatch", accepted=ACCEPTED)
    return detected


def _inspect(path: Path, container: str) -> tuple[str, Values]:
    """Return the id of the type, or the code of the refusal with its values, as the inspecting process found it."""
    command = child_process.command("inspection", container, str(path.absolute()))
    try:
        with _CONCURRENT:
            done = subprocess.run(
                command,
                cwd=child_process.ROOT,
                env=child_process.environment(),
                capture_output=True,
                timeout=_PATIENCE,
                check=True,
            )
        said = json.loads(done.stdout)
        return str(said["found"]), {name: said["values"][name] for name in VALUES if name in said["values"]}
    except (subprocess.TimeoutExpired, OSError) as error:
        _log.warning("machine_busy", cause=str(error))
        return "machine_busy", {}
    except (subprocess.SubprocessError, ValueError, KeyError, TypeError) as error:
        if getattr(error, "returncode", None) == -signal.SIGKILL:  # Of an operator, or where memory ran out.
            return "machine_busy", {}
        output = getattr(error, "stderr", b"") or b""
        _log.warning("file_not_inspected", cause=str(error), output=output.decode(errors="replace")[-500:])
        return "not_checked", {}
