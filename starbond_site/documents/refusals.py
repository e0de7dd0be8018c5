"""Why a document is not published: one exception per reason, each with a sentence in ``content/errors.toml``.

A refusal carries a code and the values of its sentence; `content.sentences.refusal_sentence` turns both into text.
"""

from collections.abc import Mapping
from typing import Any, ClassVar


class Refusal(Exception):  # noqa: N818  an expected answer, not a failure of the program
    """A document cannot be published, for a reason that a person can read."""

    code: ClassVar[str]
    """Name of its sentence in ``content/errors.toml``."""

    def __init__(self, *, detail: str = "", **values: object) -> None:
        """Keep the values for the ``{places}`` of the sentence, and a detail for the audit alone."""
        super().__init__(self.code, values)
        self.detail = detail
        self.values = values


class NoFile(Refusal):
    """The request carries no file."""

    code = "no_file"


class SeveralFiles(Refusal):
    """More than one file at once."""

    code = "several_files"


class EmptyFile(Refusal):
    """A file of 0 bytes."""

    code = "empty_file"


class TooLarge(Refusal):
    """More bytes than the setting allows; values: ``limit`` in MiB."""

    code = "too_large"


class TypeNotAccepted(Refusal):
    """None of the accepted types; values: ``accepted``."""

    code = "type_not_accepted"


class TypeMismatch(Refusal):
    """The content is not what the name says."""

    code = "type_mismatch"


class Damaged(Refusal):
    """Begins like an accepted type and cannot be parsed to its end."""

    code = "damaged"


class Encrypted(Refusal):
    """Cannot be opened without a password."""

    code = "encrypted"


class ActivePdf(Refusal):
    """A PDF with scripts, or with actions that start programs, open other files, or send or load data."""

    code = "active_pdf"


class ActiveOffice(Refusal):
    """An office document with macros or ActiveX controls."""

    code = "active_office"


class RemoteOffice(Refusal):
    """An office document that loads a template or other content from elsewhere when it is opened."""

    code = "remote_office"


class UnsafeArchive(Refusal):
    """A ZIP that unpacks to far too much or outside its folder, or is not what its directory says."""

    code = "unsafe_archive"


class ArchiveMethod(Refusal):
    """A ZIP that is compressed by another method than Deflate."""

    code = "archive_method"


class EmbeddedProgram(Refusal):
    """A file that holds a program."""

    code = "embedded_program"


class EmbeddedActive(Refusal):
    """A file that holds another one with scripts, macros or actions."""

    code = "embedded_active"


class EmbeddedUnchecked(Refusal):
    """A file that holds another one which cannot be inspected: locked, damaged, too deep inside or too large."""

    code = "embedded_unchecked"


class NotChecked(Refusal):
    """The inspection ended without a result: it needed too much time or memory, or its parser crashed."""

    code = "not_checked"


class ImageTooLarge(Refusal):
    """A picture with too many pixels; values: ``limit`` in millions."""

    code = "image_too_large"


class NameEmpty(Refusal):
    """No name."""

    code = "name_empty"


class NameInvisible(Refusal):
    """A name without any sign that can be seen."""

    code = "name_invisible"


class NameHidden(Refusal):
    """A name that begins with a dot."""

    code = "name_hidden"


class NameTooLong(Refusal):
    """More than 200 characters."""

    code = "name_too_long"


class NamePath(Refusal):
    """A name with parts of a path."""

    code = "name_path"


class NameControlCharacters(Refusal):
    """A name with characters that cannot be seen."""

    code = "name_control_characters"


class NameBidirectional(Refusal):
    """A name with marks that change the direction of reading."""

    code = "name_bidirectional"


class DateOutOfRange(Refusal):
    """The own date of a document lies in the future or too far back; values: ``first``, the first year."""

    code = "date_out_of_range"


class AlreadyPublished(Refusal):
    """The category holds the same bytes already; values: ``name`` of that document."""

    code = "already_published"


class VirusFound(Refusal):
    """The virus scanner found something; ``detail`` has the name that it gave."""

    code = "virus_found"


class ScannerUnavailable(Refusal):
    """The virus scanner does not answer, or not with a result."""

    code = "scanner_unavailable"


class ScannerLimit(Refusal):
    """The file is larger than the virus scanner accepts."""

    code = "scanner_limit"


class StorageFull(Refusal):
    """There is no space left."""

    code = "storage_full"


class StorageUnreachable(Refusal):
    """The storage does not answer, or returned other bytes than it was given."""

    code = "storage_unreachable"


class DatabaseUnavailable(Refusal):
    """The database does not answer."""

    code = "database_unavailable"


class OutcomeUnknown(Refusal):
    """The database did not confirm in time; whether the file is published is known when it answers again."""

    code = "outcome_unknown"


class NotPublished(Refusal):
    """The server knows nothing of an attempt, and never will: its page was told so."""

    code = "not_published"


class Interrupted(Refusal):
    """Fewer bytes arrived than were announced, or the uploader went away."""

    code = "interrupted"


class CategoryUnknown(Refusal):
    """A category that does not exist."""

    code = "category_unknown"


class ReasonTooLong(Refusal):
    """A reason of a withdrawal with too many characters; values: ``limit``."""

    code = "reason_too_long"


def of_code(code: str, values: Mapping[str, Any]) -> Refusal:
    """Return the refusal of a stored code; `NotPublished` for a code that is not known."""
    known = {refusal.code: refusal for refusal in Refusal.__subclasses__()}
    return known[code](**values) if code in known else NotPublished()
