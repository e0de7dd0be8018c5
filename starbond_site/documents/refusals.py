"""Why something is not done: a code, the values of its sentence, and a detail for the audit alone.

The sentences stand in ``content/errors.toml``; `content.sentences.refusal_sentence` fills them in. Nothing else of the
content is imported here, because the process that inspects a file has to start quickly.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast, get_args

if TYPE_CHECKING:
    from starbond_site.content.interface import Code
    from starbond_site.content.table_files import Mistake

OF_FILE: "frozenset[Code]" = frozenset(
    {
        *("no_file", "empty_file", "too_large", "type_not_accepted", "type_mismatch", "damaged", "encrypted"),
        *("active_pdf", "active_office", "empty_macros", "remote_office", "unsafe_archive", "archive_method"),
        *("embedded_program", "embedded_active", "embedded_kind", "embedded_unchecked", "not_checked", "print_anew"),
        *("image_too_large", "behind_picture", "heic_picture", "save_as", "virus_found", "scanner_limit"),
    }
)
"""Codes that say that the file itself cannot be published, whatever else is said of it."""


class Refusal(Exception):  # noqa: N818  an expected answer, not a failure of the program
    """Something is not done, for a reason that a person can read."""

    seconds: float = 0.0
    """How long to wait before another attempt; 0 when waiting does not help."""

    def __init__(self, code: "Code", *, detail: str = "", **values: object) -> None:
        """Keep the code.

        Args:
            code: name of its sentence in ``content/errors.toml``.
            detail: for the audit alone.
        """
        super().__init__(code, values)
        self.code: Code = code
        self.detail = detail
        self.values = values

    def in_line(self, line: int) -> "Mistake":
        """Return what is wrong with a line of a table."""
        return self.code, {**self.values, "line": line}


def of_code(code: str, values: Mapping[str, Any]) -> Refusal:
    """Return the refusal of a stored code; ``outcome_unknown`` for one that another release knew."""
    from starbond_site.content.interface import Code

    return Refusal(cast(Code, code), **values) if code in get_args(Code) else Refusal("outcome_unknown")
