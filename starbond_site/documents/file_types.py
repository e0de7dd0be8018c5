"""The file types that are accepted (docs/requirements.md, "Documents"), and which of them a file is, by its content.

What is not accepted, damaged or harmful is refused. The first bytes show the container; the rest is read by a process
of its own (`look`).
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from starbond_site.documents import names
from starbond_site.documents.inspection import signatures
from starbond_site.documents.look import Look
from starbond_site.documents.refusals import OF_FILE, Refusal, of_code
from starbond_site.shared.settings import Settings

if TYPE_CHECKING:
    from starbond_site.content.interface import Code

FileKind = Literal["pdf", "word", "excel", "powerpoint", "odf", "picture", "zip"]
"""By which readers select files."""
ACCEPTED = "PDF, Word, Excel, PowerPoint, ODF, JPEG, PNG, ZIP"
"""As sentences name them; names of formats are the same in every language."""


@dataclass(frozen=True, slots=True)
class FileType:
    """One type of file."""

    id: str
    kind: FileKind
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
"""Every accepted extension, in lower case."""
CHOOSABLE = ",".join((*EXTENSIONS, *(accepted.media_type for accepted in FILE_TYPES.values())))
"""What a file chooser offers: some telephones know a file by one of the two alone."""
_OTHER_PICTURES = (".webp", ".avif", ".gif", ".tif", ".tiff", ".bmp")
BY_EXTENSION: "dict[str, tuple[Code, dict[str, str]]]" = {
    **dict.fromkeys((".heic", ".heif"), ("heic_picture", {})),
    **dict.fromkeys(_OTHER_PICTURES, ("save_as", {"what": "picture", "target": ".jpg"})),
    **dict.fromkeys((".docm", ".dotm"), ("save_as", {"what": "macro_file", "target": ".docx"})),
    **dict.fromkeys((".xlsm", ".xlsb", ".xltm", ".xlam"), ("save_as", {"what": "macro_file", "target": ".xlsx"})),
    **dict.fromkeys((".pptm", ".ppsm", ".potm"), ("save_as", {"what": "macro_file", "target": ".pptx"})),
    **dict.fromkeys((".dot", ".dotx"), ("save_as", {"what": "template", "target": ".docx"})),
    **dict.fromkeys((".xlt", ".xltx"), ("save_as", {"what": "template", "target": ".xlsx"})),
    **dict.fromkeys((".pot", ".potx", ".pps", ".ppsx"), ("save_as", {"what": "template", "target": ".pptx"})),
    ".rtf": ("save_as", {"what": "rtf", "target": ".docx"}),
}
"""Refusals of what people have, and can save as an accepted type."""
_TEXTS = ("web_page", "xml", "text")
_SAVED = {
    id: dict.fromkeys(found, target)
    for ids, found, target in (
        ("jpeg png", ("picture",), ".jpg"),
        ("doc docx", ("rtf", *_TEXTS), ".docx"),
        ("odt", ("rtf", *_TEXTS), ".odt"),
        ("xls xlsx", _TEXTS, ".xlsx"),
        ("ods", _TEXTS, ".ods"),
        ("ppt pptx", _TEXTS, ".pptx"),
        ("odp", _TEXTS, ".odp"),
        ("odg", _TEXTS, ".odg"),
    )
    for id in ids.split()
}
"""As what is to be saved, by the type that the name says, and what the file is."""
_REFUSED = OF_FILE | {"machine_busy"} - {"type_mismatch"}
"""Codes that a look returns in place of a type."""


def refuse_extension(name: str) -> None:
    """Refuse a name whose extension is not accepted; a name without an extension passes.

    Raises:
        Refusal: type_not_accepted: with the accepted types.
        Refusal: heic_picture, save_as: what people have, and how it is accepted.
    """
    extension = names.extension(name).lower()
    if extension in BY_EXTENSION:
        code, values = BY_EXTENSION[extension]
        raise Refusal(code, **values)
    if extension and extension not in EXTENSIONS:
        raise Refusal("type_not_accepted", accepted=ACCEPTED)


def refuse_size(settings: Settings, size: int) -> None:
    if not size:
        raise Refusal("empty_file")
    if size > settings.max_upload_bytes:
        raise Refusal("too_large", limit=settings.max_upload_mb)


def detect_type(path: Path, name: str, look: Look) -> FileType:
    """Return the type of a file, by its content, and begin a look at it where there was none.

    Raises:
        Refusal: not accepted, not what the name says, damaged, encrypted, or with content that is refused.
    """
    refuse_extension(name)
    extension = names.extension(name).lower()
    wrong = "type_mismatch" if extension else "type_not_accepted"
    with path.open("rb") as file:
        head = file.read(signatures.HEAD_BYTES).lstrip(signatures.BLANK)
    if signatures.HEIC.match(head):
        raise Refusal("heic_picture")
    container = signatures.container(head)
    named = [accepted for accepted in FILE_TYPES.values() if extension in accepted.extensions]
    expected = {accepted.container for accepted in named}
    what = "" if container else signatures.other(head)
    for target in (_SAVED[accepted.id][what] for accepted in named if what in _SAVED.get(accepted.id, ())):
        raise Refusal("save_as", what=what, target=target)
    # Word, Excel and PowerPoint put what they lock with a password into a compound file.
    may_be_locked = container == "compound" and "zip" in expected
    if container is None or (expected and container not in expected and not may_be_locked):
        raise Refusal(wrong, accepted=ACCEPTED)
    found, values = look.type(container)
    detected = FILE_TYPES.get(found)
    if detected is None and (found == "encrypted" or not expected or container in expected):
        raise of_code(found if found in _REFUSED else wrong, {"accepted": ACCEPTED, **values})
    if detected is None or (extension and extension not in detected.extensions):
        raise Refusal("type_mismatch", accepted=ACCEPTED)
    return detected
