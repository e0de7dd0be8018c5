"""Why a published document is not changed, or a line above the header not set."""

from starbond_site.documents.refusals.base import Refusal


class ReasonTooLong(Refusal):
    """A reason of a withdrawal with too many characters; values: ``limit``."""

    code = "reason_too_long"


class DocumentUnknown(Refusal):
    """No document has this number."""

    code = "document_unknown"


class AlreadyWithdrawn(Refusal):
    """A document that was withdrawn cannot be corrected, only restored."""

    code = "already_withdrawn"


class AlreadyReplaced(Refusal):
    """A document that was replaced is in no list."""

    code = "already_replaced"


class AlreadyPublic(Refusal):
    """There is nothing to restore."""

    code = "already_public"


class ChangedMeanwhile(Refusal):
    """Somebody else changed the document after the actor saw it."""

    code = "changed_meanwhile"


class SuccessorElsewhere(Refusal):
    """A document is replaced by another one of its own list."""

    code = "successor_elsewhere"


class NameUnchanged(Refusal):
    """The corrected name is the present one."""

    code = "name_unchanged"


class ExtensionFixed(Refusal):
    """A corrected name ends like another type; values: ``extension``, which stays."""

    code = "extension_fixed"


class ListUnchanged(Refusal):
    """The document is in that list already."""

    code = "list_unchanged"


class NotConfirmed(Refusal):
    """The box of a form that has to be ticked is not."""

    code = "not_confirmed"


class LineMissing(Refusal):
    """A header line without words."""

    code = "line_missing"


class LineTooLong(Refusal):
    """A header line with too many characters; values: ``limit``."""

    code = "line_too_long"


class LinkInvalid(Refusal):
    """The link of a header line is neither a path of this site nor an address of http or https."""

    code = "link_invalid"


class EndInvalid(Refusal):
    """The end of a header line is no moment, or lies in the past."""

    code = "end_invalid"


class TitleUnchanged(Refusal):
    """The title that the document has."""

    code = "title_unchanged"
