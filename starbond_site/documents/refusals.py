"""Why a document is not published: one class per reason, each with a sentence in ``content/errors.toml``.

A refusal carries a code and the values of its sentence; the sentence itself is content.
"""

from typing import ClassVar

from starbond_site import content
from starbond_site.content.models import Language


class Refusal(Exception):  # noqa: N818  it is an answer to a person, not a failure of the program
    """Something that a person can meet, and what to do about it."""

    code: ClassVar[str]
    """Name of its sentence in ``content/errors.toml``."""

    def __init__(self, **values: object) -> None:
        """Keep what the sentence names in braces."""
        super().__init__(self.code, values)
        self.values = values

    def sentence(self, language: Language = "en") -> str:
        """Return what the person reads."""
        return content.read(language).errors.say(self.code, **self.values)


class NoFile(Refusal):
    """Submit without a file."""

    code = "no_file"


class SeveralFiles(Refusal):
    """More than one file at once."""

    code = "several_files"


class EmptyFile(Refusal):
    """A file without a byte."""

    code = "empty_file"


class TooLarge(Refusal):
    """More bytes than the setting allows; values: ``limit`` in MiB."""

    code = "too_large"


class TypeNotAccepted(Refusal):
    """Neither of the accepted types; values: ``accepted``."""

    code = "type_not_accepted"


class TypeMismatch(Refusal):
    """The content is not what the name says."""

    code = "type_mismatch"


class Damaged(Refusal):
    """Begins like an accepted type and cannot be read to its end."""

    code = "damaged"


class Encrypted(Refusal):
    """Cannot be opened without a password."""

    code = "encrypted"


class ActivePdf(Refusal):
    """A PDF with scripts or launch actions."""

    code = "active_pdf"


class ActiveOffice(Refusal):
    """An office document with macros."""

    code = "active_office"


class UnsafeArchive(Refusal):
    """A ZIP that unpacks to far too much, or to places outside its folder."""

    code = "unsafe_archive"


class NameEmpty(Refusal):
    """No name."""

    code = "name_empty"


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


class AlreadyPublished(Refusal):
    """The same bytes stand in that category; values: ``name``."""

    code = "already_published"


class StorageFull(Refusal):
    """No room."""

    code = "storage_full"


class StorageUnreachable(Refusal):
    """The storage does not answer, or gave back something else than it was given."""

    code = "storage_unreachable"


class DatabaseUnavailable(Refusal):
    """The database does not answer."""

    code = "database_unavailable"


class Interrupted(Refusal):
    """Fewer bytes arrived than were announced, or the uploader went away."""

    code = "interrupted"


class CategoryUnknown(Refusal):
    """A category that does not exist."""

    code = "category_unknown"
