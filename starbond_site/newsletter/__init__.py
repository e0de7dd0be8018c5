"""Newsletter subscriptions: stored, confirmed by a mailed link, ended by another. Imports no Reflex.

`web.newsletter` calls ``default().subscribe(...)`` in a thread.
"""

from functools import cache

from starbond_site import mail
from starbond_site.documents import archive
from starbond_site.newsletter.service import NewsletterService


@cache
def default() -> NewsletterService:
    """Return the service of this process."""
    return NewsletterService(archive.default(), mail.default())
