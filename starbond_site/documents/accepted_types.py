"""The file types that are accepted (docs/requirements.md, "Documents")."""

from dataclasses import dataclass

ACCEPTED = "PDF, Word, Excel, PowerPoint, ODF, JPEG, PNG, ZIP"
"""As sentences name them; names of formats are the same in every language."""


@dataclass(frozen=True, slots=True)
class FileType:
    """One type of file."""

    id: str
    extensions: tuple[str, ...]
    media_type: str
    container: str
    """The format that the first bytes show: several types are ZIP files inside."""


_OPEN_XML = "application/vnd.openxmlformats-officedocument"
_OPEN_DOCUMENT = "application/vnd.oasis.opendocument"
FILE_TYPES = {
    accepted.id: accepted
    for accepted in (
        FileType("pdf", (".pdf",), "application/pdf", "pdf"),
        FileType("doc", (".doc",), "application/msword", "compound"),
        FileType("xls", (".xls",), "application/vnd.ms-excel", "compound"),
        FileType("ppt", (".ppt",), "application/vnd.ms-powerpoint", "compound"),
        FileType("docx", (".docx",), f"{_OPEN_XML}.wordprocessingml.document", "zip"),
        FileType("xlsx", (".xlsx",), f"{_OPEN_XML}.spreadsheetml.sheet", "zip"),
        FileType("pptx", (".pptx",), f"{_OPEN_XML}.presentationml.presentation", "zip"),
        FileType("odt", (".odt",), f"{_OPEN_DOCUMENT}.text", "zip"),
        FileType("ods", (".ods",), f"{_OPEN_DOCUMENT}.spreadsheet", "zip"),
        FileType("odp", (".odp",), f"{_OPEN_DOCUMENT}.presentation", "zip"),
        FileType("odg", (".odg",), f"{_OPEN_DOCUMENT}.graphics", "zip"),
        FileType("jpeg", (".jpg", ".jpeg"), "image/jpeg", "jpeg"),
        FileType("png", (".png",), "image/png", "png"),
        FileType("zip", (".zip",), "application/zip", "zip"),
    )
}
EXTENSIONS = tuple(extension for accepted in FILE_TYPES.values() for extension in accepted.extensions)
"""Every accepted extension, in lower case: what a file chooser offers."""
