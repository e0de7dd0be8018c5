"""The mails about duties."""

from starbond_site.documents.archive import Archive
from starbond_site.features.duties.service import DutyService
from starbond_site.mail import Mailer


def sources(archive: Archive, mailer: Mailer) -> dict[str, DutyService]:
    return {"duty": DutyService(archive, mailer)}
