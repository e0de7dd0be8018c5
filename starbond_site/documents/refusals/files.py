"""Why a file is not accepted: what it holds."""

from starbond_site.documents.refusals.base import Refusal


class NoFile(Refusal):
    """The request carries no file."""

    code = "no_file"


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


class EmptyMacros(Refusal):
    """An office document with a project for macros that has no line of code."""

    code = "empty_macros"


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


class PrintAnew(Refusal):
    """A PDF that readers open, and that cannot be checked."""

    code = "print_anew"


class ImageTooLarge(Refusal):
    """A picture with too many pixels; values: ``limit`` in millions."""

    code = "image_too_large"


class BehindPicture(Refusal):
    """A picture with a program, an archive, a document or a script behind it."""

    code = "behind_picture"


class HeicPicture(Refusal):
    """A picture as telephones of Apple take it, which most other devices do not show."""

    code = "heic_picture"


class MachineBusy(Refusal):
    """The file was not checked in time, since others use the machine; nothing is wrong with it."""

    code = "machine_busy"


class VirusFound(Refusal):
    """The virus scanner found something; ``detail`` has the name that it gave."""

    code = "virus_found"


class ScannerUnavailable(Refusal):
    """The virus scanner does not answer, or not with a result."""

    code = "scanner_unavailable"


class ScannerLimit(Refusal):
    """The file is larger than the virus scanner accepts."""

    code = "scanner_limit"
