"""Why a file that is accepted is not published."""

from starbond_site.documents.refusals.base import Refusal


class DateOutOfRange(Refusal):
    """The own date of a document lies in the future or too far back; values: ``first``, the first year."""

    code = "date_out_of_range"


class AlreadyPublished(Refusal):
    """The category holds the same bytes already; values: ``name`` of that document."""

    code = "already_published"


class StorageFull(Refusal):
    """There is no space left."""

    code = "storage_full"


class StorageUnreachable(Refusal):
    """The storage does not answer, or returned other bytes than it was given."""

    code = "storage_unreachable"


class TooManyOpenFiles(StorageUnreachable):
    """No further file may be opened at the moment, by this process or on this machine."""

    code = "machine_busy"


class DatabaseUnavailable(Refusal):
    """The database does not answer."""

    code = "database_unavailable"


class OutcomeUnknown(Refusal):
    """The database did not confirm in time; whether the file is published is known when it answers again."""

    code = "outcome_unknown"


class Interrupted(Refusal):
    """Fewer bytes arrived here than were announced."""

    code = "interrupted"


class UploadEnded(Refusal):
    """An upload that was never begun, has ended, or is another one's; whoever asks is not told which."""

    code = "upload_ended"


class TooManyUnfinished(Refusal):
    """One network address has too many unfinished uploads, or too many bytes in them."""

    code = "too_many_unfinished"


class CategoryUnknown(Refusal):
    """A category that does not exist."""

    code = "category_unknown"


class PairUnavailable(Refusal):
    """The site has not both languages, so that no filing has a version in the other one."""

    code = "pair_unavailable"


class PairUnknown(Refusal):
    """No public document has the number that another one is to be paired with."""

    code = "pair_unknown"


class PairImpossible(Refusal):
    """Two documents that do not stand in one list, or one document twice."""

    code = "pair_impossible"


class PairTaken(Refusal):
    """The document has a version in the other language already; values: ``name`` of the document."""

    code = "pair_taken"


class PageOutdated(Refusal):
    """A page of an earlier release sends a file in a way that this one does not know."""

    code = "page_outdated"
