"""What visitors write to the company: contact messages and newsletter addresses. Knows nothing of Reflex.

State handlers call ``default().contact.send(...)`` and ``default().newsletter.subscribe(...)`` in a thread.
"""

from dataclasses import dataclass
from functools import cache

from starbond_site.documents import archive as archives
from starbond_site.documents.archive import Archive
from starbond_site.letters.contact import Contact
from starbond_site.letters.newsletter import Newsletter
from starbond_site.letters.post import Post


@dataclass(frozen=True)
class Letters:
    """The two desks of one site."""

    contact: Contact
    newsletter: Newsletter


def connect(archive: Archive, post: Post | None = None) -> Letters:
    """Return the desks on a database; without ``post``, mail goes where the settings say."""
    post = post or Post.of_settings(archive.settings)
    return Letters(Contact(archive, post), Newsletter(archive, post))


@cache
def default() -> Letters:
    """Return the site's own desks."""
    return connect(archives.default())
