"""Why a disclosure clock is not started or changed, and why no evidence is packed."""

from starbond_site.documents.refusals.base import Refusal


class ClockUnknown(Refusal):
    """There is no such disclosure clock."""

    code = "clock_unknown"


class ClockDutyUnknown(Refusal):
    """A duty that sets no time after a decision."""

    code = "clock_duty_unknown"


class ClockDocumentUnknown(Refusal):
    """The document that a clock is to be attached to does not exist."""

    code = "clock_document_unknown"


class ClockLabelMissing(Refusal):
    """A clock without words that say what was decided."""

    code = "clock_label_missing"


class ClockLabelTooLong(Refusal):
    """Too many of these words; values: ``limit`` in characters."""

    code = "clock_label_too_long"


class ClockTimeInvalid(Refusal):
    """A date and time that cannot be read."""

    code = "clock_time_invalid"


class ClockInFuture(Refusal):
    """A moment of a clock that is still to come."""

    code = "clock_in_future"


class ClockBeforeDecision(Refusal):
    """Somebody would have been told, or a document published, before the decision."""

    code = "clock_before_decision"


class ClockAfterTold(Refusal):
    """A corrected decision would lie after the moment at which somebody was told."""

    code = "clock_after_told"


class ClockRunning(Refusal):
    """The same clock runs already; values: ``label``."""

    code = "clock_running"


class ClockClosed(Refusal):
    """The clock was closed."""

    code = "clock_closed"


class ClockReasonMissing(Refusal):
    """A clock is to be closed without a reason."""

    code = "clock_reason_missing"


class EvidenceMissing(Refusal):
    """The bytes of a document are not in the storage, so that there is no evidence to pack."""

    code = "evidence_missing"


class EvidenceAltered(Refusal):
    """The stored bytes are not those that were published."""

    code = "evidence_altered"
