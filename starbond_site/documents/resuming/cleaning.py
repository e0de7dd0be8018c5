"""The thread that removes unfinished uploads whose day is over."""

from starbond_site import logs
from starbond_site.documents.archive import Archive
from starbond_site.documents.repeating import RepeatingThread
from starbond_site.documents.resuming import uploads

SECONDS = 600
"""How often it looks; it begins with the start of the server."""
_log = logs.get_logger(__name__)


class CleaningThread(RepeatingThread):
    """Calls `uploads.clean` again and again; each worker has one, as each instance has files of its own."""

    def __init__(self, archive: Archive) -> None:
        def step() -> float:
            if removed := uploads.clean(archive):
                _log.info("unfinished_uploads_removed", files=removed)
            return SECONDS

        super().__init__("unfinished-uploads", step, fault="unfinished_uploads_not_cleaned", retry_seconds=SECONDS)
