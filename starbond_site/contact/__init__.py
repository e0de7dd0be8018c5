"""Contact messages: validated, stored, answered with a reference number, and mailed to the company. Imports no Reflex.

`web.contact` calls ``default().send(...)`` in a thread.
"""

from functools import cache

from starbond_site import mail
from starbond_site.contact.service import ContactService
from starbond_site.documents import archive


@cache
def default() -> ContactService:
    """Return the service of this process."""
    return ContactService(archive.default(), mail.default())
