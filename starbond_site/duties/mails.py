"""The mails about duties."""

from starbond_site.documents.archive import Archive
from starbond_site.duties.service import DutyService
from starbond_site.mail import Mailer


def sources(archive: Archive, mailer: Mailer) -> dict[str, DutyService]:
    """Return what composes them, by kind."""
    return {"duty": DutyService(archive, mailer)}
