"""Why a filing is not sealed, approved or changed."""

from starbond_site.documents.refusals.base import Refusal


class AlreadySealed(Refusal):
    """The same bytes are sealed for the same list already; values: ``number`` of that filing."""

    code = "already_sealed"


class MomentInvalid(Refusal):
    """A text that is no date with a time."""

    code = "moment_invalid"


class MomentOutOfRange(Refusal):
    """A moment of release that is past or too far ahead; values: ``days``."""

    code = "moment_out_of_range"


class NotSealed(Refusal):
    """There is no such sealed filing: it was released or cancelled, or never was."""

    code = "not_sealed"


class OwnApproval(Refusal):
    """Nobody approves what they sealed or changed last, or without a name."""

    code = "own_approval"


class EnrolledByAuthor(Refusal):
    """Who sealed a filing made the link with which the approver registered a passkey since then."""

    code = "enrolled_by_author"


class ReasonMissing(Refusal):
    """A filing is cancelled without a reason."""

    code = "reason_missing"
