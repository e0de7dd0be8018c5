"""Duties to disclose: what is due, what was fulfilled by which document, and reminders. Imports no Reflex."""

from functools import cache

from starbond_site import mail
from starbond_site.documents import archive
from starbond_site.duties.service import DutyService


@cache
def default() -> DutyService:
    """Return the service of this process."""
    return DutyService(archive.default(), mail.default())
