"""Detects the type of a file by parsing it; `file_types` runs this in a process of its own.

Every module has a function ``inspect``, which takes a path and a container, and returns the id of a type or raises
`Finding`.
"""

ACTIVE_PDF = "active_pdf"
ACTIVE_OFFICE = "active_office"
DAMAGED = "damaged"
ENCRYPTED = "encrypted"
UNSAFE_ARCHIVE = "unsafe_archive"
MISMATCH = "type_mismatch"


class Finding(Exception):  # noqa: N818  a result, not a failure
    """The file must be refused; the code is that of a refusal."""

    def __init__(self, code: str) -> None:
        """Keep the code."""
        super().__init__(code)
        self.code = code
