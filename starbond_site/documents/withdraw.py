"""Withdrawing: the record and the bytes stay, and nobody sees either."""

from starbond_site import local_time
from starbond_site.documents import audit, changes, database, reading, versions
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.reading import Published
from starbond_site.documents.records import Document


def withdraw(archive: Archive, number: int, actor: Actor) -> Published | None:
    """Withdraw a document.

    Args:
        archive: where.
        number: its id.
        actor: for the audit.

    Returns:
        What was withdrawn; None where there is no such document or it was withdrawn before.

    """
    with database.reading(archive.engine) as session:
        found = session.get(Document, number)
    if found is None:
        return None
    with database.writing(archive.engine) as session:
        # As in publishing, the version first: its row lock keeps changes of one list apart.
        versions.raise_version(session, found.category)
        document = session.get_one(Document, number)
        if document.withdrawn_at:
            session.rollback()
            return None
        document.withdrawn_at = local_time.now()
        session.add(document)
        changes.record(session, "withdrawn", number)
        subject = f"{document.category}/{document.id}/{document.file_name}"
        audit.add(session, actor, "withdraw", subject, audit.DONE)
        withdrawn = reading.published(document)
    archive.announce(withdrawn.category)
    return withdrawn
