"""Looks inside a file and says what it is; run as a process of its own by `checks`.

Every module has a function that takes a path and returns the id of a kind, or raises `Finding`.
"""

ACTIVE_PDF = "active_pdf"
ACTIVE_OFFICE = "active_office"
DAMAGED = "damaged"
ENCRYPTED = "encrypted"
UNSAFE_ARCHIVE = "unsafe_archive"
MISMATCH = "type_mismatch"


class Finding(Exception):  # noqa: N818  a result, not a failure
    """Something is wrong with the file; the code is that of a refusal."""

    def __init__(self, code: str) -> None:
        """Keep the code."""
        super().__init__(code)
        self.code = code
