"""The kinds of files that are accepted (decisions, "Documents")."""

from dataclasses import dataclass

ACCEPTED = "PDF, Word, Excel, PowerPoint, ODF, JPEG, PNG, ZIP"
"""As a person is told; names of formats, the same in every language."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of file."""

    id: str
    extensions: tuple[str, ...]
    media_type: str
    family: str
    """The format that its first bytes show: several kinds are, say, ZIP inside."""


_OPEN_XML = "application/vnd.openxmlformats-officedocument"
_OPEN_DOCUMENT = "application/vnd.oasis.opendocument"
KINDS = {
    kind.id: kind
    for kind in (
        Kind("pdf", (".pdf",), "application/pdf", "pdf"),
        Kind("doc", (".doc",), "application/msword", "compound"),
        Kind("xls", (".xls",), "application/vnd.ms-excel", "compound"),
        Kind("ppt", (".ppt",), "application/vnd.ms-powerpoint", "compound"),
        Kind("docx", (".docx",), f"{_OPEN_XML}.wordprocessingml.document", "zip"),
        Kind("xlsx", (".xlsx",), f"{_OPEN_XML}.spreadsheetml.sheet", "zip"),
        Kind("pptx", (".pptx",), f"{_OPEN_XML}.presentationml.presentation", "zip"),
        Kind("odt", (".odt",), f"{_OPEN_DOCUMENT}.text", "zip"),
        Kind("ods", (".ods",), f"{_OPEN_DOCUMENT}.spreadsheet", "zip"),
        Kind("odp", (".odp",), f"{_OPEN_DOCUMENT}.presentation", "zip"),
        Kind("odg", (".odg",), f"{_OPEN_DOCUMENT}.graphics", "zip"),
        Kind("jpeg", (".jpg", ".jpeg"), "image/jpeg", "jpeg"),
        Kind("png", (".png",), "image/png", "png"),
        Kind("zip", (".zip",), "application/zip", "zip"),
    )
}
EXTENSIONS = tuple(extension for kind in KINDS.values() for extension in kind.extensions)
"""Every accepted extension, in small letters: what a file chooser offers."""
